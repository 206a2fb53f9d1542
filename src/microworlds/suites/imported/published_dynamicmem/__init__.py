"""DynamicMem as others published it, imported: a user's app log and task packs."""
