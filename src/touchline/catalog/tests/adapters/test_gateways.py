"""Tests of the gateway from the catalog to billing (product.md, section 4, "Purchase recognition")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from touchline.billing.facade import EntitlementKind as BillingEntitlementKind
from touchline.billing.facade import EventAccess, EventScope
from touchline.billing.facade import PassType as BillingPassType
from touchline.catalog.adapters.gateways import BillingGateway
from touchline.catalog.domain.access import Entitlement, EntitlementKind
from touchline.catalog.domain.passes import PassType
from touchline.catalog.ports.entitlements import EntitlementQuery
from touchline.shared.ids import AccountId, EventId, LibraryItemId

ADA = AccountId(1)
QUERY = EntitlementQuery(EventId(1), PassType.PPV, 7, (3, 4))
SCOPE = EventScope(id=1, pass_type=BillingPassType.PPV, category_id=7, participant_ids=(3, 4))
LAST_YEAR = datetime(2025, 11, 21, tzinfo=UTC)


class FakeBillingFacade:
    """A billing facade that knows one event and the library."""

    def __init__(self, library_access: BillingEntitlementKind | None = None) -> None:
        self._library_access = library_access

    def get_event_access(
        self, account_id: AccountId, events: Sequence[EventScope]
    ) -> Mapping[int, EventAccess]:
        access = EventAccess(kind=BillingEntitlementKind.SUBSCRIBED)
        return {event.id: access for event in events if event == SCOPE}

    def had_access(
        self, account_id: AccountId, queries: Sequence[tuple[EventScope, datetime]]
    ) -> Sequence[bool]:
        return [query == (SCOPE, LAST_YEAR) for query in queries]

    def get_library_access(self, account_id: AccountId) -> EventAccess | None:
        return EventAccess(kind=self._library_access) if self._library_access else None


def build_gateway(library_access: BillingEntitlementKind | None = None) -> BillingGateway:
    """Return the gateway to a fake billing facade."""
    return BillingGateway(FakeBillingFacade(library_access))  # type: ignore[arg-type]


def test_an_event_is_described_to_billing_by_all_that_a_pass_can_cover() -> None:
    other = EntitlementQuery(EventId(2), PassType.PAID, None, ())
    assert build_gateway().get_for_events(ADA, [QUERY, other]) == {
        EventId(1): Entitlement(EntitlementKind.SUBSCRIBED, streams=3)
    }


def test_past_rights_are_checked_at_the_instant_of_each_query() -> None:
    queries = [(QUERY, LAST_YEAR), (QUERY, LAST_YEAR.replace(year=2026))]
    assert build_gateway().check_rights(ADA, queries) == [True, False]


def test_access_to_the_library_is_access_to_each_of_its_items() -> None:
    items = [LibraryItemId(1), LibraryItemId(2)]
    assert build_gateway().get_for_library_items(ADA, items) == {}
    found = build_gateway(BillingEntitlementKind.PURCHASED).get_for_library_items(ADA, items)
    assert found == dict.fromkeys(items, Entitlement(EntitlementKind.PURCHASED, streams=3))
