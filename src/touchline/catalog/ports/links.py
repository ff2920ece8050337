"""The media of events and library items, as far as their answers need them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.media import MediaRow, OwnerKind
from touchline.shared.principal import Principal


class Links(Protocol):
    """Finds media rows for a whole list, and tells each of them to one viewer."""

    def rows_for(self, owner_kind: OwnerKind, ids: Sequence[int]) -> Mapping[int, Sequence[MediaRow]]:
        """The rows of each owner that has any, in one query."""
        ...

    def links(
        self, rows: Sequence[MediaRow], *, may_play: bool, principal: Principal, region: str | None = None
    ) -> list[dict[str, object]]:
        """The `media` of api.md, "Catalogue"; what plays has a `url` only where the viewer `may_play`.

        With a `region` (a country, `ZZ` for an unknown one) a signed `url` opens from there alone.
        """
        ...

    def showing(
        self, row: MediaRow, starts_at: datetime, principal: Principal, region: str | None = None
    ) -> dict[str, object]:
        """A recording as a live medium (type 2) behind which nothing opens before it is due."""
        ...
