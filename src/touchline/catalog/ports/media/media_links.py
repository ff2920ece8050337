"""The media of events and library items, as far as their answers need them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.media.assets import MediaItem, OwnerKind
from touchline.shared.principal import Principal


class MediaLinkBuilder(Protocol):
    """Finds media rows for a whole list, and tells each of them to one viewer."""

    def list_for_owners(self, owner_kind: OwnerKind, ids: Sequence[int]) -> Mapping[int, Sequence[MediaItem]]:
        """The rows of each owner that has any, in one query."""
        ...

    def build_links(
        self, items: Sequence[MediaItem], *, can_play: bool, principal: Principal, region: str | None = None
    ) -> list[dict[str, object]]:
        """The `media` of api.md, "Catalogue"; what plays has a `url` only where the viewer `can_play`.

        With a `region` (a country, `ZZ` for an unknown one) a signed `url` opens from there alone.
        """
        ...

    def build_simulation_link(
        self, item: MediaItem, starts_at: datetime, principal: Principal, region: str | None = None
    ) -> dict[str, object]:
        """A recording as a live medium (type 2) behind which nothing opens before it is due."""
        ...
