"""Packages and subscriptions (api.md, "Billing")."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.http.offer_schemas import PackageSchema, SubscriptionSchema
from touchline.billing.application.offers.offer_queries import OfferQueries
from touchline.billing.container import BillingContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import public_cache
from touchline.platform.http.guards import any_key, principal
from touchline.platform.http.paging import data_envelope, list_args_schema, paginate
from touchline.platform.http.schemas import data_schema, page_schema

blueprint = Blueprint("offers", __name__, description="Offers")
OffersArgsSchema = list_args_schema("OffersArgs", ["weight", "name", "price", "id"], no_limit=True)


@blueprint.route("/packages")
@limits.exempt(limits.READ_ONLY)
@any_key
@public_cache("billing_package", is_time_dependent=True)
@blueprint.arguments(OffersArgsSchema, location="query")
@blueprint.response(200, page_schema(PackageSchema))
@inject
def list_packages(
    args: dict[str, Any], offer_queries: OfferQueries = Provide[BillingContainer.offer_queries]
) -> dict[str, Any]:
    """List the packages on sale, highest weight first."""
    return paginate(offer_queries.list_packages(principal().language), args)


@blueprint.route("/packages/<int(max=2147483647):package_id>")
@limits.exempt(limits.READ_ONLY)
@any_key
@public_cache("billing_package", is_time_dependent=True)
@blueprint.response(200, data_schema(PackageSchema))
@inject
def show_package(
    package_id: int, offer_queries: OfferQueries = Provide[BillingContainer.offer_queries]
) -> dict[str, Any]:
    """Return a package on sale. 404 otherwise."""
    return data_envelope(offer_queries.get_package(package_id, principal().language))


@blueprint.route("/subscriptions")
@limits.exempt(limits.READ_ONLY)
@any_key
@public_cache("billing_subscription")
@blueprint.arguments(OffersArgsSchema, location="query")
@blueprint.response(200, page_schema(SubscriptionSchema))
@inject
def list_subscriptions(
    args: dict[str, Any], offer_queries: OfferQueries = Provide[BillingContainer.offer_queries]
) -> dict[str, Any]:
    """List the subscriptions on sale, highest weight first."""
    return paginate(offer_queries.list_subscriptions(principal().language), args)


@blueprint.route("/subscriptions/<int(max=2147483647):subscription_id>")
@limits.exempt(limits.READ_ONLY)
@any_key
@public_cache("billing_subscription")
@blueprint.response(200, data_schema(SubscriptionSchema))
@inject
def show_subscription(
    subscription_id: int, offer_queries: OfferQueries = Provide[BillingContainer.offer_queries]
) -> dict[str, Any]:
    """Return a subscription on sale. 404 otherwise."""
    return data_envelope(offer_queries.get_subscription(subscription_id, principal().language))
