"""How the catalog interprets billing's responses (product.md, section 4, "Purchase recognition")."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.billing.facade import Entitlement
from touchline.catalog.adapters.gateways import BillingGateway
from touchline.catalog.domain.access import EntitlementKind
from touchline.catalog.domain.passes import PassType
from touchline.catalog.ports.entitlements import EntitlementQuery
from touchline.shared.ids import AccountId, EventId, LibraryItemId

WATCH = frozenset({"watch"})
ENTITLEMENT_QUERY = EntitlementQuery(EventId(1), PassType.PAID, 7, (3, 4))
PPV = EntitlementQuery(EventId(1), PassType.PPV, 7, (3, 4))


def build_entitlement(kind: str, **more: Any) -> Entitlement:
    """Return an entitlement of an account."""
    defaults: dict[str, Any] = {"event_id": None, "category_ids": (), "participant_id": None}
    return Entitlement(kind=kind, **{**defaults, "capabilities": WATCH, **more})


class FakeBillingFacade:
    """A billing facade with only the methods that these tests call."""

    def __init__(self, *entitlements: Entitlement) -> None:
        self._entitlements = list(entitlements)

    def entitlements(self, account_id: AccountId) -> list[Entitlement]:
        return self._entitlements


@pytest.mark.parametrize(
    ("entitlement", "query", "entitlement_kind"),
    [
        (build_entitlement("event", event_id=1), ENTITLEMENT_QUERY, EntitlementKind.PURCHASED),
        (build_entitlement("event", event_id=1), PPV, EntitlementKind.PURCHASED),
        (build_entitlement("event", event_id=2), ENTITLEMENT_QUERY, None),
        (build_entitlement("package", category_ids=(7, 8)), ENTITLEMENT_QUERY, EntitlementKind.PURCHASED),
        (build_entitlement("package", category_ids=(8,)), ENTITLEMENT_QUERY, None),
        (build_entitlement("package"), ENTITLEMENT_QUERY, EntitlementKind.PURCHASED),
        (build_entitlement("package", participant_id=4), ENTITLEMENT_QUERY, EntitlementKind.PURCHASED),
        (build_entitlement("package", participant_id=5), ENTITLEMENT_QUERY, None),
        (build_entitlement("package"), PPV, None),
        (build_entitlement("subscription"), ENTITLEMENT_QUERY, EntitlementKind.SUBSCRIBED),
        (build_entitlement("subscription"), PPV, None),
        (build_entitlement("subscription", capabilities=frozenset({"vod_media"})), ENTITLEMENT_QUERY, None),
    ],
)
def test_an_event_is_opened_by_entitlements_that_cover_it(
    entitlement: Entitlement, query: EntitlementQuery, entitlement_kind: EntitlementKind | None
) -> None:
    found = BillingGateway(FakeBillingFacade(entitlement)).get_for_events(AccountId(1), [query])  # type: ignore[arg-type]
    assert found.get(EventId(1)) is entitlement_kind


def test_a_purchase_takes_precedence_over_a_subscription() -> None:
    both = FakeBillingFacade(build_entitlement("subscription"), build_entitlement("package"))
    found = BillingGateway(both).get_for_events(AccountId(1), [ENTITLEMENT_QUERY])  # type: ignore[arg-type]
    assert found == {EventId(1): EntitlementKind.PURCHASED}


def test_the_library_is_opened_only_by_its_capability() -> None:
    items = [LibraryItemId(1), LibraryItemId(2)]
    plain = BillingGateway(FakeBillingFacade(build_entitlement("subscription")))  # type: ignore[arg-type]
    assert plain.get_for_library_items(AccountId(1), items) == {}
    full = build_entitlement("subscription", capabilities=frozenset({"watch", "vod_media"}))
    found = BillingGateway(FakeBillingFacade(full)).get_for_library_items(AccountId(1), items)  # type: ignore[arg-type]
    assert found == dict.fromkeys(items, EntitlementKind.SUBSCRIBED)
