"""The link in a reminder that cancels a renewal without login (ADR 106).

The token is in the fragment of the page's address and in the body of these requests, so no log contains it.
"""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.offer_schemas import OffSeasonSchema
from touchline.billing.adapters.http.order_schemas import RENEWALS
from touchline.billing.application.offers.offer_serializer import serialize_off_season
from touchline.billing.application.renewals.renewal_links import RenewalLinks
from touchline.billing.container import BillingContainer
from touchline.billing.domain.checkout.orders import Order
from touchline.billing.ports.current_channel import ChannelLanguage
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import Instant, NormalizedString, data_schema
from touchline.shared.strings import normalize
from touchline.shared.strings.localized import localize

blueprint = Blueprint("renewal-links", __name__, description="Cancel links of renewal reminders")


class RenewalLinkArgsSchema(Schema):
    """Body of both calls: the token of a link."""

    token = NormalizedString(normalize.token, required=True, validate=validate.Length(1, 200))


class RenewalLinkSchema(Schema):
    """The renewal that a link cancels. It names no viewer."""

    name = fields.String(required=True)
    price = fields.String(required=True)
    currency = fields.String(required=True)
    period = fields.String(required=True, allow_none=True)
    expires_at = Instant(required=True, allow_none=True)
    auto_renewal = fields.String(required=True, validate=validate.OneOf(RENEWALS))
    off_season = fields.Nested(OffSeasonSchema, required=True, allow_none=True)


@blueprint.route("/renewal-links/show", methods=["POST"])
@limits.rate_limit("address", 60, limits.MINUTE)
@any_key
@blueprint.arguments(RenewalLinkArgsSchema)
@blueprint.response(200, data_schema(RenewalLinkSchema))
@inject
def show_renewal_link(
    body: dict[str, str], renewal_links: RenewalLinks = Provide[BillingContainer.renewal_links]
) -> dict[str, Any]:
    """Return what a link cancels. Changes nothing.

    400 `This link no longer works. Log in to manage your subscription.`
    """
    return _serialize(renewal_links.get(principal().channel_id, body["token"]))


@blueprint.route("/renewal-links/cancel", methods=["POST"])
@limits.rate_limit("address", 60, limits.MINUTE)
@any_key
@blueprint.arguments(RenewalLinkArgsSchema)
@blueprint.response(200, data_schema(RenewalLinkSchema))
@inject
def cancel_by_link(
    body: dict[str, str], renewal_links: RenewalLinks = Provide[BillingContainer.renewal_links]
) -> dict[str, Any]:
    """Cancel the renewal of a link. `auto_renewal` is `processing`, later `cancelled`. Repeated calls change
    nothing.

    400 `This link no longer works. Log in to manage your subscription.`
    """
    return _serialize(renewal_links.cancel(principal().channel_id, body["token"]))


@inject
def _serialize(
    order: Order, channel: ChannelLanguage = Provide[BillingContainer.current_channel]
) -> dict[str, Any]:
    return data_envelope(
        {
            "name": localize(order.product.name, principal().language, channel.get_language()),
            "price": order.price.total.decimal,
            "currency": order.currency,
            "period": order.product.period,
            "expires_at": order.expires_at,
            "auto_renewal": order.auto_renewal.value if order.auto_renewal else None,
            "off_season": serialize_off_season(order.product.off_season),
        }
    )
