"""Bundles of several channels, for owners."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.http import bundle_schemas as schemas
from touchline.billing.application.bundles.bundle_admin import BundleAdmin, Proposal
from touchline.billing.container import BillingContainer
from touchline.platform.audit.calls import identify_subject
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.permissions import Permission

BUNDLES = "/studio/bundles"
BUNDLE = f"{BUNDLES}/<int(max=2147483647):bundle_id>"
read_limit = limits.rate_limit("account", 120, limits.MINUTE, name="studio-bundles")
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="studio-bundle-changes")
_propose_limit = limits.rate_limit("account", 60, limits.HOUR, name="studio-bundle-proposals")

blueprint = Blueprint("studio_bundles", __name__, tag=STUDIO_TAG)


@blueprint.route(BUNDLES)
@read_limit
@operator(Permission.MANAGE_SETTINGS)
@audit.reads_nothing_personal
@blueprint.response(200, data_schema(schemas.StudioBundlesSchema))
def list_studio_bundles() -> dict[str, Any]:
    """List the bundles that the channel sells, and those in which it is the partner, newest first."""
    return _show()


@blueprint.route(BUNDLES, methods=["POST"])
@error_responses(400, 404, 409)
@_propose_limit
@operator(Permission.MANAGE_SETTINGS)
@audit.changes("bundle.propose", "bundle")
@blueprint.arguments(schemas.ProposeBundleSchema)
@blueprint.response(201, data_schema(schemas.StudioBundlesSchema))
@inject
def propose_bundle(
    body: dict[str, str], bundle_admin: BundleAdmin = Provide[BillingContainer.bundle_admin]
) -> dict[str, Any]:
    """Propose that an offer also opens another channel, for a share of its net revenue.

    404 if the offer is not on sale; 409 if it already includes the channel or a proposal waits.
    """
    identify_subject("bundle", bundle_admin.propose(Proposal(**body)).id)
    return _show()


@blueprint.route(f"{BUNDLE}/accept", methods=["POST"])
@error_responses(404, 409)
@change_limit
@operator(Permission.MANAGE_SETTINGS)
@audit.changes("bundle.accept", "bundle", "bundle_id")
@blueprint.response(200, data_schema(schemas.StudioBundlesSchema))
@inject
def accept_bundle(
    bundle_id: int, bundle_admin: BundleAdmin = Provide[BillingContainer.bundle_admin]
) -> dict[str, Any]:
    """Accept a proposal as its partner. The offer opens this channel for everyone who buys it from now on.

    409 if the bundle has ended.
    """
    bundle_admin.accept(bundle_id)
    return _show()


@blueprint.route(f"{BUNDLE}/end", methods=["POST"])
@error_responses(404)
@change_limit
@operator(Permission.MANAGE_SETTINGS)
@audit.changes("bundle.end", "bundle", "bundle_id")
@blueprint.response(200, data_schema(schemas.StudioBundlesSchema))
@inject
def end_bundle(
    bundle_id: int, bundle_admin: BundleAdmin = Provide[BillingContainer.bundle_admin]
) -> dict[str, Any]:
    """End a bundle for future sales, or withdraw or decline a proposal.

    What was sold stays valid. Subscriptions keep the other channel until the end of the current period.
    """
    bundle_admin.end(bundle_id)
    return _show()


@inject
def _show(bundle_admin: BundleAdmin = Provide[BillingContainer.bundle_admin]) -> dict[str, Any]:
    return data_envelope(bundle_admin.show(principal().language))
