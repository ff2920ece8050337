"""Ids used only in this context."""

from __future__ import annotations

from typing import NewType

PropertyId = NewType("PropertyId", int)
SportId = NewType("SportId", int)
LibraryCategoryId = NewType("LibraryCategoryId", int)
LibraryRailId = NewType("LibraryRailId", int)
LiveStreamId = NewType("LiveStreamId", int)
