"""Visits are sent whole or not at all."""

from __future__ import annotations

import pytest

from touchline.demo.audience_calls import NO_ROOM, send
from touchline.shared.errors import Refused


class SmallSpool:
    """Holds two lines; draining makes room while the store is there."""

    def __init__(self, *, away: bool = False) -> None:
        self.lines: list[bytes] = []
        self.stored: list[bytes] = []
        self._away = away

    def append(self, line: bytes) -> bool:
        """Whether there is room."""
        if len(self.lines) == 2:
            return False
        self.lines.append(line)
        return True

    def drain(self) -> int:
        """How many were stored."""
        if self._away:
            return 0
        count = len(self.lines)
        self.stored, self.lines = self.stored + self.lines, []
        return count


def test_a_line_that_there_was_no_room_for_is_sent_again_after_a_drain() -> None:
    spool, lines = SmallSpool(), [b"1", b"2", b"3", b"4", b"5"]
    assert send(lines, spool.append, spool.drain) == 5
    assert spool.stored == lines


def test_a_spool_that_stays_full_refuses_the_season() -> None:
    spool = SmallSpool(away=True)
    with pytest.raises(Refused, match=NO_ROOM):
        send([b"1", b"2", b"3"], spool.append, spool.drain)
