"""Replaces a channel's document, and updates the orders that the change concerns."""

from __future__ import annotations

from dataclasses import dataclass, field

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.front.packs.document.contents import Content
from touchline.front.packs.document.document_store import EMPTY_PARTS, DocumentStore, Excerpt
from touchline.front.packs.event_starts import has_later_event
from touchline.front.packs.part_types import EventKeys, PackExport, PackPart
from touchline.front.withdrawals.apply_withdrawals import ApplyWithdrawals, WithdrawalResult
from touchline.front.withdrawals.confirmation import Confirmation
from touchline.front.withdrawals.order_effects import SoldProducts, find_order_effects
from touchline.platform.db.locks import acquire_lock
from touchline.platform.db.session import current_session
from touchline.shared.ids import ChannelId

LOCK_NAME = "touchline.channel-pack"


@dataclass(frozen=True)
class WriteResult:
    """The parts of the document after a write, and what it did to orders."""

    parts: PackExport
    withdrawal: WithdrawalResult = field(default_factory=WithdrawalResult)


class DocumentWriter:
    """Service that replaces the document in the current transaction."""

    def __init__(
        self,
        document_store: DocumentStore,
        channel: ChannelFacade,
        catalog: CatalogFacade,
        billing: BillingFacade,
        apply_withdrawals: ApplyWithdrawals,
    ) -> None:
        self._document_store = document_store
        self._channel, self._catalog, self._billing = channel, catalog, billing
        self._apply_withdrawals = apply_withdrawals

    def acquire_lock(self) -> None:
        """Wait until no other transaction writes a document. Call it before anything is read."""
        acquire_lock(current_session().connection(), LOCK_NAME)

    def write(
        self,
        channel_id: ChannelId,
        before: PackExport,
        content: Content,
        confirmation: Confirmation,
    ) -> WriteResult:
        """Replace the document, of which `before` are the parts, and update the orders.

        The content is checked already. Raises `ConfirmationRequiredError` if buyers would lose something and
        the operator has not confirmed it.
        """
        sold_products = None if before == EMPTY_PARTS else self._get_sold_products(None)
        self._document_store.write(content)
        after = self._document_store.read_parts()
        return self._finish(channel_id, before, after, sold_products, confirmation)

    def write_excerpt(
        self, channel_id: ChannelId, before: Excerpt, content: Content, confirmation: Confirmation
    ) -> WriteResult:
        """Replace what differs between an excerpt of the document and the content, as `write` does."""
        sold_products = self._get_sold_products(before.event_keys)
        after = self._document_store.write_excerpt(before, content)
        return self._finish(channel_id, before.parts, after, sold_products, confirmation)

    def _finish(
        self,
        channel_id: ChannelId,
        before: PackExport,
        after: PackExport,
        sold_products: SoldProducts | None,
        confirmation: Confirmation,
    ) -> WriteResult:
        withdrawal = self._withdraw_products(confirmation, before, after, sold_products)
        if has_later_event(before["catalog"].get("events", ()), after["catalog"]["events"]):
            self._billing.sync_event_starts(channel_id)
        return WriteResult(after, withdrawal)

    def _get_sold_products(self, event_keys: EventKeys) -> SoldProducts:
        """Return what orders refer to, before the document changes."""
        kinds = {
            "event": dict(self._catalog.list_ids_by_key("event", event_keys)),
            "category": dict(self._catalog.list_ids_by_key("category")),
        }
        return SoldProducts(kinds | self._billing.list_offer_ids(), self._apply_withdrawals.list_open_orders)

    def _withdraw_products(
        self,
        confirmation: Confirmation,
        before: PackExport,
        after: PackExport,
        sold_products: SoldProducts | None,
    ) -> WithdrawalResult:
        if sold_products is None or before == after:
            return WithdrawalResult()
        language = confirmation.language or self._channel.get_current().language
        extra_effects = find_order_effects(before, after, sold_products, language)
        return self._apply_withdrawals(
            confirmation,
            extra_effects=extra_effects,
            changed_events=_list_changed_events(before["catalog"], after["catalog"], sold_products),
        )


def _list_changed_events(before: PackPart, after: PackPart, sold_products: SoldProducts) -> list[int] | None:
    """Return the ids of the changed and removed events; None if products of other kinds may be gone."""
    if any(before[section] != after[section] for section in ("categories", "participants")):
        return None
    remaining = {event["key"]: event for event in after["events"]}
    return [
        sold_products.ids["event"][event["key"]]
        for event in before["events"]
        if remaining.get(event["key"]) != event
    ]
