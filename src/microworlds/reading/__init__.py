"""Reading: facts in documents, answers in passages. Nothing here knows who wrote the text, or how."""
