"""What imports remember, in the database: rows by source, and decisions about names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from touchline.front.adapters.sql.import_tables import ImportNameRow, ImportRowRow
from touchline.front.imports.comparison import ImportedRow
from touchline.front.imports.names import NameAction, NameChoice, NameKind, NameRef


class SqlImportMemory:
    """The rows and names that imports of the current channel remember."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_sources(self) -> Sequence[str]:
        """Return the names of all sources that were imported, in alphabetical order."""
        return self._session().scalars(
            select(ImportRowRow.source).distinct().order_by(ImportRowRow.source)
        ).all()  # fmt: skip

    def list_rows(self, source: str) -> dict[str, ImportedRow]:
        """Return the rows of the last import of a source by their key."""
        rows = self._session().scalars(
            select(ImportRowRow).where(ImportRowRow.source == source).order_by(ImportRowRow.id)
        )
        return {row.row_key: ImportedRow(row.row_key, row.event_key, row.fields) for row in rows}

    def save_rows(self, source: str, rows: Mapping[str, ImportedRow], removed: Iterable[str]) -> None:
        """Insert or update rows, and remove the rows with other keys that they replace."""
        session = self._session()
        existing = {
            row.row_key: row
            for row in session.scalars(select(ImportRowRow).where(ImportRowRow.source == source))
        }
        for key in set(removed) - rows.keys():
            session.delete(existing[key])
        for key, row in rows.items():
            if key in existing:
                existing[key].event_key, existing[key].fields = row.event_key, dict(row.fields)
            else:
                session.add(
                    ImportRowRow(source=source, row_key=key, event_key=row.event_key, fields=dict(row.fields))
                )

    def list_names(self) -> dict[NameRef, NameChoice]:
        """Return the decisions about names."""
        return {
            NameRef(NameKind(row.kind), row.name, row.scope): NameChoice(NameAction(row.action), row.key)
            for row in self._session().scalars(select(ImportNameRow))
        }

    def save_names(self, names: Mapping[NameRef, NameChoice]) -> None:
        """Insert or replace decisions about names."""
        session = self._session()
        for ref, choice in names.items():
            session.execute(
                delete(ImportNameRow).where(
                    ImportNameRow.kind == ref.kind.value,
                    ImportNameRow.name == ref.name,
                    ImportNameRow.scope == ref.scope,
                )
            )
            session.add(
                ImportNameRow(
                    kind=ref.kind.value,
                    name=ref.name,
                    scope=ref.scope,
                    action=choice.action.value,
                    key=choice.key,
                )
            )
