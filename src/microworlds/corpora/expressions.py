"""The regular expressions of the modules of this folder, under the module's name in ``patterns.txt``."""

from microworlds.core.text_tables import Expressions

regex = Expressions("microworlds.corpora").regex
