"""How many processor cores this process may use."""

import os


def usable_cores() -> int:
    """Return the number of cores; in a container with a set of cores, those of the set."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
