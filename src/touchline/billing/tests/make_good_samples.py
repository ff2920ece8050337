"""Samples for tests of make-goods."""

from __future__ import annotations

from typing import Any

from touchline.billing.domain.make_good.event_purchases import EventPurchase
from touchline.billing.domain.make_good.evidence import EventEvidence, ViewerEvidence
from touchline.billing.domain.make_good.policies import MakeGoodMode, MakeGoodPolicy
from touchline.billing.tests.offer_samples import usd
from touchline.shared.ids import AccountId, EventId, OrderId

GAME_SECONDS = 7200


def build_policy(**changes: Any) -> MakeGoodPolicy:
    """Build a policy that proposes."""
    return MakeGoodPolicy(**{"mode": MakeGoodMode.PROPOSE, **changes})


def build_viewer(account: int = 4, wanted: int = GAME_SECONDS, **changes: Any) -> ViewerEvidence:
    """Build the evidence of a viewer who lost nothing."""
    fields: dict[str, Any] = {"venue_seconds": 0, "delivery_seconds": 0, "viewer_seconds": 0}
    return ViewerEvidence(AccountId(account), wanted, **{**fields, **changes})


def build_purchase(account: int = 4, **changes: Any) -> EventPurchase:
    """Build a purchase of the event alone for 12.00."""
    fields: dict[str, Any] = {
        "order_id": OrderId(account * 10),
        "account_id": AccountId(account),
        "charge": f"pi_{account}",
        "paid": usd("12.00"),
        "event_count": 1,
        "left": usd("12.00"),
    }
    return EventPurchase(**{**fields, **changes})


def build_evidence(event_id: int, *viewers: ViewerEvidence, **changes: Any) -> EventEvidence:
    """Build the final evidence of an event."""
    fields: dict[str, Any] = {"scheduled_seconds": GAME_SECONDS, "outages": (), "is_final": True}
    return EventEvidence(EventId(event_id), viewers=viewers, **{**fields, **changes})
