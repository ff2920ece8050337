"""Emails of gifts: which are due, and what they say."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from touchline.billing.application.receipts.receipt_service import get_product_title
from touchline.billing.domain.vouchers.voucher_codes import VoucherCodes, format_voucher_code
from touchline.billing.domain.vouchers.vouchers import is_redeemable
from touchline.billing.events import VoucherEmailDue
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.vouchers import Vouchers
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId, OrderId
from touchline.shared.unit_of_work import Announce, UnitOfWorkFactory

_BATCH_SIZE = 200
_DELIVERY_PERIOD = timedelta(days=1)
"""How long the email of a gift may take until the address is no longer needed."""


@dataclass(frozen=True, kw_only=True)
class VoucherNotification:
    """What the email of a gift says. `sender` is the buyer's name, empty if the account is closed.

    The email about a redemption goes to the buyer: `email` is the buyer's address, and `code` is empty.
    """

    order_id: OrderId
    email: str
    language: str
    recipient: str
    sender: str
    message: str
    item: str
    code: str = ""


class SendVoucherEmails:
    """Job that publishes `VoucherEmailDue` once for each email that is due.

    The sending is recorded in the transaction of the event, so two runs send one email.
    """

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        vouchers: Vouchers,
        channel: CurrentChannel,
        announce: Announce,
        clock: Clock,
    ) -> None:
        self._uow = uow
        self._vouchers = vouchers
        self._channel = channel
        self._announce = announce
        self._clock = clock

    def __call__(self) -> int:
        """Send the emails that are due, and return how many. Erase what closed accounts no longer need."""
        with self._uow.all_channels():
            self._vouchers.erase_sent(self._clock.now() - _DELIVERY_PERIOD)
            due = list(self._vouchers.list_due(self._clock.now(), _BATCH_SIZE))
        return sum(self._send(channel_id, voucher_id) for channel_id, voucher_id in due)

    def _send(self, channel_id: ChannelId, voucher_id: int) -> bool:
        with self._uow(channel_id):
            voucher, now = self._vouchers.get(voucher_id), self._clock.now()
            if voucher is None or not self._vouchers.mark_sent(voucher_id, now):
                return False
            sending = f"{voucher.code_version}-{now:%Y%m%dT%H%M%S}"
            self._announce(VoucherEmailDue(channel_id, voucher_id, sending))
            return True


class VoucherNotifications:
    """Query for what the email of a gift says, in the current channel."""

    def __init__(
        self, vouchers: Vouchers, orders: Orders, codes: VoucherCodes, channel: CurrentChannel
    ) -> None:
        self._vouchers = vouchers
        self._orders = orders
        self._codes = codes
        self._channel = channel

    def get_gift(self, voucher_id: int) -> VoucherNotification | None:
        """Return the text; None if the code no longer opens anything."""
        voucher = self._vouchers.get(voucher_id)
        order = self._orders.get(voucher.order_id) if voucher else None
        if voucher is None or order is None or voucher.email is None or not is_redeemable(voucher, order):
            return None
        buyer = self._channel.get_viewer_profile(order.account_id) if order.account_id else None
        return VoucherNotification(
            order_id=order.id,
            email=voucher.email,
            language=voucher.language,
            recipient=voucher.recipient or "",
            sender=buyer.name if buyer else "",
            message=voucher.message or "",
            item=get_product_title(order, voucher.language, self._channel.get_language()),
            code=format_voucher_code(self._codes.derive(order.uuid, voucher.number, voucher.code_version)),
        )

    def get_redemption(self, voucher_id: int) -> VoucherNotification | None:
        """Return what the email to the buyer of a redeemed gift says.

        None for a code of a group, because a group would get many emails, and for a closed account.
        """
        voucher = self._vouchers.get(voucher_id)
        order = self._orders.get(voucher.order_id) if voucher else None
        if voucher is None or order is None or order.account_id is None or order.voucher_count != 1:
            return None
        buyer = self._channel.get_viewer_profile(order.account_id)
        if buyer is None:
            return None
        return VoucherNotification(
            order_id=order.id,
            email=buyer.email,
            language=buyer.language,
            recipient=voucher.recipient or voucher.email or "",
            sender=buyer.name,
            message="",
            item=get_product_title(order, buyer.language, self._channel.get_language()),
        )
