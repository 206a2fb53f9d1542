"""ConvoMem: six kinds of memory, one to six pieces of evidence, histories of 2 to 300 conversations."""
