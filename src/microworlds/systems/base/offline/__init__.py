"""How the offline author does the systems' tasks, one file a task."""

from microworlds.core.text_tables import Expressions

regex = Expressions("microworlds.systems.base.offline").regex
