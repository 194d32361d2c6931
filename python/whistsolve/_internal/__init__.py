"""Helpers that several packages share, none of them public."""

import os
from _thread import RLock

#: Held while modules are first loaded and shared threads started, and by forks, which wait for that: a child
#: has no other thread, and would find modules half loaded and the lock held for ever.
LOCK = RLock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=LOCK.acquire, after_in_parent=LOCK.release, after_in_child=LOCK.release)

#: How to load a module that renders values and results, for `shown`; set by the package: no class imports it.
RENDERING = []  # type: ignore[var-annotated]
