"""The offers and promo codes of a channel, for operators. They are edited as entries of the document."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.http import studio_offer_schemas as schemas
from touchline.billing.adapters.http.studio_order_schemas import StudioOrderSchema
from touchline.billing.application.checkout.order_search import OrderSearch, SearchPeriod
from touchline.billing.application.coupons.coupon_admin import CouponAdmin, CouponUsage
from touchline.billing.application.offers.event_offers import EventOffer, GetEventOffers
from touchline.billing.application.offers.offer_overview import (
    OfferOverview,
    OfferStatus,
    SoldOffer,
    get_ref,
)
from touchline.billing.application.offers.offer_serializer import serialize_off_season
from touchline.billing.container import BillingContainer
from touchline.billing.domain.offers.offers import Package, Price
from touchline.billing.ports.order_reports import HolderCount
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import operator, principal
from touchline.platform.http.paging import build_page_request, data_envelope, page_envelope
from touchline.platform.http.schemas import data_schema, list_schema, page_schema
from touchline.shared.clock import Clock
from touchline.shared.permissions import Permission
from touchline.shared.strings.localized import localize

COUPONS = "/studio/coupons"
read_limit = limits.rate_limit("account", 120, limits.MINUTE, name="studio-offers")
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="studio-coupon-changes")

blueprint = Blueprint("studio_offers", __name__, tag=STUDIO_TAG)


@blueprint.route("/studio/offers")
@read_limit
@operator(Permission.EDIT_OFFERS)
@blueprint.response(200, list_schema(schemas.StudioOfferSchema))
@inject
def list_channel_offers(
    offer_overview: OfferOverview = Provide[BillingContainer.offer_overview],
) -> dict[str, Any]:
    """List packages and subscriptions, with what they open and how many viewers hold them.

    Withdrawn offers are listed while someone holds them.
    """
    language = principal().language
    return data_envelope([_serialize_offer(status, language) for status in offer_overview()])


@blueprint.route("/studio/events/<string:key>/offers")
@read_limit
@operator(Permission.EDIT_CONTENT)
@blueprint.response(200, data_schema(schemas.EventOffersSchema))
@inject
def list_event_offers(
    key: str, get_event_offers: GetEventOffers = Provide[BillingContainer.get_event_offers]
) -> dict[str, Any]:
    """List the offers that open an event, and whether viewers can buy each of them now.

    A viewer sees those with the state `on_sale` under `GET /offers`, unless their region is blocked. An event
    that is free has none. 404 for an event that is not in the channel.
    """
    event_offers, language = get_event_offers(key), principal().language
    return data_envelope(
        {
            "pass_type": event_offers.event.pass_type.value,
            "availability": event_offers.event.availability.value,
            "offers": [_serialize_event_offer(offer, language) for offer in event_offers.offers],
        }
    )


@blueprint.route("/studio/offers/<string:kind>/<string:key>/holders")
@read_limit
@operator(Permission.MANAGE_ORDERS)
@audit.reads_personal_data("offer.holders", "offer", "key")
@blueprint.arguments(schemas.HoldersArgsSchema, location="query")
@blueprint.response(200, page_schema(StudioOrderSchema))
@inject
def list_holders(
    args: dict[str, Any],
    kind: str,
    key: str,
    offer_overview: OfferOverview = Provide[BillingContainer.offer_overview],
    order_search: OrderSearch = Provide[BillingContainer.order_search],
) -> dict[str, Any]:
    """List the orders that hold an offer now, newest first."""
    order_query = offer_overview.find_holders(kind, key)
    request, language = build_page_request(args), principal().language
    return page_envelope(order_search.list_page("", order_query, SearchPeriod(), request, language))


@blueprint.route(COUPONS)
@read_limit
@operator(Permission.EDIT_OFFERS)
@blueprint.response(200, list_schema(schemas.StudioCouponSchema))
@inject
def list_channel_coupons(
    coupon_admin: CouponAdmin = Provide[BillingContainer.coupon_admin],
    clock: Clock = Provide[BillingContainer.clock],
) -> dict[str, Any]:
    """List all promo codes in alphabetical order, with how often each was used."""
    return data_envelope([_serialize_coupon(usage, clock) for usage in coupon_admin.list_all()])


@blueprint.route(f"{COUPONS}/<string:code>/deactivate", methods=["POST"])
@change_limit
@operator(Permission.EDIT_OFFERS)
@audit.changes("coupon.deactivate", "coupon", "code")
@blueprint.response(200, data_schema(schemas.StudioCouponSchema))
@inject
def deactivate_coupon(
    code: str,
    coupon_admin: CouponAdmin = Provide[BillingContainer.coupon_admin],
    clock: Clock = Provide[BillingContainer.clock],
) -> dict[str, Any]:
    """Deactivate a temporary promo code. Orders that used it keep their price.

    404 for a code of the document. Remove its entry instead, so that the change is a revision.
    """
    return data_envelope(_serialize_coupon(coupon_admin.stop_temporary(code), clock))


def _serialize_offer(status: OfferStatus, language: str) -> dict[str, Any]:
    offer = status.offer
    package = offer if isinstance(offer, Package) else None
    return {
        **_serialize_terms(offer, offer.price, language),
        "kind": get_ref(offer).kind.value,
        "state": status.state.value,
        "type": package.type.value if package else None,
        "categories": package.categories if package else (),
        "capabilities": [capability.value for capability in offer.capabilities],
        "holders": [_serialize_count(count) for count in status.counts],
    }


def _serialize_event_offer(event_offer: EventOffer, language: str) -> dict[str, Any]:
    return {
        **_serialize_terms(event_offer.offer, event_offer.price, language),
        "kind": event_offer.kind.value,
        "state": event_offer.state.value,
    }


def _serialize_terms(offer: SoldOffer, price: Price, language: str) -> dict[str, Any]:
    package = offer if isinstance(offer, Package) else None
    return {
        "key": offer.key,
        "name": localize(offer.name, language),
        "is_team_pass": package.requires_team if package else False,
        "price": price.total.decimal,
        "currency": price.base.currency,
        "period": offer.period or offer.offer,
        "days": package.days if package else None,
        "until": package.until if package else None,
        "trial_period": 0 if isinstance(offer, Package) else offer.trial_period,
        "off_season": None if isinstance(offer, Package) else serialize_off_season(offer.off_season),
    }


def _serialize_count(count: HolderCount) -> dict[str, Any]:
    return {
        "price": count.price.decimal,
        "currency": count.price.currency,
        "holders": count.holders,
        "renewing": count.renewing,
    }


def _serialize_coupon(usage: CouponUsage, clock: Clock) -> dict[str, Any]:
    coupon = usage.coupon
    return {
        "code": coupon.code,
        "state": coupon.get_state(clock.now(), usage.redemptions).value,
        "percent": f"{coupon.percent:f}" if coupon.percent is not None else None,
        "amount": coupon.amount.decimal if coupon.amount else None,
        "currency": coupon.amount.currency if coupon.amount else None,
        "products": usage.products,
        "limit": coupon.max_redemptions,
        "limit_each": coupon.max_redemptions_per_customer,
        "starts_at": coupon.starts_at,
        "ends_at": coupon.ends_at,
        "redemptions": usage.redemptions,
        "is_temporary": not coupon.from_pack,
    }
