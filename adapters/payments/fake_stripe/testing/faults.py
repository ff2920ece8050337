"""Trouble on purpose: the next calls of `/v1` go wrong as real ones do."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

TIMEOUT, SERVER_ERROR, LOST_RESPONSE, RATE_LIMITED = "timeout", "500", "after", "429"
KINDS = (TIMEOUT, SERVER_ERROR, LOST_RESPONSE, RATE_LIMITED)


@dataclass
class Fault:
    """`timeout`: nothing is done, no answer comes. `500`, `429`: nothing is done. `after`: it is done, and
    the answer is lost. `seconds` is how long a caller waits for the answer that does not come.
    `path_prefix`: the beginning of `POST /v1/…` that it is for; any call where empty.
    """

    kind: str
    remaining: int
    seconds: float = 0
    path_prefix: str = ""


class Faults:
    """What is to go wrong next."""

    def __init__(self) -> None:
        self._planned: list[Fault] = []
        self.triggered = 0
        """To how many calls something happened since the last that was planned."""
        self._lock = Lock()

    def plan(self, fault: Fault) -> None:
        """Let the next calls go wrong; `remaining` of 0 takes all that is planned back."""
        with self._lock:
            if fault.remaining:
                self.triggered = 0
                self._planned.append(fault)
            else:
                self._planned.clear()

    def consume(self, call: str) -> Fault | None:
        """What happens to this call (`POST /v1/refunds`); it is used up by that."""
        with self._lock:
            fault = next((fault for fault in self._planned if call.startswith(fault.path_prefix)), None)
            if fault:
                fault.remaining -= 1
                self.triggered += 1
                if not fault.remaining:
                    self._planned.remove(fault)
            return fault
