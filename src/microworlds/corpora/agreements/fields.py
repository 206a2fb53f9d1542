"""Which fields of action the further sentences of an article are about.

Source: issue 2, section 2.
"""

from __future__ import annotations

from collections.abc import Mapping

# the fields that have to do with a trade's own things
EVERY_FIELD = (
    "equipment", "input", "document", "good", "role", "site", "process", "measure", "incident", "customer",
)  # fmt: skip
FIELDS: Mapping[str, tuple[str, ...]] = {
    "payment": ("money", "document"), "royalty": ("money", "customer"), "records": ("money", "document", "site"),
    "supply": ("input", "good", "process"), "orders": ("good", "document", "input"),
    "delivery": ("good", "document", "site"), "quality": ("measure", "process", "input", "good"),
    "recall": ("good", "customer", "incident"), "licence": ("process", "document", "legal"),
    "ip": ("legal", "secret", "document"), "brand": ("market", "good"), "content": ("good", "document", "process"),
    "confidentiality": ("secret",), "data": ("secret", "document"), "reps": ("legal", "document"),
    "warranty": ("good", "measure", "process"), "indemnity": ("legal", "incident"), "liability": ("legal", "incident"),
    "insurance": ("incident", "equipment", "money"), "term": ("legal", "document"),
    "after": ("document", "role", "good"), "force": ("incident", "process"), "disputes": ("legal", "document"),
    "notices": ("document",), "assignment": ("legal", "role"), "general": ("legal",),
    "compliance": ("site", "process", "role", "document"), "appointment": ("market", "customer"),
    "marketing": ("market", "customer"), "exclusivity": ("market", "customer"),
    "training": ("role", "document", "equipment"), "services": ("process", "role", "document", "measure"),
    "governance": ("document", "measure", "role"), "change": ("document", "process"),
    "levels": ("measure", "document", "customer"), "maintenance": ("equipment", "incident"),
    "facilities": ("site", "equipment"), "personnel": ("role",), "development": ("process", "measure", "input"),
    "continuity": ("incident", "site", "equipment"), "outlet": ("site", "good", "customer", "role"),
    "venture": ("money", "process", "site"), "agency": ("market", "good", "money"),
    "joint": ("process", "customer", "role"),
}  # fmt: skip
# what an article may go on about once its own sections are used up
WORKING_RULES: Mapping[str, tuple[str, ...]] = {
    "supply": ("input", "good", "equipment"), "orders": ("good",), "delivery": ("good", "site"),
    "quality": ("process", "document", "input", "good"), "recall": ("good", "incident"),
    "services": ("process", "document", "role", "incident"), "maintenance": ("equipment", "incident"),
    "facilities": ("site", "equipment"), "personnel": ("role",), "continuity": ("incident",),
    "outlet": ("site", "good", "process", "role"), "development": ("process", "document", "input"),
    "training": ("role", "process", "document"), "compliance": ("document", "incident", "input"),
    "venture": ("site", "process", "equipment"), "joint": ("process", "document"), "agency": ("good", "site"),
    "content": ("process", "document", "good"), "levels": ("process", "incident"), "appointment": ("good",),
}  # fmt: skip
# the schedules that consist of working rules, and what each is about
WORKING_SCHEDULES: Mapping[str, tuple[str, ...]] = {
    "process": ("process", "input"), "upkeep": ("equipment", "incident"), "paperwork": ("document", "role"),
    "stock": ("good", "site", "input"),
}  # fmt: skip
