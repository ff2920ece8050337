"""What the channel sells: packages and subscriptions (product.md, sections 3 and 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from touchline.shared.ids import PackageId, SubscriptionId
from touchline.shared.money import Money
from touchline.shared.strings.localized import LocalText


class Capability(StrEnum):
    """What a holder may do (product.md, section 6)."""

    WATCH = "watch"
    DOWNLOAD = "download"
    CLIPPING = "clipping"
    DOWNLOAD_CLIP = "download_clip"
    NO_ADS = "no_ads"
    VOD_MEDIA = "vod_media"


class Feature(StrEnum):
    """What is counted, and may be limited by a pass (product.md, section 3, "featureCount")."""

    CLIPS = "clips"
    DOWNLOADS = "downloads"


Limits = Mapping[Feature, int]
"""How often a pass allows what is counted; what it does not name is not limited."""


class PackageType(StrEnum):
    """What a package opens: one event, a season of its categories, one team's season in them."""

    EVENT = "event"
    SEASON = "season"
    TEAM = "team"


@dataclass(frozen=True)
class Price:
    """What is asked: `total` is `base` and the service `fee` together."""

    base: Money
    fee: Money

    @property
    def total(self) -> Money:
        """What is charged without a coupon."""
        return self.base + self.fee


@dataclass(frozen=True, kw_only=True)
class Offer:
    """What packages and subscriptions have in common. `key` is the identity over applies of a pack."""

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


@dataclass(frozen=True, kw_only=True)
class Package(Offer):
    """Bought once. Without categories it covers every category of events; `categories` are keys of a pack,
    `category_ids` the catalogue's ids of the same. What it opens is open for `days` (of one event: from its
    start, if that comes later) or to the end of the day `until`; without either for good."""

    id: PackageId
    type: PackageType
    categories: tuple[str, ...]
    category_ids: tuple[int, ...]
    is_team_pass: bool
    days: int | None = None
    until: date | None = None

    @property
    def requires_team(self) -> bool:
        """Whether one team is chosen when it is bought."""
        return self.is_team_pass or self.type is PackageType.TEAM


@dataclass(frozen=True, kw_only=True)
class Subscription(Offer):
    """Renews every 12 months or every 30 days; `trial_period` is in days, 0 for none."""

    id: SubscriptionId
    trial_period: int
