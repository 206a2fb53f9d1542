"""DynamicMem: fifteen months of a person's life in sixteen apps, asked at five checkpoints.

Source: DynamicMem (arXiv 2606.22877); issue 17.
"""
