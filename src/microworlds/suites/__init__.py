"""Suites: what is asked of a memory. A suite never knows a memory system."""
