"""Tests; a package of its own name, since a dependency installs another one called ``tests``."""
