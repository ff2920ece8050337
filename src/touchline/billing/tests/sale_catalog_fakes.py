"""In-memory sale catalog."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from touchline.billing.domain.coverage import CoveredEvent, PassType
from touchline.billing.domain.offers.offers import Price
from touchline.billing.domain.offers.sale_refusals import ContentSupply
from touchline.billing.ports.sale_catalog import EventOnSale, Team
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_samples import NOW
from touchline.shared.principal import Principal

EVENT_ID, SINGLE_EVENT_PACKAGE_ID = 12, 1
ACES, BEARS = 70, 71


def build_event(**more: Any) -> CoveredEvent:
    """Build a paid hockey event that starts in three days."""
    defaults: dict[str, Any] = {
        "id": EVENT_ID,
        "pass_type": PassType.PAID,
        "category_id": 7,
        "participant_ids": (ACES, BEARS),
        "starts_at": NOW + timedelta(days=3),
    }
    return CoveredEvent(**(defaults | more))


class InMemorySaleCatalog:
    """`SaleCatalog` with one event, sold by package 1, and two teams that play hockey."""

    def __init__(self, *more: CoveredEvent) -> None:
        self.main_event = EventOnSale(
            name={"en": "Aces @ Bears"},
            price=Price(usd("12.00"), usd("1.50")),
            package_id=SINGLE_EVENT_PACKAGE_ID,
            coverage=build_event(),
        )
        self.other_events = list(more)
        self.known_teams = [Team(ACES, {"en": "Aces"}, (7,)), Team(BEARS, {"en": "Bears"}, (7,))]
        self.has_paid_library_items = False
        self.library_is_empty = True
        self.blocked_countries: frozenset[str] = frozenset()
        self.members: frozenset[int] | None = None
        """The accounts that may see the events. None: everybody."""

    def change_event(self, **changes: Any) -> None:
        """Change the event."""
        self.main_event = replace(self.main_event, coverage=replace(self.main_event.coverage, **changes))

    def get_event(self, event_id: int, viewer: Principal | None) -> EventOnSale | None:
        """Return the event, or another event at the same price."""
        if viewer is not None and self.members is not None and viewer.account_id not in self.members:
            return None
        events = self._list_events(viewer.country if viewer else None)
        found = next((event for event in events if event.id == event_id), None)
        return replace(self.main_event, coverage=found) if found else None

    def get_team(self, participant_id: int) -> Team | None:
        """Return a team by its id."""
        return next((team for team in self.known_teams if team.id == participant_id), None)

    def list_teams(self) -> Sequence[Team]:
        """Return all teams."""
        return self.known_teams

    def get_supply(
        self, country: str | None, category_ids: Collection[int] = (), participant_id: int | None = None
    ) -> ContentSupply:
        """Return the content that passes can grant access to."""
        events = [
            event
            for event in self._list_events(country)
            if (not category_ids or event.category_id in category_ids)
            and participant_id in (None, *event.participant_ids)
        ]
        blocked = country in self.blocked_countries
        return ContentSupply(
            events=events,
            has_paid_library_items=self.has_paid_library_items,
            is_library_empty=self.library_is_empty,
            is_blocked=blocked,
        )

    def library_item_needs_pass(self, item_id: int, country: str | None) -> bool | None:
        """Return whether a library item needs a pass. Item 1 is the only one."""
        if item_id != 1 or self.library_is_empty:
            return None
        return self.has_paid_library_items and country not in self.blocked_countries

    def _list_events(self, country: str | None) -> list[CoveredEvent]:
        blocked = country in self.blocked_countries
        return [
            replace(event, is_blocked=event.is_blocked or blocked)
            for event in (self.main_event.coverage, *self.other_events)
        ]
