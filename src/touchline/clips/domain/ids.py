"""Identifiers of the clips context."""

from typing import NewType

ClipId = NewType("ClipId", int)
EventFileId = NewType("EventFileId", int)
HighlightId = NewType("HighlightId", int)
ReelId = NewType("ReelId", int)
