"""MemoryDocDataSet: conversations about long documents, and questions that need both."""
