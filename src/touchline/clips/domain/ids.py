"""Identifiers of the clips context."""

from typing import NewType

ClipId = NewType("ClipId", int)
EventFileId = NewType("EventFileId", int)
