"""Planned faults: the next calls of `/v1` fail as real ones can."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

TIMEOUT, SERVER_ERROR, LOST_RESPONSE, RATE_LIMITED = "timeout", "500", "after", "429"
KINDS = (TIMEOUT, SERVER_ERROR, LOST_RESPONSE, RATE_LIMITED)


@dataclass
class Fault:
    """A planned fault.

    `timeout` does nothing and sends no response. `500` and `429` do nothing. `after` runs the call, but the
    response is lost. `seconds` is how long the caller waits for the missing response. `path_prefix` is the
    beginning of the call, as in `POST /v1/…`; an empty prefix matches all calls.
    """

    kind: str
    remaining: int
    seconds: float = 0
    path_prefix: str = ""


class Faults:
    """The planned faults."""

    def __init__(self) -> None:
        self._planned: list[Fault] = []
        self.triggered = 0
        """Number of calls that a fault affected since the last one was planned."""
        self._lock = Lock()

    def plan(self, fault: Fault) -> None:
        """Plan a fault for the next calls. A `remaining` of 0 clears all planned faults."""
        with self._lock:
            if fault.remaining:
                self.triggered = 0
                self._planned.append(fault)
            else:
                self._planned.clear()

    def consume(self, call: str) -> Fault | None:
        """Return the fault for a call (`POST /v1/refunds`), or None, and count it as used."""
        with self._lock:
            fault = next((fault for fault in self._planned if call.startswith(fault.path_prefix)), None)
            if fault:
                fault.remaining -= 1
                self.triggered += 1
                if not fault.remaining:
                    self._planned.remove(fault)
            return fault
