"""Receipts for the lines of the ledger, and credit notes (house.md: amounts agree to the cent)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from touchline.billing.domain.ledger import Movement, Transaction
from touchline.billing.domain.orders import Order, OrderStatus
from touchline.billing.domain.periods import period_of
from touchline.billing.ports.channel_facts import ChannelFacts, Shop
from touchline.billing.ports.orders import Ledger, Orders
from touchline.billing.ports.receipts import Paper, PaperKind, Part, ReceiptPress, Seller
from touchline.shared.errors import NotFound
from touchline.shared.ids import AccountId, OrderId, TransactionId
from touchline.shared.money import Money
from touchline.shared.text import pick

RECEIPTED = {Movement.CHARGE: OrderStatus.PAID, Movement.REFUND: OrderStatus.REFUNDED}
"""Movements that have a paper, with the status that they must have; a dispute is the bank's affair."""


@dataclass(frozen=True)
class Receipt:
    """A printed paper: `name` is a file's name in ASCII, `content` a PDF."""

    name: str
    content: bytes


class Receipts:
    """Prints what a line of the ledger is worth on paper, in the transaction of its channel."""

    def __init__(self, orders: Orders, ledger: Ledger, channel: ChannelFacts, press: ReceiptPress) -> None:
        self._orders = orders
        self._ledger = ledger
        self._channel = channel
        self._press = press

    def of_viewer(
        self, account_id: AccountId, order_id: OrderId, transaction_id: TransactionId, language: str
    ) -> Receipt:
        """A viewer's own receipt, in a language; `NotFound` for anybody else's, and for a line without."""
        order = self._orders.get(order_id)
        if order is None or order.account_id != account_id:
            raise NotFound
        return self.of_line(order, transaction_id, language)

    def of_line(self, order: Order, transaction_id: TransactionId, language: str) -> Receipt:
        """The same of anybody's order."""
        paper = self.paper(order, transaction_id, language)
        return Receipt(f"{paper.number.lower()}.pdf", self._press(paper))

    def paper(self, order: Order, transaction_id: TransactionId, language: str) -> Paper:
        """What stands on it."""
        lines = self._ledger.of([order.id]).get(order.id, ())
        line = next((one for one in lines if one.id == transaction_id), None)
        if line is None or not has_paper(line):
            raise NotFound
        shop = self._channel.shop()
        charge = line.movement is Movement.CHARGE
        return Paper(
            kind=PaperKind.RECEIPT if charge else PaperKind.CREDIT_NOTE,
            number=number_of(shop, line),
            language=language,
            seller=Seller(shop.name, shop.site, shop.accent, shop.time_zone),
            at=line.at,
            buyer=self._buyer(order),
            item=called(order, language, shop.language),
            period=period_of(order, line.at) if charge else None,
            open_until=order.expires_at if charge and order.auto_renewal is None else None,
            promo_code=order.promo_code,
            parts=_parts(order, line),
            total=line.amount,
            taxes=line.tax if line.taxed else None,
            about=None if charge else _about(shop, lines),
        )

    def _buyer(self, order: Order) -> tuple[str, str] | None:
        person = self._channel.person(order.account_id) if order.account_id is not None else None
        return (person.name, person.email) if person else None


def has_paper(line: Transaction) -> bool:
    """Whether a line has a receipt or a credit note, which names its taxes."""
    return RECEIPTED.get(line.movement) is line.status


def number_of(shop: Shop, line: Transaction) -> str:
    """The number of a line's paper: no other of the channel has it."""
    return f"{shop.slug}-{line.id}".upper()


def called(order: Order, language: str, fallback: str) -> str:
    """What was bought, with its team where it has one, in a language."""
    product = order.product
    names = (pick(product.name, language, fallback), pick(product.participant_name, language, fallback))
    return ", ".join(name for name in names if name)


def _parts(order: Order, line: Transaction) -> tuple[Part, ...]:
    """How an amount came about, where it is that of the order with its discount or without; a part of it that
    went back, and whatever else was charged, is one line."""
    price, nothing = order.price, Money(0, order.currency)
    for discount in (order.discount, nothing):
        if line.movement is Movement.CHARGE and line.amount == price.total - discount:
            named = (Part("base", price.base), Part("discount", discount), Part("fee", price.fee))
            return tuple(part for part in named if part.name == "base" or part.amount.minor)
    return (Part("item", line.amount),)


def _about(shop: Shop, lines: Sequence[Transaction]) -> str | None:
    """The receipt that a credit note takes back, where there is no doubt."""
    charges = [one for one in lines if one.movement is Movement.CHARGE and one.signed]
    return number_of(shop, charges[0]) if len(charges) == 1 else None
