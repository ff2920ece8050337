"""Content of the present channel in the database (port `Contents`)."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from touchline.channel.adapters.sql.content_tables import (
    MenuItemRow,
    PageRow,
    PopupRow,
    PrerollRow,
    QuestionRow,
    SlideRow,
)
from touchline.channel.domain.content import Content, MenuItem, Page, Popup, Preroll, Question, Slide
from touchline.shared.errors import NotFound

T = TypeVar("T", bound=Content)

_ROWS: dict[object, type[Any]] = {
    MenuItem: MenuItemRow,
    Slide: SlideRow,
    Page: PageRow,
    Question: QuestionRow,
    Popup: PopupRow,
    Preroll: PrerollRow,
}


class SqlContents:
    """Each kind of content has a table whose columns have the names of its fields."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list(self, kind: type[T]) -> Sequence[T]:
        """All things of a kind, in the order of the pack."""
        row = _ROWS[kind]
        return [_thing(kind, found) for found in self._session().scalars(select(row).order_by(row.position))]

    def find(self, kind: type[T], content_id: int) -> T:
        """One thing; `NotFound`."""
        row = _ROWS[kind]
        found = self._session().scalar(select(row).where(row.id == content_id))
        if found is None:
            raise NotFound
        return _thing(kind, found)

    def replace(self, kind: type[T], things: Sequence[T]) -> None:
        """Put these in the place of all; keys that stay keep their ids."""
        session, row = self._session(), _ROWS[kind]
        kept = {found.key: found for found in session.scalars(select(row))}
        for position, thing in enumerate(things):
            values = {name: value for name, value in vars(thing).items() if name != "id"}
            found = kept.pop(thing.key, None)
            if found is None:
                session.add(row(position=position, **values))
                continue
            for name, value in (values | {"position": position}).items():
                setattr(found, name, value)
        for gone in kept.values():
            session.delete(gone)
        session.flush()


def _thing(kind: type[T], row: Any) -> T:
    return kind(**{spot.name: getattr(row, spot.name) for spot in fields(kind)})
