"""Number of processor cores that this process may use."""

import os


def usable_cores() -> int:
    """Return the number of cores, limited by the CPU affinity of the process (such as a container's)."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
