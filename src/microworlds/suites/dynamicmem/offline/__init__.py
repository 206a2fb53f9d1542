"""The offline author's hand for each task of DynamicMem."""
