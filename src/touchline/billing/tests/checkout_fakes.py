"""In-memory dependencies of the checkout service."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from touchline.billing.domain.checkout.orders import Order
from touchline.billing.ports.current_channel import BillingSettings, ViewerProfile
from touchline.billing.tests.order_fakes import InMemoryOrders
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AccountId, ChannelId, OrderId


class CopyingOrders(InMemoryOrders):
    """`Orders` that return copies, as a database does."""

    def add(self, order: Order) -> bool:
        """Store a copy of a new order."""
        if not super().add(order):
            return False
        self.stored[-1] = replace(order)
        return True

    def save(self, order: Order) -> None:
        """Replace the stored order with a copy."""
        super().save(order)
        self.stored[order.id - 1] = replace(order)

    def schedule_check(self, order_id: OrderId, now: datetime, ref: str | None = None) -> None:
        """Schedule a check of an order."""
        stored = self.stored[order_id - 1]
        stored.next_check_at, stored.payment_ref = now, stored.payment_ref or ref

    def find_copy(self, matches: Callable[[Order], bool]) -> Order | None:
        """Return a copy of the first match."""
        found = super()._find_first(matches)
        return replace(found) if found else None

    _find_first = find_copy


class InMemoryChannel:
    """`CurrentChannel` of a channel with two viewers."""

    def __init__(self) -> None:
        self.viewers = {
            AccountId(4): ViewerProfile("ada@example.org", "Ada", "en"),
            AccountId(5): ViewerProfile("bob@example.org", "Bob", "fr"),
        }

    def get_language(self) -> str:
        return "en"

    def get_billing_settings(self) -> BillingSettings:
        return BillingSettings(
            ChannelId(1), "prairie", "Prairie", "https://prairie.test", "USD", "America/Chicago", "en"
        )

    def get_viewer_profile(self, account_id: AccountId) -> ViewerProfile | None:
        return self.viewers.get(account_id)


class RecordedEvents:
    """`Announce` that records the events."""

    def __init__(self) -> None:
        self.events: list[DomainEvent] = []

    def __call__(self, event: DomainEvent) -> None:
        self.events.append(event)


class InMemoryProcessedWebhooks:
    """In-memory `ProcessedWebhooks`."""

    def __init__(self) -> None:
        self.webhook_events: dict[str, datetime] = {}
        self.until: datetime | None = None

    def record(self, webhook_event_id: str, kind: str, at: datetime) -> bool:
        if webhook_event_id in self.webhook_events:
            return False
        self.webhook_events[webhook_event_id] = at
        return True

    def get_cursor(self) -> datetime | None:
        return self.until

    def set_cursor(self, until: datetime) -> None:
        self.until = until

    def delete_before(self, limit: datetime) -> int:
        expired = [event_id for event_id, at in self.webhook_events.items() if at < limit]
        for event_id in expired:
            del self.webhook_events[event_id]
        return len(expired)
