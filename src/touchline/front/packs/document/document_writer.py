"""Replaces a channel's document, and updates the orders that the change concerns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.front.packs.document.contents import Content
from touchline.front.packs.document.document_store import EMPTY_PARTS, DocumentStore
from touchline.front.packs.event_starts import has_later_event
from touchline.front.packs.part_types import PackPart
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

    parts: Mapping[str, PackPart]
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
        before: Mapping[str, PackPart],
        content: Content,
        confirmation: Confirmation,
    ) -> WriteResult:
        """Replace the document, of which `before` are the parts, and update the orders.

        The content is checked already. Raises `ConfirmationRequiredError` if buyers would lose something and
        the operator has not confirmed it.
        """
        is_new = before == EMPTY_PARTS
        sold_products = None if is_new else self._get_sold_products()
        self._document_store.write(content)
        after = self._document_store.read_parts()
        withdrawal = self._withdraw_products(confirmation, before, after, sold_products)
        if has_later_event(before["catalog"].get("events", ()), after["catalog"]["events"]):
            self._billing.sync_event_starts(channel_id)
        return WriteResult(after, withdrawal)

    def _get_sold_products(self) -> SoldProducts:
        """Return what orders refer to, before the document changes."""
        kinds = {kind: dict(self._catalog.list_ids_by_key(kind)) for kind in ("event", "category")}
        return SoldProducts(kinds | self._billing.list_offer_ids(), self._apply_withdrawals.list_open_orders)

    def _withdraw_products(
        self,
        confirmation: Confirmation,
        before: Mapping[str, PackPart],
        after: Mapping[str, PackPart],
        sold_products: SoldProducts | None,
    ) -> WithdrawalResult:
        if sold_products is None or before == after:
            return WithdrawalResult()
        extra_effects = find_order_effects(before, after, sold_products, self._channel.get_current().language)
        return self._apply_withdrawals(confirmation, extra_effects=extra_effects)
