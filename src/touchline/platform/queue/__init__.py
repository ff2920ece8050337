"""Jobs: what a context registers, and how a worker runs one."""
