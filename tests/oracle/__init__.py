"""Independent twins of the engine in plain Python, slow and short, and how a problem is put to both.

Only ``asking`` knows the package; the twins share no code with it.
"""
