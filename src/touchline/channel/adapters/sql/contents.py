"""Content of the current channel in the database (port `Contents`)."""

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
    SponsorRow,
)
from touchline.channel.domain.site.content import (
    Content,
    MenuItem,
    Page,
    Popup,
    Preroll,
    Question,
    Slide,
    Sponsor,
)
from touchline.shared.errors import NotFoundError

T = TypeVar("T", bound=Content)

_ROW_CLASSES: dict[object, type[Any]] = {
    MenuItem: MenuItemRow,
    Slide: SlideRow,
    Page: PageRow,
    Question: QuestionRow,
    Popup: PopupRow,
    Sponsor: SponsorRow,
    Preroll: PrerollRow,
}


class SqlContents:
    """Repository of content. Each kind has its own table, whose columns are named after its fields."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list(self, kind: type[T]) -> Sequence[T]:
        """List all items of a kind, in the order of the pack."""
        row_class = _ROW_CLASSES[kind]
        return [
            _to_content(kind, content_row)
            for content_row in self._session().scalars(select(row_class).order_by(row_class.position))
        ]

    def get(self, kind: type[T], content_id: int) -> T:
        """Return an item. Raises `NotFoundError` if it does not exist."""
        row_class = _ROW_CLASSES[kind]
        content_row = self._session().scalar(select(row_class).where(row_class.id == content_id))
        if content_row is None:
            raise NotFoundError
        return _to_content(kind, content_row)

    def replace(self, kind: type[T], items: Sequence[T]) -> None:
        """Replace all items of a kind. Items whose key remains keep their ids."""
        session, row_class = self._session(), _ROW_CLASSES[kind]
        existing_rows = {content_row.key: content_row for content_row in session.scalars(select(row_class))}
        for position, item in enumerate(items):
            values = {name: value for name, value in vars(item).items() if name != "id"}
            content_row = existing_rows.pop(item.key, None)
            if content_row is None:
                session.add(row_class(position=position, **values))
                continue
            for name, value in (values | {"position": position}).items():
                setattr(content_row, name, value)
        for deleted_row in existing_rows.values():
            session.delete(deleted_row)
        session.flush()


def _to_content(kind: type[T], row: Any) -> T:
    return kind(**{field.name: getattr(row, field.name) for field in fields(kind)})
