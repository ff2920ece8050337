"""Infrastructure without business terms: database, HTTP, queue, settings, logging and open files."""
