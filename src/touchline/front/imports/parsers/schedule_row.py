"""A row of an imported schedule, and the options with which a file is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from touchline.front.imports.parsers.dates import DateOrder
from touchline.front.imports.parsers.results import RowResult
from touchline.front.imports.problems import ImportProblem

SCHEDULED, CANCELED, POSTPONED = "scheduled", "canceled", "postponed"


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How the operator says that a file is read. None and empty values are detected.

    `columns` are the fields of the columns in their order. `season` is the year of the first game, for dates
    without a year. `own_team` is the name of the team whose opponents the file lists.
    """

    columns: Sequence[str] = ()
    date_order: DateOrder | None = None
    season: int | None = None
    own_team: str = ""
    is_away_score_first: bool = False


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """A game, or another event, of a file.

    `id` is its identity in the file, empty if there is none. `starts` is None if the time is to be announced.
    `status`, `score`, `location` and `category` are None if the file has no such column.
    """

    number: int
    day: date
    starts: datetime | None
    home: str = ""
    away: str = ""
    title: str = ""
    id: str = ""
    category: str | None = None
    location: str | None = None
    status: str | None = None
    score: RowResult | None = None


@dataclass(frozen=True)
class ParsedFile:
    """The rows of a file, how it was read, and what it lacks.

    `questions` are the options that the operator must choose before anything can be imported.
    """

    format: str
    encoding: str
    rows: Sequence[ScheduleRow]
    problems: Sequence[ImportProblem] = ()
    questions: Sequence[str] = ()
    delimiter: str = ""
    header: Sequence[str] = ()
    columns: Sequence[str] = ()
    samples: Sequence[Sequence[str]] = ()
    date_order: DateOrder | None = None
    date_example: Mapping[str, str] = field(default_factory=dict)
    skipped: Sequence[int] = ()
