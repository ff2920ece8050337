"""Port for the media of events and library items in API responses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.media.assets import MediaItem, OwnerKind
from touchline.shared.principal import Principal


class MediaLinkBuilder(Protocol):
    """A builder of media links: it loads media for a whole list and serializes them for one viewer."""

    def list_for_owners(self, owner_kind: OwnerKind, ids: Sequence[int]) -> Mapping[int, Sequence[MediaItem]]:
        """Return the media items of each owner that has any. One query."""
        ...

    def build_links(
        self,
        items: Sequence[MediaItem],
        *,
        can_play: bool,
        principal: Principal,
        region: str | None = None,
        until: datetime | None = None,
        audio_only: bool = False,
    ) -> list[dict[str, object]]:
        """Return the `media` of api.md, "Catalog". Playable items have a `url` only if the viewer
        `can_play`.

        With a `region` (a country, `ZZ` for an unknown one) a signed `url` is valid only there.
        It is not valid after `until`. `audio_only`: signed URLs open the audio alone, and items without such
        a URL have none.
        """
        ...

    def build_simulation_link(
        self,
        item: MediaItem,
        starts_at: datetime,
        principal: Principal,
        region: str | None = None,
        *,
        audio_only: bool = False,
    ) -> dict[str, object]:
        """Return a recording as a live medium (type 2) whose segments cannot be played before they are due.

        `audio_only` is as in `build_links`.
        """
        ...
