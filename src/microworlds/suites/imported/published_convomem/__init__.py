"""ConvoMem as others published it, imported: evidence items and test cases."""
