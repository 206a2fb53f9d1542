"""What everything else is made of: records and files of them, errors, plug-ins, seeds, text, tokens, statistics."""
