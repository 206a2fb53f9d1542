"""Every place where the paper calls a model to make or judge a world: one file a task.

Each file has what is given, what comes back and the prompt, which says in our own words what Appendix B says it must
ask for; the offline author's file of the same name lies in ``offline``. What becomes known in a session is planned
beforehand (see ``plots``), so the session's prompt lists it: the model writes the conversation, not the truth.

Source: MemoryDocDataSet, Appendix B.
"""
