"""Purchase options: what a viewer can buy to access something (`GET /offers`).

Purchases use the same `SaleCheck`, so that every listed option can be bought.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from touchline.billing.application.offers.pricing_service import PricedProduct, PricingService
from touchline.billing.application.offers.sale_check import SaleCheck
from touchline.billing.domain.checkout.orders import Order, ProductKind
from touchline.billing.domain.coverage import CoveredEvent, grants_access, grants_library_access
from touchline.billing.domain.offers.offers import Package, PackageType
from touchline.billing.domain.offers.sale_refusals import ContentSupply, SaleRefusal
from touchline.billing.ports.offers import Offers
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.sale_catalog import EventOnSale, SaleCatalog, Team
from touchline.shared.errors import NotFoundError
from touchline.shared.principal import Principal


@dataclass(frozen=True)
class PurchaseOption:
    """A purchase that is possible now, with the fields of `POST /stripe/buy`.

    `held` is True if the viewer already has it, or something that covers it.
    """

    type: ProductKind
    id: int
    single_event_package_id: int | None
    participant_id: int | None
    held: bool


@dataclass(frozen=True)
class GrantingProduct:
    """A product that grants access to an event. `refusal` is why it cannot be bought now; None if it can."""

    priced: PricedProduct
    refusal: SaleRefusal | None


class PurchaseOptionQueries:
    """Lists the purchases that grant access to an event or the library, or all that are on sale."""

    def __init__(
        self,
        offers: Offers,
        pricing_service: PricingService,
        sale_check: SaleCheck,
        sale_catalog: SaleCatalog,
        orders: Orders,
    ) -> None:
        self._offers = offers
        self._pricing_service = pricing_service
        self._sale_check = sale_check
        self._sale_catalog = sale_catalog
        self._orders = orders

    def list_for_event(self, event_id: int, principal: Principal) -> list[PurchaseOption]:
        """Return the options for an event: the event itself first, then passes, then subscriptions.

        Raises `NotFoundError` if this channel has no such event.
        """
        event = self._sale_catalog.get_event(event_id, principal)
        if event is None:
            raise NotFoundError
        return self._build_options(
            (product.priced for product in self.list_granting(event) if product.refusal is None), principal
        )

    def list_granting(self, event: EventOnSale) -> list[GrantingProduct]:
        """Return every product that grants access to an event, in the order of `list_for_event`.

        A team pass is one product for each of the event's teams. An event that is free has no products.
        """
        if not event.coverage.pass_type.costs_money:
            return []
        granting = [
            priced
            for priced in self._list_event_options(event)
            if grants_access(priced.grant, event.coverage)
        ]
        return list(self._check(granting, ContentSupply(events=(event.coverage,))))

    def list_for_library_item(self, item_id: int, principal: Principal) -> list[PurchaseOption]:
        """Return the options for a library item. Raises `NotFoundError` if the id does not exist."""
        needs_pass = self._sale_catalog.library_item_needs_pass(item_id, principal.country)
        if needs_pass is None:
            raise NotFoundError
        if not needs_pass:
            return []
        library_passes = [
            priced_product
            for priced_product in self._list_passes(self._list_packages())
            if grants_library_access(priced_product.grant)
        ]
        return self._build_options(
            self._filter_sellable(
                library_passes, ContentSupply(has_paid_library_items=True, is_library_empty=False)
            ),
            principal,
        )

    def list_on_sale(self, principal: Principal) -> list[PurchaseOption]:
        """Return every pass and subscription on sale, with one option per team for a team pass, and the
        donations.
        """
        packages = self._list_packages()
        teams = self._sale_catalog.list_teams() if any(package.requires_team for package in packages) else ()
        supply = self._sale_catalog.get_supply(principal.country)
        donations = (
            self._pricing_service.price_donation(package)
            for package in self._offers.list_packages()
            if package.type is PackageType.DONATION
        )
        passes = self._filter_sellable(self._list_passes(packages, teams), supply)
        return self._build_options([*passes, *donations], principal)

    def _list_event_options(self, event: EventOnSale) -> Iterator[PricedProduct]:
        single_event = self._pricing_service.price_event(event)
        if single_event is not None:
            yield single_event
        packages = self._list_packages()
        teams: Sequence[Team] = ()
        if any(package.requires_team for package in packages):
            teams = [
                team
                for participant_id in event.coverage.participant_ids
                if (team := self._sale_catalog.get_team(participant_id))
            ]
        yield from self._list_passes(packages, teams)

    def _list_passes(
        self, packages: Sequence[Package], teams: Sequence[Team] = ()
    ) -> Iterator[PricedProduct]:
        """List team passes for each of the teams, then packages for all teams, then subscriptions."""
        for package in packages:
            if package.requires_team:
                yield from (self._pricing_service.price_package(package, team) for team in teams)
        for package in packages:
            if not package.requires_team:
                yield self._pricing_service.price_package(package, None)
        for subscription in self._offers.list_subscriptions():
            yield self._pricing_service.price_subscription(subscription)

    def _list_packages(self) -> list[Package]:
        """Return all passes: packages that neither sell a single event nor take donations."""
        other = (PackageType.EVENT, PackageType.DONATION)
        return [package for package in self._offers.list_packages() if package.type not in other]

    def _filter_sellable(
        self, products: Iterable[PricedProduct], supply: ContentSupply
    ) -> Iterator[PricedProduct]:
        return (product.priced for product in self._check(products, supply) if product.refusal is None)

    def _check(self, products: Iterable[PricedProduct], supply: ContentSupply) -> Iterator[GrantingProduct]:
        events_by_team = _group_by_team(supply.events)
        for priced_product in products:
            own_supply = supply
            if priced_product.team is not None:
                events = events_by_team.get(priced_product.team.id, ())
                own_supply = replace(
                    supply, events=events, team_category_ids=priced_product.team.category_ids
                )
            yield GrantingProduct(priced_product, self._sale_check.get_refusal(priced_product, own_supply))

    def _build_options(self, products: Iterable[PricedProduct], principal: Principal) -> list[PurchaseOption]:
        held: Sequence[Order] = ()
        if principal.account_id is not None:
            held = self._orders.list_paid(principal.account_id)
        if held:
            products = self._pricing_service.add_bundles(products)
        return [
            PurchaseOption(
                type=priced_product.product.kind,
                id=priced_product.product.id,
                single_event_package_id=priced_product.product.package_id,
                participant_id=priced_product.product.participant_id,
                held=bool(held) and self._sale_check.is_owned(priced_product, held),
            )
            for priced_product in products
        ]


def _group_by_team(events: Sequence[CoveredEvent]) -> Mapping[int, Sequence[CoveredEvent]]:
    events_by_team = defaultdict(list)
    for event in events:
        for participant_id in event.participant_ids:
            events_by_team[participant_id].append(event)
    return events_by_team
