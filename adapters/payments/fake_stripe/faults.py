"""Trouble on purpose: the next calls of `/v1` go wrong as real ones do."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

TIMEOUT, BROKEN, AFTER, BUSY = "timeout", "500", "after", "429"
KINDS = (TIMEOUT, BROKEN, AFTER, BUSY)


@dataclass
class Fault:
    """`timeout`: nothing is done, no answer comes. `500`, `429`: nothing is done. `after`: it is done, and
    the answer is lost. `seconds` is how long a caller waits for the answer that does not come. `only`: the
    beginning of `POST /v1/…` that it is for; any call where empty.
    """

    how: str
    left: int
    seconds: float = 0
    only: str = ""


class Faults:
    """What is to go wrong next."""

    def __init__(self) -> None:
        self._planned: list[Fault] = []
        self.happened = 0
        """To how many calls something happened since the last that was planned."""
        self._lock = Lock()

    def plan(self, fault: Fault) -> None:
        """Let the next calls go wrong; `left` of 0 takes all that is planned back."""
        with self._lock:
            if fault.left:
                self.happened = 0
                self._planned.append(fault)
            else:
                self._planned.clear()

    def next(self, call: str) -> Fault | None:
        """What happens to this call (`POST /v1/refunds`); it is used up by that."""
        with self._lock:
            fault = next((fault for fault in self._planned if call.startswith(fault.only)), None)
            if fault:
                fault.left -= 1
                self.happened += 1
                if not fault.left:
                    self._planned.remove(fault)
            return fault
