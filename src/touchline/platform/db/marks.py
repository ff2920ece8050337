"""The marks that changes of tables leave (`watched`), read again and again at the price of one number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ScalarSelect, func, select

from touchline.platform.db.questions import Questions
from touchline.platform.db.watched import TableMarkRow


def sum_of_marks() -> ScalarSelect[Any]:
    """Changes with every mark; a column for a question that asks for more. NULL where there is none."""
    return select(func.sum(TableMarkRow.mark)).scalar_subquery()


class Marks:
    """The marks of all tables as they are now."""

    def __init__(self, questions: Questions) -> None:
        self._sum = questions.prepare(select(sum_of_marks()))
        self._all = questions.prepare(select(TableMarkRow.name, TableMarkRow.mark))
        self._known: tuple[int, Mapping[str, int]] = (-1, {})

    def present(self, total: int | None = None) -> Mapping[str, int]:
        """Table → mark; the same mapping while nothing has changed. `total`: the sum of marks, where it was
        just read; `NoAnswer`."""
        if total is None:
            total = int(self._sum()[0][0] or 0)
        known, marks = self._known
        if known != total:
            marks = {name: int(mark) for name, mark in self._all()}
            self._known = (sum(marks.values()), marks)
        return marks
