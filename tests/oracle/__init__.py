"""Reference solvers in plain Python, independent of the engine, and how a problem is put to both.

Only ``asking`` knows the package; the references share no code with it.
"""
