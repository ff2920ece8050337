"""What imports remember (port)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from touchline.front.imports.comparison import ImportedRow
from touchline.front.imports.names import NameChoice, NameRef


class ImportMemory(Protocol):
    """The rows of the last import of each source, and the decisions about names, of the current channel."""

    def list_sources(self) -> Sequence[str]:
        """Return the names of all sources that were imported, in alphabetical order."""

    def list_rows(self, source: str) -> dict[str, ImportedRow]:
        """Return the rows of the last import of a source by their key."""

    def save_rows(self, source: str, rows: Mapping[str, ImportedRow], removed: Iterable[str]) -> None:
        """Insert or update rows, and remove the rows with other keys that they replace."""

    def list_names(self) -> dict[NameRef, NameChoice]:
        """Return the decisions about names."""

    def save_names(self, names: Mapping[NameRef, NameChoice]) -> None:
        """Insert or replace decisions about names."""
