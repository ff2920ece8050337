"""Canceling and postponing an event with everything that follows for its buyers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.front.withdrawals.changes import Outcome, WithdrawFromBuyers
from touchline.front.withdrawals.consent import Agreement
from touchline.platform.db.session import Database
from touchline.shared.errors import NotFound, Refused
from touchline.shared.ids import ChannelId
from touchline.shared.typed import is_digits

_NO_DATE = "{text} is not a date and time. Write it as 2026-12-03 19:00."


@dataclass(frozen=True)
class Rescheduled:
    """What a change of schedule did; `changed` is False where it was so before."""

    event_id: int
    name: str
    changed: bool
    outcome: Outcome
    waiting: list[int]


class ScheduleEvents:
    """Changes an event's schedule status and its orders in one transaction, then pays back."""

    def __init__(
        self,
        database: Database,
        channel: ChannelFacade,
        catalog: CatalogFacade,
        withdraw: WithdrawFromBuyers,
    ) -> None:
        self._database = database
        self._channel = channel
        self._catalog = catalog
        self._withdraw = withdraw

    def __call__(
        self, channel_id: ChannelId, event: str, status: str, agreed: Agreement, *, to: str | None = None
    ) -> Rescheduled:
        """Write a schedule status of the event with a key or id. Running it again changes, emails and refunds
        nothing twice; with a refund it pays back what is left. `ConsentNeeded`, `NotFound`, `Refused`."""
        with self._database.transaction(channel_id):
            event_id = self._id(event)
            card = self._catalog.event_card(event_id, self._channel.present().language)
            changed = self._catalog.set_schedule(event_id, status, self._instant(to) if to else None)
            outcome = self._withdraw(agreed, refund_events={event_id})
        waiting = self._withdraw.pay_back(channel_id, outcome)
        return Rescheduled(event_id, card.full_name if card else event, changed, outcome, waiting)

    def _id(self, event: str) -> int:
        known = self._catalog.ids_by_key("event")
        if event in known:
            return known[event]
        if is_digits(event) and int(event) in known.values():
            return int(event)
        raise NotFound(f"There is no event {event} in this channel.")

    def _instant(self, text: str) -> datetime:
        try:
            found = datetime.fromisoformat(text)
        except ValueError:
            raise Refused(_NO_DATE.format(text=text)) from None
        zone = ZoneInfo(self._channel.present().time_zone)
        return (found if found.tzinfo else found.replace(tzinfo=zone)).astimezone(UTC)
