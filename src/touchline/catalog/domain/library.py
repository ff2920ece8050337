"""The on-demand library: items, their categories, and the rails that show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from touchline.catalog.domain.access import Access, AccessReason, Entitlement, Viewer, check_access
from touchline.catalog.domain.events.blackouts import (
    Blackout,
    Interval,
    combine_blackouts,
    get_blackout_end,
    get_next_blackout,
    is_blacked_out,
    list_intervals,
)
from touchline.catalog.domain.ids import LibraryCategoryId, LibraryRailId
from touchline.catalog.domain.media.recordings import RecordingState
from touchline.catalog.domain.passes import PassType
from touchline.shared.geo import EVERYWHERE, GeoRule
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

    Viewers may watch the item from `available_from` (inclusive) to `available_until` (exclusive); None leaves
    that side open. Without `has_video`, they get only its audio. In a country with one of `blackouts`, nobody
    may watch it for a time; hours after the end count from its date. `streams` is how many devices may watch
    it at once with one purchase, instead of as many as the purchase has.
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
    available_from: datetime | None = None
    available_until: datetime | None = None
    has_video: bool = True
    blackouts: tuple[Blackout, ...] = ()
    streams: int | None = None

    def check_access(
        self,
        viewer: Viewer,
        now: datetime,
        *,
        channel_geo: GeoRule,
        entitlement: Entitlement | None,
        channel_blackouts: Sequence[Blackout] = (),
    ) -> Access:
        """Return whether this viewer may watch the item, and the reason.

        The channel's regions and blackouts apply. `not_started` means before, `no_replay` after its time.
        """
        intervals = self._list_intervals(viewer.country, channel_blackouts)
        is_dark = is_blacked_out(intervals, now)
        blackout_end = get_blackout_end(intervals, now) if is_dark else None
        closed_reason = self._find_closed_reason(now)
        access = check_access(
            self.pass_type,
            viewer,
            entitlement=entitlement,
            is_blocked=channel_geo.blocks(viewer.country) or (is_dark and blackout_end is None),
            blackout_end=blackout_end,
            closed_reason=closed_reason,
            opens_at=self.available_from if closed_reason is AccessReason.NOT_STARTED else None,
            has_video=self.has_video,
        )
        if access.streams is None or self.streams is None:
            return access
        return replace(access, streams=self.streams)

    @property
    def region_rule(self) -> GeoRule:
        """The rule that decides whether media URLs are bound to a country. It includes blackouts."""
        regions = {region for blackout in self.blackouts for region in blackout.regions}
        return GeoRule(block=tuple(sorted(regions))) if regions else EVERYWHERE

    def get_playback_end(
        self, now: datetime, country: str | None, channel_blackouts: Sequence[Blackout] = ()
    ) -> datetime | None:
        """Return when playback that starts at `now` in a country ends; None if nothing ends it."""
        next_blackout = get_next_blackout(self._list_intervals(country, channel_blackouts), now)
        return min(filter(None, (self.available_until, next_blackout)), default=None)

    def is_over(self, now: datetime) -> bool:
        """Return whether nobody may watch the item any more."""
        return self._find_closed_reason(now) is AccessReason.NO_REPLAY

    def _list_intervals(
        self, country: str | None, channel_blackouts: Sequence[Blackout]
    ) -> Sequence[Interval]:
        return list_intervals(combine_blackouts(channel_blackouts, self.blackouts), country, self.date)

    def _find_closed_reason(self, now: datetime) -> AccessReason | None:
        if self.available_from and now < self.available_from:
            return AccessReason.NOT_STARTED
        return AccessReason.NO_REPLAY if self.available_until and now >= self.available_until else None


@dataclass(frozen=True, slots=True)
class LibraryRail:
    """A titled row of items: picked by hand or, with a `category_id`, the newest items of that category."""

    id: LibraryRailId
    key: str
    title: LocalText
    weight: int = 0
    category_id: LibraryCategoryId | None = None
    item_ids: tuple[LibraryItemId, ...] = ()
