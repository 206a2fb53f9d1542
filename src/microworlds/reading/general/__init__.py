"""The general reader: answers, references, judges and grades, whoever wrote texts and questions."""
