"""Granting access from the studio, where operators name the viewer by email and the product by its key."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from touchline.billing.application.checkout.access_grants import GrantAccess, GrantRequest
from touchline.billing.application.offers.product_references import ProductReferences
from touchline.billing.domain.checkout.orders import Order
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.viewers import Viewers
from touchline.shared.days import end_of_day
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError

NO_VIEWER = ErrorMessage(
    "errors.no_viewer", "No account has this address. Ask the viewer to create an account first."
)


@dataclass(frozen=True)
class EmailGrant:
    """Access to grant to the viewer with an email address, until the end of the day `until`."""

    email: str
    product: str
    team: str | None = None
    until: date | None = None


class GrantByEmail:
    """Use case that resolves the names of a grant, then grants the access."""

    def __init__(
        self,
        viewers: Viewers,
        product_references: ProductReferences,
        channel: CurrentChannel,
        grant_access: GrantAccess,
    ) -> None:
        self._viewers = viewers
        self._product_references = product_references
        self._channel = channel
        self._grant_access = grant_access

    def __call__(self, email_grant: EmailGrant) -> Order:
        """Place the order. Raises `NotFoundError` or `RefusedError`."""
        account_id = self._viewers.find_account_id(email_grant.email)
        if account_id is None:
            raise NotFoundError(NO_VIEWER)
        kind, product_id = self._product_references.parse(email_grant.product)
        team = self._product_references.parse_team(email_grant.team) if email_grant.team else None
        until = None
        if email_grant.until:
            until = end_of_day(email_grant.until, ZoneInfo(self._channel.get_billing_settings().time_zone))
        return self._grant_access(
            GrantRequest(account_id=account_id, kind=kind, id=product_id, team=team, until=until)
        )
