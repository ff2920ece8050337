"""What other contexts may ask of billing. Plain values back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from touchline.billing.application.offer_answers import Answer
from touchline.billing.application.offer_queries import OfferQueries
from touchline.billing.application.packs import OfferPacks
from touchline.billing.domain.offers import PackageType
from touchline.billing.ports.offers import Offers
from touchline.shared.ids import AccountId, PackageId
from touchline.shared.money import Money


@dataclass(frozen=True)
class SingleEventPackage:
    """A package that opens one event of its categories; no categories means any event."""

    id: PackageId
    base: Money
    fee: Money
    category_ids: tuple[int, ...]


@dataclass(frozen=True)
class Entitlement:
    """What an account holds: `kind` is `event`, `package` or `subscription`.

    `event_id` for a single event, `category_ids` (none: all) and `participant_id` for a package or team pass.
    """

    kind: str
    event_id: int | None
    category_ids: tuple[int, ...]
    participant_id: int | None
    capabilities: frozenset[str]


class BillingFacade:
    """The few questions that other contexts may ask, in the present transaction."""

    def __init__(self, queries: OfferQueries, packs: OfferPacks, offers: Offers) -> None:
        self._queries = queries
        self._packs = packs
        self._offers = offers

    def packages(self, language: str) -> list[Answer]:
        """All packages on sale as `GET /packages` answers them."""
        return self._queries.packages(language)

    def subscriptions(self, language: str) -> list[Answer]:
        """All subscriptions on sale as `GET /subscriptions` answers them."""
        return self._queries.subscriptions(language)

    def single_event_packages(self) -> list[SingleEventPackage]:
        """The packages of type `event`, the heaviest first: the first that covers a category sells it."""
        return [
            SingleEventPackage(one.id, one.price.base, one.price.fee, one.category_ids)
            for one in self._offers.packages()
            if one.type is PackageType.EVENT
        ]

    def entitlements(self, account_id: AccountId) -> list[Entitlement]:
        """What an account holds; without paid and active orders, nothing.

        Orders decide it (product.md §4, "Purchase recognition"); this installation keeps none yet.
        """
        return []

    def apply_pack(self, part: Mapping[str, Any], ids: Mapping[str, Mapping[str, int]]) -> None:
        """Make the offers those of a channel pack (see `OfferPacks.apply` for the form); `ids` are the
        catalogue's by kind and key."""
        self._packs.apply(part, ids["category"])

    def export_pack(self) -> dict[str, Any]:
        """The offers in the form that `apply_pack` takes."""
        return self._packs.export()
