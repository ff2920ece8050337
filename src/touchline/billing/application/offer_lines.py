"""What can be bought to open something, as the pages offer it (`GET /offers`). A purchase asks the same
`SaleCheck`, so that what is offered is sold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from touchline.billing.application.pricing import Priced, Pricing
from touchline.billing.application.sale_check import SaleCheck
from touchline.billing.domain.coverage import CoveredEvent, Supply, is_worth_buying, opens_library
from touchline.billing.domain.offers import Package, PackageType
from touchline.billing.domain.orders import Kind, Order
from touchline.billing.ports.offers import Offers
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.shelf import EventOnSale, Shelf, Team
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound
from touchline.shared.principal import Principal


@dataclass(frozen=True)
class OfferLine:
    """One purchase that is possible now, in the words of `POST /stripe/buy`. `held`: the viewer has it, or
    something that covers it."""

    type: Kind
    id: int
    single_event_package_id: int | None
    participant_id: int | None
    held: bool


class OfferLines:
    """Lists the purchases that open something: by themselves, an event, or the library."""

    def __init__(
        self,
        offers: Offers,
        pricing: Pricing,
        sale_check: SaleCheck,
        shelf: Shelf,
        orders: Orders,
        clock: Clock,
    ) -> None:
        self._offers = offers
        self._pricing = pricing
        self._sale_check = sale_check
        self._shelf = shelf
        self._orders = orders
        self._clock = clock

    def of_event(self, event_id: int, principal: Principal) -> list[OfferLine]:
        """Return what opens an event for this viewer: itself first, then passes, then subscriptions.
        `NotFound` where this channel shows none of that id."""
        event = self._shelf.event(event_id, principal.country)
        if event is None:
            raise NotFound
        now = self._clock.now()
        opening = [one for one in self._openings(event) if is_worth_buying(one.grant, event.covered, now)]
        return self._lines(self._sold(opening, Supply(events=(event.covered,))), principal)

    def of_film(self, item_id: int, principal: Principal) -> list[OfferLine]:
        """Return what opens a film of the library; `NotFound` where there is none of that id."""
        needs_pass = self._shelf.film_needs_pass(item_id, principal.country)
        if needs_pass is None:
            raise NotFound
        if not needs_pass:
            return []
        films = [one for one in self._passes(self._packages()) if opens_library(one.grant)]
        return self._lines(self._sold(films, Supply(paid_films=True, library_is_empty=False)), principal)

    def on_sale(self, principal: Principal) -> list[OfferLine]:
        """Return every pass and subscription on sale, a team pass once for each of its teams."""
        packages = self._packages()
        teams = self._shelf.teams() if any(one.for_team for one in packages) else ()
        supply = self._shelf.supply(principal.country)
        return self._lines(self._sold(self._passes(packages, teams), supply), principal)

    def _openings(self, event: EventOnSale) -> Iterator[Priced]:
        alone = self._pricing.of_event(event)
        if alone is not None:
            yield alone
        packages = self._packages()
        teams: Sequence[Team] = ()
        if any(one.for_team for one in packages):
            teams = [team for one in event.covered.participant_ids if (team := self._shelf.team(one))]
        yield from self._passes(packages, teams)

    def _passes(self, packages: Sequence[Package], teams: Sequence[Team] = ()) -> Iterator[Priced]:
        """Team passes for each of the teams, then packages for everybody, then subscriptions."""
        for package in packages:
            if package.for_team:
                yield from (self._pricing.of_package(package, team) for team in teams)
        for package in packages:
            if not package.for_team:
                yield self._pricing.of_package(package, None)
        for subscription in self._offers.subscriptions():
            yield self._pricing.of_subscription(subscription)

    def _packages(self) -> list[Package]:
        """Return what is sold besides single events."""
        return [one for one in self._offers.packages() if one.type is not PackageType.EVENT]

    def _sold(self, passes: Iterator[Priced] | Sequence[Priced], supply: Supply) -> Iterator[Priced]:
        of_teams = _by_team(supply.events)
        for one in passes:
            own = supply
            if one.team is not None:
                events = of_teams.get(one.team.id, ())
                own = replace(supply, events=events, team_category_ids=one.team.category_ids)
            if self._sale_check.reason(one, own) is None:
                yield one

    def _lines(self, priced: Iterator[Priced], principal: Principal) -> list[OfferLine]:
        held: Sequence[Order] = ()
        if principal.account_id is not None:
            held = self._orders.paid(principal.account_id)
        return [
            OfferLine(
                type=one.product.kind,
                id=one.product.id,
                single_event_package_id=one.product.package_id,
                participant_id=one.product.participant_id,
                held=bool(held) and self._sale_check.is_held(one, held),
            )
            for one in priced
        ]


def _by_team(events: Sequence[CoveredEvent]) -> Mapping[int, Sequence[CoveredEvent]]:
    found = defaultdict(list)
    for event in events:
        for participant_id in event.participant_ids:
            found[participant_id].append(event)
    return found
