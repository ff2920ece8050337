"""Analytics payloads: a visit is stored completely or not at all."""

from __future__ import annotations

import pytest

from touchline.demo.audience_payloads import SPOOL_FULL, send_lines
from touchline.shared.errors import RefusedError


class SmallSpool:
    """A spool for two lines. Draining frees space while the store is available."""

    def __init__(self, *, is_store_down: bool = False) -> None:
        self.lines: list[bytes] = []
        self.stored: list[bytes] = []
        self._is_store_down = is_store_down

    def append(self, line: bytes) -> bool:
        """Append a line, and return whether there was space."""
        if len(self.lines) == 2:
            return False
        self.lines.append(line)
        return True

    def drain(self) -> int:
        """Store all lines, and return their number."""
        if self._is_store_down:
            return 0
        count = len(self.lines)
        self.stored, self.lines = self.stored + self.lines, []
        return count


def test_a_line_that_did_not_fit_is_sent_again_after_a_drain() -> None:
    spool, lines = SmallSpool(), [b"1", b"2", b"3", b"4", b"5"]
    assert send_lines(lines, spool.append, spool.drain) == 5
    assert spool.stored == lines


def test_a_spool_that_stays_full_refuses_the_season() -> None:
    spool = SmallSpool(is_store_down=True)
    with pytest.raises(RefusedError, match=SPOOL_FULL):
        send_lines([b"1", b"2", b"3"], spool.append, spool.drain)
