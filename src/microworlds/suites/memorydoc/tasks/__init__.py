"""Every place where the paper calls a model to make or judge a world: one file a task.

Each file has what is given and what comes back; the text file beside it is the prompt, which says in our own words
what Appendix B says it must ask for; the offline author's file of the same name lies in ``offline``. What becomes known
in a session is planned beforehand (see ``storyline``), so the session's prompt lists it: the model writes the
conversation, not the truth.

Source: MemoryDocDataSet, Appendix B.
"""
