"""Packages and subscriptions (api.md, "Billing")."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.http.schemas import PackageAnswer, SubscriptionAnswer
from touchline.billing.application.offer_queries import OfferQueries
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import same_for_all
from touchline.platform.http.guards import any_key, principal
from touchline.platform.http.paging import list_args, one, part
from touchline.platform.http.schemas import data_of, page_of

blueprint = Blueprint("offers", __name__, description="What may be bought")
OffersArgs = list_args("OffersArgs", ["weight", "name", "price", "id"], no_limit=True)


@blueprint.route("/packages")
@limits.none(limits.READ)
@any_key
@same_for_all()
@blueprint.arguments(OffersArgs, location="query")
@blueprint.response(200, page_of(PackageAnswer))
@inject
def list_packages(args: dict[str, Any], offers: OfferQueries = Provide["billing.offers"]) -> dict[str, Any]:
    """Packages on sale, the heaviest first."""
    return part(offers.packages(principal().language), args)


@blueprint.route("/packages/<int(max=2147483647):package_id>")
@limits.none(limits.READ)
@any_key
@same_for_all()
@blueprint.response(200, data_of(PackageAnswer))
@inject
def show_package(package_id: int, offers: OfferQueries = Provide["billing.offers"]) -> dict[str, Any]:
    """One package on sale; else 404."""
    return one(offers.package(package_id, principal().language))


@blueprint.route("/subscriptions")
@limits.none(limits.READ)
@any_key
@same_for_all()
@blueprint.arguments(OffersArgs, location="query")
@blueprint.response(200, page_of(SubscriptionAnswer))
@inject
def list_subscriptions(
    args: dict[str, Any], offers: OfferQueries = Provide["billing.offers"]
) -> dict[str, Any]:
    """Subscriptions on sale, the heaviest first."""
    return part(offers.subscriptions(principal().language), args)


@blueprint.route("/subscriptions/<int(max=2147483647):subscription_id>")
@limits.none(limits.READ)
@any_key
@same_for_all()
@blueprint.response(200, data_of(SubscriptionAnswer))
@inject
def show_subscription(
    subscription_id: int, offers: OfferQueries = Provide["billing.offers"]
) -> dict[str, Any]:
    """One subscription on sale; else 404."""
    return one(offers.subscription(subscription_id, principal().language))
