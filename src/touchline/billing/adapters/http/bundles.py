"""Bundles of several channels, for viewers."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.http import bundle_schemas as schemas
from touchline.billing.application.bundles.bundle_queries import BundleQueries
from touchline.billing.container import BillingContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema, list_schema

blueprint = Blueprint("bundles", __name__, description="Bundles of several channels")


@blueprint.route("/bundles")
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, list_schema(schemas.BundledOfferSchema))
@inject
def list_bundles(bundles: BundleQueries = Provide[BillingContainer.bundle_queries]) -> dict[str, Any]:
    """List the offers that include other channels, with these channels."""
    return data_envelope(bundles.list_offers())


@blueprint.route("/bundles/own")
@limits.exempt(limits.READ_ONLY)
@viewer
@blueprint.response(200, data_schema(schemas.OwnBundlesSchema))
@inject
def show_own_bundles(bundles: BundleQueries = Provide[BillingContainer.bundle_queries]) -> dict[str, Any]:
    """Return what the viewer's orders open in other channels, and what purchases there open here.

    Access in another channel needs an account there with the same email address. Both must be verified.
    """
    return data_envelope(bundles.list_own(principal().viewer_id, principal().language))
