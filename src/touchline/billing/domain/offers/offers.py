"""Offers of the channel: packages and subscriptions (product.md, sections 3 and 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from touchline.billing.domain.offers.offer_availability import EVERYTHING, OfferAvailability
from touchline.billing.domain.offers.price_choices import PriceChoice
from touchline.billing.domain.renewals.off_season import OffSeason
from touchline.shared.ids import PackageId, SubscriptionId
from touchline.shared.money import Money
from touchline.shared.strings.localized import LocalText


class Capability(StrEnum):
    """Capability of a pass (product.md, section 6)."""

    WATCH = "watch"
    DOWNLOAD = "download"
    CLIPPING = "clipping"
    DOWNLOAD_CLIP = "download_clip"
    NO_ADS = "no_ads"
    VOD_MEDIA = "vod_media"


class Feature(StrEnum):
    """A counted feature that a pass may limit (product.md, section 3, "featureCount"). `streams` are the
    devices that may watch at once.
    """

    CLIPS = "clips"
    DOWNLOADS = "downloads"
    STREAMS = "streams"


Limits = Mapping[Feature, int]
"""How often a pass allows each counted feature. Features that are not listed are unlimited, except `streams`
(`get_streams`).
"""
DEFAULT_STREAMS = 3


def get_streams(limits: Mapping[Any, int]) -> int:
    """Return how many devices may watch at once with a pass that has these limits."""
    return limits.get(Feature.STREAMS, DEFAULT_STREAMS)


class PackageType(StrEnum):
    """Coverage of a package: one event, a season of its categories, or one team's season in them.

    A `donation` covers nothing.
    """

    EVENT = "event"
    SEASON = "season"
    TEAM = "team"
    DONATION = "donation"


@dataclass(frozen=True)
class Price:
    """A price: `total` is `base` plus the service `fee`."""

    base: Money
    fee: Money

    @property
    def total(self) -> Money:
        """Amount charged without a coupon."""
        return self.base + self.fee


@dataclass(frozen=True, kw_only=True)
class Offer:
    """Fields that packages and subscriptions share. `key` identifies the offer across pack applies."""

    key: str
    name: LocalText
    description: LocalText | None
    price: Price
    offer: str | None
    period: str | None
    capabilities: tuple[Capability, ...]
    weight: int = 0
    limits: Limits = field(default_factory=dict)
    features: tuple[LocalText, ...] = ()
    recommended: bool = False
    availability: OfferAvailability = EVERYTHING


@dataclass(frozen=True, kw_only=True)
class Package(Offer):
    """An offer that is bought once.

    Without categories it covers every event category. `categories` are keys of a pack, `category_ids` the
    catalog's ids of the same categories. Access lasts for `days` (for one event: from its start, if that is
    later) or until the end of the day `until`. Without either it never ends.

    With a `price_choice` the viewer chooses the amount, and `price` is the one that the page selects first.
    `receipt_note` is printed on receipts, such as the tax ID of a nonprofit.
    """

    id: PackageId
    type: PackageType
    categories: tuple[str, ...]
    category_ids: tuple[int, ...]
    is_team_pass: bool
    days: int | None = None
    until: date | None = None
    price_choice: PriceChoice | None = None
    receipt_note: LocalText | None = None

    @property
    def requires_team(self) -> bool:
        """Whether the buyer must choose a team."""
        return self.is_team_pass or self.type is PackageType.TEAM


@dataclass(frozen=True, kw_only=True)
class Subscription(Offer):
    """An offer that renews every 12 months or every 30 days. `trial_period` is in days, 0 for none.

    An offer that renews every 30 days may have an `off_season` without charges.
    """

    id: SubscriptionId
    trial_period: int
    off_season: OffSeason | None = None
