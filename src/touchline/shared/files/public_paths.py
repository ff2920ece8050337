"""Paths of public files."""

import re

CONTENT_ADDRESSED_PATH = re.compile(r"/files/[a-z0-9-]+/[0-9a-f]{12}-[A-Za-z0-9._-]+")
"""`/files/{channel slug}/{sha12}-{name}`: the file at such a path never changes."""
