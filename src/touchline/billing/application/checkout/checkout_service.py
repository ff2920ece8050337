"""Checkout: places, pays and syncs orders.

The service opens short database transactions before and after each provider call, and none during a call.

If a process dies, its order records what remains to be done. The next one continues with it: a request with
the same key, a webhook event from the provider, or the job that runs every minute.
"""

from __future__ import annotations

import logging

from touchline.billing.application.bundles.sync_bundle_grants import SyncBundleGrants
from touchline.billing.application.checkout.card_limits import CardLimits
from touchline.billing.application.checkout.payment_provider_service import PaymentProviderService
from touchline.billing.application.checkout.place_order import Placement, PlacementOutcome, PlaceOrder
from touchline.billing.application.checkout.purchases import (
    AlreadyBoughtError,
    MissingCardError,
    PaymentInProgressError,
    Purchase,
)
from touchline.billing.application.checkout.sync_order import OrderSnapshot, SyncOrder
from touchline.billing.application.customers.customer_service import CustomerService
from touchline.billing.domain.checkout.orders import ActivityStatus, Order, OrderStatus
from touchline.billing.domain.checkout.payments import Payment, PaymentState
from touchline.billing.domain.checkout.provider_actions import (
    ATTEMPT_TIMEOUT,
    ProviderAction,
    get_next_action,
)
from touchline.billing.ports.payments import PaymentsUnavailableError, Wallet
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError, TouchlineError
from touchline.shared.ids import AccountId, ChannelId, OrderId
from touchline.shared.principal import Principal
from touchline.shared.unit_of_work import UnitOfWorkFactory

_MAX_ATTEMPTS = 5
log = logging.getLogger(__name__)


