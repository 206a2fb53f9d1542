"""What can be answered or told without memory: leaks, places of evidence, and systems that cut corners."""
