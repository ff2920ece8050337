"""The till: where orders are placed, paid and settled. It opens its transactions itself, short ones before
and after the provider is asked, and none while it is.

Whoever dies here leaves an order behind that says what is to be done; whoever comes next (the browser with
the same key, a notice of the provider, the job of each minute) goes on with it.
"""

from __future__ import annotations

import logging

from touchline.billing.adapters.customer_desk import CustomerDesk
from touchline.billing.adapters.provider import Provider
from touchline.billing.application.place_order import Place, Placed, PlaceOrder
from touchline.billing.application.purchases import AlreadyBought, NoCard, Purchase, UnderWay
from touchline.billing.application.settle_order import Seen, SettleOrder
from touchline.billing.domain.orders import Activity, Order, OrderStatus
from touchline.billing.domain.payment import Payment, PaymentState
from touchline.billing.domain.settling import ATTEMPT, Act, next_act
from touchline.billing.ports.payments import PaymentsUnavailable, Wallet
from touchline.platform.db.session import Database
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound, TouchlineError
from touchline.shared.ids import AccountId, ChannelId, OrderId
from touchline.shared.principal import Principal

_TRIES = 5
log = logging.getLogger(__name__)


class Till:
    """Takes purchases, and brings orders in line with the provider."""

    def __init__(
        self,
        database: Database,
        place: PlaceOrder,
        settling: SettleOrder,
        provider: Provider,
        desk: CustomerDesk,
        wallet: Wallet,
        clock: Clock,
    ) -> None:
        self._database = database
        self._place = place
        self._settling = settling
        self._provider = provider
        self._desk = desk
        self._wallet = wallet
        self._clock = clock

    def buy(self, purchase: Purchase, principal: Principal) -> OrderId:
        """The order of a purchase, paid, failed, or waiting for the viewer's bank. The same key is the same
        order.

        Refused: `NotSelected`, `NoCard`, `WrongPromoCode`, `NoTrial`, `AlreadyBought`; `OtherPurchase` for a
        key of something else; `UnderWay` while it is being paid by somebody. `PaymentsUnavailable`: the
        order, if it was placed, goes on being settled.
        """
        for _ in range(_TRIES):
            placed = self._placed(purchase, principal)
            if placed.place is Place.NEW:
                return self._pay(principal.channel_id, placed.order)
            if placed.place is Place.AGAIN:
                return self._go_on(principal.channel_id, placed.order)
            self._clear_away(principal.channel_id, placed.order)
        raise UnderWay

    def pay(
        self, channel_id: ChannelId, account_id: AccountId, order_id: OrderId, card: str | None = None
    ) -> None:
        """Go on with a viewer's order after their bank has heard from them, or pay it with another `card`
        instead. `NotFound` for another's order; `NoCard` for a card that is not theirs. An order that is
        settled stays as it is, and nothing is charged."""
        seen = self._seen(channel_id, order_id)
        if seen is None or seen.order.account_id != account_id:
            raise NotFound
        if card is None:
            self.settle(channel_id, order_id)
        else:
            self._pay_with(channel_id, seen, card)

    def _pay_with(self, channel_id: ChannelId, seen: Seen, card: str) -> None:
        payment = self._provider.look(seen) if seen.order.status is OrderStatus.CREATED else None
        if payment is not None and payment.state is PaymentState.ACTION and seen.customer is not None:
            if self._wallet.card(seen.customer, card) is None:
                raise NoCard
            payment = self._provider.pay_with(seen, payment, card)
            if self._bring_in_line(channel_id, seen, payment):
                return
        self.settle(channel_id, seen.order.id)
        after = self._order(channel_id, seen.order.id)
        if after is not None and after.under_way(self._clock.now()):
            raise UnderWay

    def settle(self, channel_id: ChannelId, order_id: OrderId, *, abandoned: bool = False) -> None:
        """Bring an order in line with what the provider says now. `abandoned`: nobody waits for it any more,
        so it is given up where it is not paid. `PaymentsUnavailable`."""
        for _ in range(_TRIES):
            seen = self._seen(channel_id, order_id)
            if seen is None or self._bring_in_line(
                channel_id, seen, self._provider.look(seen), abandoned=abandoned
            ):
                return
        log.info("order %s changes while it is looked at; it is looked at again later", order_id)

    def _placed(self, purchase: Purchase, principal: Principal) -> Placed:
        """Place the order. A rule that refuses it may have been broken by the same request's twin, which was
        quicker: its key decides first, so that one key has one answer."""
        try:
            return self._newly_placed(purchase, principal)
        except TouchlineError:
            with self._database.transaction(principal.channel_id):
                again = self._place.again(purchase, principal)
            if again is None:
                raise
            return Placed(again, Place.AGAIN)

    def _newly_placed(self, purchase: Purchase, principal: Principal) -> Placed:
        with self._database.transaction(principal.channel_id):
            again = self._place.again(purchase, principal)
            if again is not None:
                return Placed(again, Place.AGAIN)
            costs = self._place.check(purchase, principal)
        fingerprint = self._introduced(purchase, principal) if costs else None
        with self._database.transaction(principal.channel_id):
            placed = self._place(purchase, principal, fingerprint)
            if placed.place is Place.NEW and placed.order.free:
                seen = self._settling.see(placed.order.id)
                assert seen is not None
                self._settling.write(seen, None, {})
            return placed

    def _introduced(self, purchase: Purchase, principal: Principal) -> str | None:
        """Make the viewer known to the provider; answers the fingerprint of the card for a trial."""
        customer = self._desk.of(principal.channel_id, principal.viewer)
        if not purchase.trial:
            return None
        card = self._wallet.card(customer, purchase.card or "")
        if card is None:
            raise NoCard
        return card.fingerprint

    def _pay(self, channel_id: ChannelId, order: Order) -> OrderId:
        """The first attempt at a new order."""
        if order.free:
            return order.id
        seen = self._seen(channel_id, order.id)
        assert seen is not None
        if not self._bring_in_line(channel_id, seen, self._ask(channel_id, seen)):
            self.settle(channel_id, order.id)
        return order.id

    def _go_on(self, channel_id: ChannelId, order: Order) -> OrderId:
        """The same purchase once more: a lost answer is found, a broken attempt taken up."""
        if order.status is OrderStatus.CREATED:
            self.settle(channel_id, order.id)
            now = self._order(channel_id, order.id)
            if now is not None and now.under_way(self._clock.now()):
                raise UnderWay
        return order.id

    def _clear_away(self, channel_id: ChannelId, order: Order) -> None:
        """Another order stands where a new one is to be placed: it goes, or the new one is refused."""
        if order.under_way(self._clock.now()):
            raise UnderWay
        self.settle(channel_id, order.id, abandoned=True)
        after = self._order(channel_id, order.id)
        if after is None:
            return
        if after.activity(self._clock.now(), self._settling.grace) is Activity.ACTIVE:
            raise AlreadyBought(after.product.kind)
        if after.status is OrderStatus.CREATED:
            raise UnderWay

    def _bring_in_line(
        self, channel_id: ChannelId, seen: Seen, payment: Payment | None, *, abandoned: bool = False
    ) -> bool:
        """Do what is to be done at the provider, then write what came of it; False: look again."""
        done = set() if seen.words else {Act.CHARGE}
        grace = self._settling.grace
        while act := next_act(seen.order, payment, self._clock.now(), grace, abandoned=abandoned, done=done):
            done.add(act)
            if payment is not None:
                payment = self._provider.do(act, seen.order, payment)
                continue
            claimed = self._claimed(channel_id, seen)
            if claimed is None:
                return False
            seen, payment = claimed, self._ask(channel_id, claimed)
        taxes = self._provider.taxes_of(seen, payment)
        with self._database.transaction(channel_id):
            return self._settling.write(seen, payment, taxes, abandoned=abandoned)

    def _ask(self, channel_id: ChannelId, seen: Seen) -> Payment:
        try:
            return self._provider.ask(seen)
        except PaymentsUnavailable:
            with self._database.transaction(channel_id):
                self._settling.let_be(seen.order.id)
            raise

    def _claimed(self, channel_id: ChannelId, seen: Seen) -> Seen | None:
        with self._database.transaction(channel_id):
            return self._settling.claim(seen, self._clock.now() + ATTEMPT)

    def _seen(self, channel_id: ChannelId, order_id: OrderId) -> Seen | None:
        with self._database.transaction(channel_id):
            return self._settling.see(order_id)

    def _order(self, channel_id: ChannelId, order_id: OrderId) -> Order | None:
        seen = self._seen(channel_id, order_id)
        return seen.order if seen else None
