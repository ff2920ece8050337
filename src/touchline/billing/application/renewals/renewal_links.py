"""The link in a reminder that cancels a renewal without login."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.billing.application.renewals.auto_renewal import SetAutoRenewal
from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.renewals.renewal_tokens import RenewalTokens
from touchline.billing.ports.orders import Orders
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.ids import ChannelId, SessionId
from touchline.shared.principal import Principal

LINK_EXPIRED = ErrorMessage(
    "errors.renewal_link", "This link no longer works. Log in to manage your subscription."
)
_NO_SESSION = SessionId(0)


@dataclass
class RenewalLinks:
    """Reads the order of a link, and cancels its renewal.

    A link works any number of times until the renewal. It changes nothing but the renewal.
    """

    tokens: RenewalTokens
    orders: Orders
    set_auto_renewal: SetAutoRenewal
    clock: Clock

    def get(self, channel_id: ChannelId, token: str) -> Order:
        """Return the order of a link.

        Raises `RefusedError` if the link is not of this channel, has expired, or its order has ended.
        """
        claim = self.tokens.parse(token)
        if claim is None or claim.channel_id != channel_id or claim.expires_at <= self.clock.now():
            raise RefusedError(LINK_EXPIRED)
        order = self.orders.get(claim.order_id)
        if order is None or order.account_id is None or not _has_renewal(order):
            raise RefusedError(LINK_EXPIRED)
        return order

    def cancel(self, channel_id: ChannelId, token: str) -> Order:
        """Cancel the renewal, and return the order. Repeated calls change nothing.

        Raises the errors of `get`.
        """
        order = self.get(channel_id, token)
        holder = Principal(channel_id, _NO_SESSION, order.account_id, "", None)
        return self.set_auto_renewal(holder, order.id, enabled=False)


def _has_renewal(order: Order) -> bool:
    """Return whether an order renews, or did until its renewal was canceled."""
    return order.status is OrderStatus.PAID and order.auto_renewal is not None and order.ended_at is None
