"""The marks that changes of tables leave (`watched`), read again and again at the price of one number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import ScalarSelect, func, select

from touchline.platform.db.questions import Questions
from touchline.platform.db.watched import TableMarkRow


def sum_of_marks() -> ScalarSelect[Any]:
    """Changes with every mark; a column for a question that asks for more. NULL where there is none."""
    return select(func.sum(TableMarkRow.mark)).scalar_subquery()


class Seen(NamedTuple):
    """The marks of all tables at one moment, and their sum: with every change another one."""

    total: int
    of_tables: Mapping[str, int]


class Marks:
    """The marks of all tables as they are now."""

    def __init__(self, questions: Questions) -> None:
        self._sum = questions.prepare(select(sum_of_marks()))
        self._all = questions.prepare(select(TableMarkRow.name, TableMarkRow.mark))
        self._known = Seen(-1, {})

    def present(self, total: int | None = None) -> Seen:
        """What they are. `total`: the sum of marks, where it was just read; `NoAnswer`."""
        if total is None:
            total = int(self._sum()[0][0] or 0)
        seen = self._known
        if seen.total != total:
            marks = {name: int(mark) for name, mark in self._all()}
            seen = self._known = Seen(sum(marks.values()), marks)
        return seen
