"""The channel of a rehearsal: what the facades of the contexts do for it, in short transactions."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.billing.facade import BillingFacade, PaymentsUnavailableError
from touchline.catalog.facade import CatalogFacade, RehearsalStream
from touchline.channel.facade import ChannelFacade
from touchline.front.rehearsal import step_messages as messages
from touchline.front.rehearsal.rehearsal import StepMessage
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.unit_of_work import UnitOfWorkFactory


@dataclass(frozen=True)
class PurchasePlan:
    """Whether a test card can buy the event.

    `category_id` is the category in which the event is on sale, None for any. `refusal` is why the purchase
    is skipped. `failure` is why it fails.
    """

    category_id: int | None = None
    refusal: StepMessage | None = None
    failure: StepMessage | None = None

    @property
    def is_possible(self) -> bool:
        """Whether the event gets a price."""
        return self.refusal is None and self.failure is None


class RehearsalSite:
    """Facades of the contexts for rehearsals. Call all methods outside of a transaction."""

    def __init__(
        self, uow: UnitOfWorkFactory, channel: ChannelFacade, billing: BillingFacade, catalog: CatalogFacade
    ) -> None:
        self._uow, self._channel, self._billing, self._catalog = uow, channel, billing, catalog

    def get_url(self, channel_id: ChannelId) -> str:
        """Return the address of the site."""
        with self._uow(channel_id):
            return self._channel.get_current().site_url

    def plan_purchase(self, channel_id: ChannelId) -> PurchasePlan:
        """Return whether the event can be bought with a test card."""
        try:
            check = self._billing.check_payments()
        except PaymentsUnavailableError as error:
            return PurchasePlan(failure=messages.PROVIDER_FAILED.with_params(error=error.message))
        if check.provider == "off":
            return PurchasePlan(refusal=messages.PAYMENTS_OFF)
        if check.status is None:
            return PurchasePlan(failure=messages.PROVIDER_FAILED.with_params(error=check.error))
        if check.status.is_live:
            return PurchasePlan(refusal=messages.LIVE_PAYMENTS)
        with self._uow(channel_id):
            packages = self._billing.list_single_event_packages()
        if not packages:
            return PurchasePlan(refusal=messages.NO_PACKAGE)
        categories = packages[0].category_ids
        return PurchasePlan(category_id=categories[0] if categories else None)

    def create_event(self, channel_id: ChannelId, key: str, plan: PurchasePlan) -> tuple[EventId, str]:
        """Create the event and its viewer. Return the event and the viewer's API key."""
        with self._uow(channel_id):
            event_id = self._catalog.rehearsal_events.create(
                key, is_paid=plan.is_possible, category_id=plan.category_id
            )
            viewer = self._channel.rehearsal_viewers.create(key)
        return event_id, viewer.api_key

    def make_free(self, channel_id: ChannelId, event_id: EventId) -> None:
        """Let the viewer watch without a purchase."""
        with self._uow(channel_id):
            self._catalog.rehearsal_events.make_free(event_id)

    def open_stream(self, channel_id: ChannelId, event_id: EventId) -> str:
        """Open the stream, and return the URL for the encoder. Raises `RefusedError`."""
        with self._uow(channel_id):
            return self._catalog.rehearsal_events.open(event_id)

    def stop_stream(self, channel_id: ChannelId, event_id: EventId) -> None:
        """End the stream."""
        with self._uow(channel_id):
            self._catalog.rehearsal_events.stop(event_id)

    def get_stream(self, channel_id: ChannelId, event_id: EventId) -> RehearsalStream:
        """Return the stream as it is now."""
        with self._uow(channel_id):
            return self._catalog.rehearsal_events.get_stream(event_id)