class CheckoutService:
    """Takes purchases, and syncs orders with the provider."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        place_order: PlaceOrder,
        sync_order: SyncOrder,
        payment_provider: PaymentProviderService,
        customer_service: CustomerService,
        wallet: Wallet,
        card_limits: CardLimits,
        clock: Clock,
        sync_bundle_grants: SyncBundleGrants | None = None,
    ) -> None:
        self._sync_bundle_grants = sync_bundle_grants
        self._uow = uow
        self._place_order = place_order
        self._sync_order = sync_order
        self._payment_provider = payment_provider
        self._customer_service = customer_service
        self._wallet = wallet
        self._card_limits = card_limits
        self._clock = clock

    def buy(self, purchase: Purchase, principal: Principal) -> OrderId:
        """Place and pay the order of a purchase, and return its id.

        The order is then paid, failed, or waiting for the viewer's bank. The same key returns the same order.

        Raises `NotSelectedError`, `MissingCardError`, `InvalidPromoCodeError`, `TrialUnavailableError` or
        `AlreadyBoughtError` if the purchase is refused. Raises `IdempotencyKeyReusedError` if the key
        belongs to another purchase, and `PaymentInProgressError` while another request pays for the order.
        After `PaymentsUnavailableError`, an order that was placed is still synced later.
        """
        for _ in range(_MAX_ATTEMPTS):
            placement = self._place_or_find(purchase, principal)
            if placement.outcome is PlacementOutcome.NEW:
                return self._pay_new_order(principal.channel_id, placement.order)
            if placement.outcome is PlacementOutcome.REPEATED:
                return self._resume_order(principal.channel_id, placement.order)
            self._clear_blocking_order(principal.channel_id, placement.order)
        raise PaymentInProgressError

    def pay(
        self, channel_id: ChannelId, account_id: AccountId, order_id: OrderId, card: str | None = None
    ) -> None:
        """Continue a viewer's order after bank authentication, or pay it with another `card`.

        Raises `NotFoundError` for another viewer's order, and `MissingCardError` if the card is not the
        viewer's. An order with a final status stays unchanged, and nothing is charged.
        """
        snapshot = self._load_snapshot(channel_id, order_id)
        if snapshot is None or snapshot.order.account_id != account_id:
            raise NotFoundError
        if card is None:
            self.sync_order(channel_id, order_id)
        else:
            self._pay_with_card(channel_id, snapshot, card)

    def _pay_with_card(self, channel_id: ChannelId, snapshot: OrderSnapshot, card: str) -> None:
        payment = (
            self._payment_provider.retrieve(snapshot)
            if snapshot.order.status is OrderStatus.CREATED
            else None
        )
        if (
            payment is not None
            and payment.state is PaymentState.REQUIRES_ACTION
            and snapshot.customer is not None
        ):
            found_card = self._wallet.get_card(snapshot.customer, card)
            if found_card is None:
                raise MissingCardError
            self._card_limits.ensure_allowed(found_card.fingerprint)
            payment = self._payment_provider.confirm_with_card(snapshot, payment, card)
            if self._apply_actions(channel_id, snapshot, payment):
                return
        self.sync_order(channel_id, snapshot.order.id)
        updated = self._load_order(channel_id, snapshot.order.id)
        if updated is not None and updated.is_in_progress(self._clock.now()):
            raise PaymentInProgressError

    def sync_order(self, channel_id: ChannelId, order_id: OrderId, *, abandoned: bool = False) -> None:
        """Update an order to the provider's current state.

        `abandoned` means that the viewer no longer waits, so an unpaid order is canceled. Raises
        `PaymentsUnavailableError`.
        """
        for _ in range(_MAX_ATTEMPTS):
            snapshot = self._load_snapshot(channel_id, order_id)
            if snapshot is None or self._apply_actions(
                channel_id, snapshot, self._payment_provider.retrieve(snapshot), abandoned=abandoned
            ):
                return
        log.info("order %s changed during a sync; the sync runs again later", order_id)

    def _place_or_find(self, purchase: Purchase, principal: Principal) -> Placement:
        """Place the order, or return the one with the same key.

        A concurrent duplicate of the request may have caused a refusal. The key is therefore checked first,
        so that one key always has one result.
        """
        try:
            return self._place_new(purchase, principal)
        except TouchlineError:
            with self._uow(principal.channel_id):
                existing = self._place_order.find_existing(purchase, principal)
            if existing is None:
                raise
            return Placement(existing, PlacementOutcome.REPEATED)

    def _place_new(self, purchase: Purchase, principal: Principal) -> Placement:
        with self._uow(principal.channel_id):
            existing = self._place_order.find_existing(purchase, principal)
            if existing is not None:
                return Placement(existing, PlacementOutcome.REPEATED)
            needs_payment = self._place_order.validate(purchase, principal)
        fingerprint = self._prepare_customer(purchase, principal) if needs_payment else None
        with self._uow(principal.channel_id):
            placement = self._place_order(purchase, principal, fingerprint)
            if placement.outcome is PlacementOutcome.NEW and placement.order.is_free:
                snapshot = self._sync_order.load(placement.order.id)
                assert snapshot is not None
                self._sync_order.apply(snapshot, None, {})
            return placement

    def _prepare_customer(self, purchase: Purchase, principal: Principal) -> str | None:
        """Make sure that the viewer has a customer at the provider. Return the card's fingerprint."""
        customer = self._customer_service.get_or_create(principal.channel_id, principal.viewer_id)
        card = self._wallet.get_card(customer, purchase.card or "")
        if card is None and purchase.is_trial:
            raise MissingCardError
        fingerprint = card.fingerprint if card else None
        self._card_limits.ensure_allowed(fingerprint)
        return fingerprint

    def _pay_new_order(self, channel_id: ChannelId, order: Order) -> OrderId:
        """Make the first payment attempt for a new order."""
        if order.is_free:
            self._sync_bundles(channel_id, order)
            return order.id
        snapshot = self._load_snapshot(channel_id, order.id)
        assert snapshot is not None
        if not self._apply_actions(channel_id, snapshot, self._charge(channel_id, snapshot)):
            self.sync_order(channel_id, order.id)
        return order.id

    def _resume_order(self, channel_id: ChannelId, order: Order) -> OrderId:
        """Continue a repeated purchase: find a lost response, or resume an interrupted attempt."""
        if order.status is OrderStatus.CREATED:
            self.sync_order(channel_id, order.id)
            current = self._load_order(channel_id, order.id)
            if current is not None and current.is_in_progress(self._clock.now()):
                raise PaymentInProgressError
        return order.id

    def _clear_blocking_order(self, channel_id: ChannelId, order: Order) -> None:
        """Cancel the order that blocks a new one, or refuse the new order."""
        if order.is_in_progress(self._clock.now()):
            raise PaymentInProgressError
        self.sync_order(channel_id, order.id, abandoned=True)
        updated = self._load_order(channel_id, order.id)
        if updated is None:
            return
        if updated.activity(self._clock.now(), self._sync_order.grace) is ActivityStatus.ACTIVE:
            raise AlreadyBoughtError(updated.product.kind)
        if updated.status is OrderStatus.CREATED:
            raise PaymentInProgressError

    def _apply_actions(
        self,
        channel_id: ChannelId,
        snapshot: OrderSnapshot,
        payment: Payment | None,
        *,
        abandoned: bool = False,
    ) -> bool:
        """Run the pending provider actions, then apply the result. Return False if the order must be loaded
        again.
        """
        done = set() if snapshot.payment_request else {ProviderAction.CHARGE}
        grace = self._sync_order.grace
        while action := get_next_action(
            snapshot.order,
            payment,
            self._clock.now(),
            grace,
            abandoned=abandoned,
            done=done,
            voucher_refunds=snapshot.voucher_refunds,
        ):
            done.add(action)
            if payment is not None:
                payment = self._payment_provider.execute(action, snapshot, payment)
                continue
            claimed_snapshot = self._claim(channel_id, snapshot)
            if claimed_snapshot is None:
                return False
            snapshot, payment = claimed_snapshot, self._charge(channel_id, claimed_snapshot)
        taxes = self._payment_provider.calculate_taxes(snapshot, payment)
        with self._uow(channel_id):
            is_applied = self._sync_order.apply(snapshot, payment, taxes, abandoned=abandoned)
        if is_applied:
            self._sync_bundles(channel_id, snapshot.order)
        was_pending = snapshot.order.status is OrderStatus.CREATED
        if is_applied and was_pending and payment is not None and payment.state is PaymentState.FAILED:
            self._card_limits.count_declines(payment)
        return is_applied

    def _sync_bundles(self, channel_id: ChannelId, order: Order) -> None:
        """Update the access in other channels at once. The job that the order enqueued repeats it."""
        if order.grant.bundle and self._sync_bundle_grants is not None:
            self._sync_bundle_grants(channel_id, order.id)

    def _charge(self, channel_id: ChannelId, snapshot: OrderSnapshot) -> Payment:
        try:
            return self._payment_provider.charge(snapshot)
        except PaymentsUnavailableError:
            with self._uow(channel_id):
                self._sync_order.release(snapshot.order.id)
            raise

    def _claim(self, channel_id: ChannelId, snapshot: OrderSnapshot) -> OrderSnapshot | None:
        with self._uow(channel_id):
            return self._sync_order.claim(snapshot, self._clock.now() + ATTEMPT_TIMEOUT)

    def _load_snapshot(self, channel_id: ChannelId, order_id: OrderId) -> OrderSnapshot | None:
        with self._uow(channel_id):
            return self._sync_order.load(order_id)

    def _load_order(self, channel_id: ChannelId, order_id: OrderId) -> Order | None:
        snapshot = self._load_snapshot(channel_id, order_id)
        return snapshot.order if snapshot else None
