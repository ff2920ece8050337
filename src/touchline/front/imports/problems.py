"""Problems of an imported file: where each is, what is wrong, and what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError

MESSAGES: Mapping[str, str] = {
    "date_missing": "The date is missing. Write a date such as 2026-06-15.",
    "date_invalid": "This is not a date. Write a date such as 2026-06-15.",
    "date_not_in_calendar": "This day does not exist. Check the day and the month.",
    "time_invalid": "This is not a time. Write 19:00 or 7:00 PM, or leave it blank if it is not known.",
    "time_ambiguous": "Morning or evening? Other rows have AM or PM. Write 7:00 AM, 7:00 PM or 19:00.",
    "time_skipped": "This time does not exist: clocks go forward then. Use a time one hour later.",
    "time_repeated": "This time occurs twice: clocks go back then. The first one is used.",
    "team_missing": "The home or away team is missing. Write both teams, or a title.",
    "teams_equal": "Both teams are the same. Write the other team.",
    "side_invalid": "This is neither home nor away. Write home or away.",
    "category_missing": "The category is missing. Choose a category for the file.",
    "status_unknown": "This status is unknown. Write scheduled, postponed, canceled or final.",
    "score_invalid": "This is not a score. Write two numbers, such as 3-2.",
    "shootout_unclear": "A shootout needs two scores. Write 2-2 (SO 4-3). The result is left out.",
    "forfeit_unclear": "It is not clear who won by forfeit. Write 1-0 forfeit, or 0-1 forfeit. The result is"
    " left out.",
    "ending_unclear": "The row names two endings. Write OT, SO or forfeit once. The result is left out.",
    "ending_unknown": "The text beside the score is not known. Only the score is used. For an ending, write"
    " OT, SO or forfeit.",
    "formula": "This is a formula, not a value. Paste the values only, then export the file again.",
    "too_many_cells": "The row has more cells than the header. Put text that has the separator in quotes.",
    "too_few_cells": "The row has fewer cells than it needs. Add the missing cells.",
    "duplicate_row": "The row is the same as an earlier one. It is left out.",
    "value_too_long": "The text is too long. Use at most 200 characters.",
}
"""The message of each code: what is wrong, and what to do."""
NOTICES = frozenset(
    {
        "time_repeated",
        "duplicate_row",
        "shootout_unclear",
        "forfeit_unclear",
        "ending_unclear",
        "ending_unknown",
    }
)
"""Codes that do not keep the row from being imported."""

UNREADABLE_FILE = ErrorMessage(
    "errors.import_unreadable", "This file cannot be read. Export it as CSV or iCalendar (.ics)."
)
EMPTY_FILE = ErrorMessage("errors.import_empty", "This file has no games. Choose another file.")
TOO_MANY_ROWS = ErrorMessage(
    "errors.import_too_long", "This file has more than 5,000 rows. Split it, and import each part."
)
CONTRADICTING_DATES = ErrorMessage(
    "errors.import_dates_contradict",
    "Some dates have the day first and some have the month first. Write them all in the same order.",
)
PREVIEW_OUTDATED = ErrorMessage(
    "errors.import_outdated", "The schedule has changed since this preview. Check the new preview."
)
UNANSWERED = ErrorMessage(
    "errors.import_unanswered", "The preview has open questions. Answer them, then apply the import."
)


@dataclass(frozen=True, slots=True, order=True)
class ImportProblem:
    """A problem of one row. `row` counts the rows of the file from 1, `column` is empty for the whole row."""

    row: int
    column: str
    value: str
    code: str

    @property
    def message(self) -> str:
        """What is wrong, and what would be right."""
        return MESSAGES[self.code]

    @property
    def is_notice(self) -> bool:
        """Whether the row is imported in spite of the problem."""
        return self.code in NOTICES


class UnreadableFileError(RefusedError):
    """The whole file cannot be imported."""


class ValueProblem(Exception):
    """A value is not valid. `code` is a key of `MESSAGES`."""

    def __init__(self, code: str) -> None:
        super().__init__(MESSAGES[code])
        self.code = code
