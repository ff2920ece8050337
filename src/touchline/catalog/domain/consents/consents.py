"""The consent register: which members of a participant may be recorded and named, and when.

The names come from the school and are private. No public response contains them, and no channel pack that
`channels export` writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class ConsentProblem(StrEnum):
    """The reason why a person must not be recorded on a given day."""

    NOT_RECORDED = "not_recorded"
    NOT_RECORDED_UNTIL = "not_recorded_until"
    NOT_YET_VALID = "not_yet_valid"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Consent:
    """The consent given by a person, or by someone who decides for them.

    `named`: the person may also be named. `not_recorded_until`: the first day on which the person may be
    recorded again. `valid_from` and `valid_to` are the first and last day of the consent.
    """

    name: str
    recorded: bool
    named: bool = False
    not_recorded_until: date | None = None
    valid_from: date | None = None
    valid_to: date | None = None

    def find_problem(self, day: date) -> ConsentProblem | None:
        """Return why the person must not be recorded on a day; None if they may be recorded."""
        if not self.recorded:
            return ConsentProblem.NOT_RECORDED
        if self.not_recorded_until and day < self.not_recorded_until:
            return ConsentProblem.NOT_RECORDED_UNTIL
        if self.valid_from and day < self.valid_from:
            return ConsentProblem.NOT_YET_VALID
        if self.valid_to and day > self.valid_to:
            return ConsentProblem.EXPIRED
        return None
