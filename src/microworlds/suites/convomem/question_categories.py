"""The categories there are, in the paper's order: a file each in ``categories``, ending ``CATEGORY = ...``.

Source: ConvoMem Table 2.
"""

from functools import cache
from importlib import import_module
from typing import get_args

from microworlds.suites.convomem.categories.base import Category
from microworlds.suites.convomem.records import CategoryName


@cache
def every() -> dict[str, Category]:
    """All of them, by name."""
    return {
        name: import_module(f"microworlds.suites.convomem.categories.{name}").CATEGORY
        for name in get_args(CategoryName)
    }
