"""The on-demand library: items, their categories, and the rails that show them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from touchline.catalog.domain.access import Access, Entitlement, EntitlementKind, Viewer, check_access
from touchline.catalog.domain.ids import LibraryCategoryId, LibraryRailId
from touchline.catalog.domain.media.recordings import RecordingState
from touchline.catalog.domain.passes import PassType
from touchline.shared.geo import GeoRule
from touchline.shared.ids import LibraryItemId
from touchline.shared.strings.localized import LocalText


@dataclass(frozen=True, slots=True)
class LibraryCategory:
    """A category of library items."""

    id: LibraryCategoryId
    key: str
    name: LocalText
    weight: int = 0


@dataclass(frozen=True, slots=True)
class LibraryItem:
    """Something to watch at any time (the specification's VOD item).

    `same_title_count` counts the channel's other items with this title. `same_title_and_date_count` counts
    those that also have the same date and a lower id.
    """

    id: LibraryItemId
    key: str
    title: LocalText
    date: datetime
    duration: timedelta = timedelta(0)
    description: LocalText = field(default_factory=dict)
    author: LocalText = field(default_factory=dict)
    pass_type: PassType = PassType.FREE
    categories: tuple[LibraryCategory, ...] = ()
    image: str | None = None
    preview: str | None = None
    recording_state: RecordingState = RecordingState.AVAILABLE
    same_title_count: int = 0
    same_title_and_date_count: int = 0

    def check_access(
        self, viewer: Viewer, *, channel_geo: GeoRule, entitlement_kind: EntitlementKind | None
    ) -> Access:
        """Return whether this viewer may watch the item, and the reason.

        The channel's regions apply. A library item always counts as started.
        """
        return check_access(
            self.pass_type,
            viewer,
            entitlement=Entitlement(entitlement_kind) if entitlement_kind else None,
            is_blocked=channel_geo.blocks(viewer.country),
        )


@dataclass(frozen=True, slots=True)
class LibraryRail:
    """A titled row of items: picked by hand or, with a `category_id`, the newest items of that category."""

    id: LibraryRailId
    key: str
    title: LocalText
    weight: int = 0
    category_id: LibraryCategoryId | None = None
    item_ids: tuple[LibraryItemId, ...] = ()
