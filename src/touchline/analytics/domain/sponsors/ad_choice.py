"""Which pre-roll plays before an event (product.md §5), and how often a viewer sees a sponsor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AdSponsor:
    """A sponsor, as far as the choice of a pre-roll needs it. `daily_cap` None sets no limit."""

    key: str
    daily_cap: int | None = None
    is_archived: bool = False


@dataclass(frozen=True, slots=True)
class AdPreroll:
    """A pre-roll. Without a `sponsor` it is a house ad. Empty `category_ids` stand for all categories."""

    id: int
    key: str
    sponsor: AdSponsor | None = None
    weight: int = 1
    location_id: int | None = None
    category_ids: tuple[int, ...] = ()
    for_live: bool = True
    for_vod: bool = True


@dataclass(frozen=True, slots=True)
class AdTarget:
    """The event before which a pre-roll plays. `preroll_keys` are those that the operator chose, if any."""

    event_id: int
    location_id: int | None
    category_id: int | None
    is_live: bool
    preroll_keys: tuple[str, ...] | None = None


def can_play(preroll: AdPreroll, target: AdTarget) -> bool:
    """Return whether a pre-roll may play before an event: its location and categories, if set, match.

    If the operator chose pre-rolls for the event, these play, and no others. A pre-roll with weight 0 and
    those of an archived sponsor never play.
    """
    if preroll.weight <= 0 or (preroll.sponsor and preroll.sponsor.is_archived):
        return False
    if not (preroll.for_live if target.is_live else preroll.for_vod):
        return False
    if target.preroll_keys is not None:
        return preroll.key in target.preroll_keys
    if preroll.location_id is not None and preroll.location_id != target.location_id:
        return False
    return not preroll.category_ids or target.category_id in preroll.category_ids


def order_by_weight(prerolls: Sequence[AdPreroll], random: Callable[[], float]) -> list[AdPreroll]:
    """Return the pre-rolls in a random order. The first one is each of them in proportion to its weight.

    `random` returns numbers from 0 up to 1.
    """
    remaining, ordered = list(prerolls), []
    while remaining:
        point = random() * sum(preroll.weight for preroll in remaining)
        for preroll in remaining:
            point -= preroll.weight
            if point < 0:
                break
        ordered.append(preroll)
        remaining.remove(preroll)
    return ordered


def is_capped(sponsor: AdSponsor | None, shown: int) -> bool:
    """Return whether a viewer who saw a sponsor this many times today sees it no more today."""
    return sponsor is not None and sponsor.daily_cap is not None and shown >= sponsor.daily_cap
