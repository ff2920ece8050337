"""The vouchers of a new order. They open nothing until the order is paid."""

from __future__ import annotations

from touchline.billing.domain.checkout.orders import Order
from touchline.billing.domain.offers.offers import Price
from touchline.billing.domain.vouchers.voucher_codes import VoucherCodes, hash_voucher_code
from touchline.billing.domain.vouchers.vouchers import GiftRequest, Voucher
from touchline.billing.ports.vouchers import Vouchers
from touchline.shared.money import Money


class NewVouchers:
    """Stores the vouchers of an order in the transaction that stores the order."""

    def __init__(self, vouchers: Vouchers, codes: VoucherCodes) -> None:
        self._vouchers = vouchers
        self._codes = codes

    def add(self, order: Order, gift: GiftRequest) -> None:
        """Store one voucher for each code that the order buys."""
        self._vouchers.add_all(
            [
                Voucher(
                    order_id=order.id,
                    number=number,
                    code_hash=hash_voucher_code(self._codes.derive(order.uuid, number, 1)),
                    language=gift.language,
                    email=gift.email,
                    recipient=gift.recipient,
                    message=gift.message,
                    send_at=(gift.send_at or order.created_at) if gift.email else None,
                )
                for number in range(1, gift.quantity + 1)
            ]
        )


def multiply_price(price: Price, quantity: int) -> Price:
    """Return the price of several codes, with the service fee of each."""
    return Price(
        Money(price.base.minor * quantity, price.base.currency),
        Money(price.fee.minor * quantity, price.fee.currency),
    )
