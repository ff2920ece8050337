"""What the catalogue makes of billing's answers (product.md, section 4, "Purchase recognition")."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.billing.facade import Entitlement
from touchline.catalog.adapters.gateways import BillingGateway
from touchline.catalog.domain.access import Holding
from touchline.catalog.domain.passes import PassType
from touchline.catalog.ports.entitlements import EventClaim
from touchline.shared.ids import AccountId, EventId, LibraryItemId

WATCH = frozenset({"watch"})
CLAIM = EventClaim(EventId(1), PassType.PAID, 7, (3, 4))
PPV = EventClaim(EventId(1), PassType.PPV, 7, (3, 4))


def held(kind: str, **more: Any) -> Entitlement:
    """Something an account holds."""
    unsaid: dict[str, Any] = {"event_id": None, "category_ids": (), "participant_id": None}
    return Entitlement(kind=kind, **{**unsaid, "capabilities": WATCH, **more})


class Holds:
    """Billing's facade, as far as it is asked here."""

    def __init__(self, *things: Entitlement) -> None:
        self._things = list(things)

    def entitlements(self, account_id: AccountId) -> list[Entitlement]:
        return self._things


@pytest.mark.parametrize(
    ("thing", "claim", "holding"),
    [
        (held("event", event_id=1), CLAIM, Holding.PURCHASED),
        (held("event", event_id=1), PPV, Holding.PURCHASED),
        (held("event", event_id=2), CLAIM, None),
        (held("package", category_ids=(7, 8)), CLAIM, Holding.PURCHASED),
        (held("package", category_ids=(8,)), CLAIM, None),
        (held("package"), CLAIM, Holding.PURCHASED),
        (held("package", participant_id=4), CLAIM, Holding.PURCHASED),
        (held("package", participant_id=5), CLAIM, None),
        (held("package"), PPV, None),
        (held("subscription"), CLAIM, Holding.SUBSCRIBED),
        (held("subscription"), PPV, None),
        (held("subscription", capabilities=frozenset({"vod_media"})), CLAIM, None),
    ],
)
def test_an_event_is_opened_by_what_covers_it(
    thing: Entitlement, claim: EventClaim, holding: Holding | None
) -> None:
    found = BillingGateway(Holds(thing)).of_events(AccountId(1), [claim])  # type: ignore[arg-type]
    assert found.get(EventId(1)) is holding


def test_what_was_bought_goes_before_what_was_subscribed_to() -> None:
    both = Holds(held("subscription"), held("package"))
    found = BillingGateway(both).of_events(AccountId(1), [CLAIM])  # type: ignore[arg-type]
    assert found == {EventId(1): Holding.PURCHASED}


def test_the_library_is_opened_by_its_capability_alone() -> None:
    items = [LibraryItemId(1), LibraryItemId(2)]
    plain = BillingGateway(Holds(held("subscription")))  # type: ignore[arg-type]
    assert plain.of_library(AccountId(1), items) == {}
    full = held("subscription", capabilities=frozenset({"watch", "vod_media"}))
    found = BillingGateway(Holds(full)).of_library(AccountId(1), items)  # type: ignore[arg-type]
    assert found == dict.fromkeys(items, Holding.SUBSCRIBED)
