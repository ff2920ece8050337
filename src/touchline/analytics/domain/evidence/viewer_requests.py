"""What the server saw of one account during an event."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum

CHECK_SLOTS = 4
"""A check of the rights covers this many slots, because a proxy asks for the next check after 20 s."""


class RequestKind(StrEnum):
    """A kind of request of a viewer.

    `FETCHED`: a segment was sent. `POLLED`: a playlist was sent. `CHECKED`: a proxy asked whether the
    viewer may play; the segments that it sent are not known. `FAILED`: the server answered with an error of
    its own. `ATTEMPTED`: the viewer opened the page of the live event, with access.
    """

    FETCHED = "fetched"
    POLLED = "polled"
    CHECKED = "checked"
    FAILED = "failed"
    ATTEMPTED = "attempted"


@dataclass(frozen=True, slots=True)
class ViewerRequests:
    """The slots in which an account made requests of each kind, on all of its devices."""

    fetched: Set[int] = frozenset()
    polled: Set[int] = frozenset()
    checked: Set[int] = frozenset()
    failed: Set[int] = frozenset()
    attempted: Set[int] = frozenset()

    @property
    def active_by_checks(self) -> set[int]:
        """The slots that the checks cover."""
        return {slot + offset for slot in self.checked for offset in range(CHECK_SLOTS)}
