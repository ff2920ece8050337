"""Saved cards and the customer portal (api.md, "Billing").

The payment provider is called outside the request's transaction.
"""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.billing.adapters.http.card_schemas import CardSchema, ClientSecretSchema, PortalSchema
from touchline.billing.adapters.http.purchase_limits import saved_card_limits
from touchline.billing.application.customers.customer_service import CustomerService
from touchline.billing.application.customers.saved_cards import SavedCards
from touchline.billing.container import BillingContainer
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.platform.config.settings import Settings
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, viewer
from touchline.platform.http.paging import data_envelope, list_args_schema, paginate
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import data_schema, page_schema

PROFILE_PATH = "/profile"

blueprint = Blueprint("cards", __name__, description="Saved cards")
CardsArgsSchema = list_args_schema("CardsArgs", limit=100)


@blueprint.route("/stripe/setup-intent", methods=["POST"])
@saved_card_limits
@viewer
@blueprint.response(200, data_schema(ClientSecretSchema))
@inject
def create_setup_intent(
    customer_service: CustomerService = Provide[BillingContainer.customer_service],
    saved_cards: SavedCards = Provide[BillingContainer.saved_cards],
) -> dict[str, Any]:
    """Return a client secret with which the viewer's browser saves a card at the payment provider.

    Card data never reaches this server. 503 if payments are turned off or the provider is unavailable.
    """
    viewer_principal = principal()
    release_connection()
    return data_envelope(
        saved_cards.create_setup_intent(
            customer_service.get_or_create(viewer_principal.channel_id, viewer_principal.viewer_id)
        )
    )


@blueprint.route("/stripe/list-cards")
@limits.rate_limit("account", 60, limits.MINUTE)
@viewer
@blueprint.arguments(CardsArgsSchema, location="query")
@blueprint.response(200, page_schema(CardSchema))
@inject
def list_cards(
    args: dict[str, Any],
    customer_service: CustomerService = Provide[BillingContainer.customer_service],
    saved_cards: SavedCards = Provide[BillingContainer.saved_cards],
) -> dict[str, Any]:
    """List the viewer's saved cards, the default card first."""
    viewer_principal = principal()
    release_connection()
    return paginate(
        saved_cards.list_cards(
            customer_service.find(viewer_principal.channel_id, viewer_principal.viewer_id)
        ),
        args,
    )


@blueprint.route("/stripe/cards/<string:card_id>", methods=["DELETE"])
@limits.rate_limit("account", 30, limits.HOUR)
@viewer
@blueprint.response(204)
@inject
def delete_card(
    card_id: str,
    customer_service: CustomerService = Provide[BillingContainer.customer_service],
    saved_cards: SavedCards = Provide[BillingContainer.saved_cards],
) -> None:
    """Delete a saved card. 404 for another viewer's card."""
    viewer_principal = principal()
    release_connection()
    saved_cards.detach_card(
        customer_service.find(viewer_principal.channel_id, viewer_principal.viewer_id), card_id
    )


@blueprint.route("/stripe/customer-portal")
@limits.rate_limit("account", 30, limits.HOUR)
@viewer
@blueprint.response(200, data_schema(PortalSchema))
@inject
def open_portal(
    customer_service: CustomerService = Provide[BillingContainer.customer_service],
    saved_cards: SavedCards = Provide[BillingContainer.saved_cards],
    channel: CurrentChannel = Provide[BillingContainer.current_channel],
    settings: Settings = Provide[BillingContainer.settings],
) -> dict[str, Any]:
    """Return the URL of the customer portal, where the viewer manages cards and invoices.

    The portal links back to the viewer's profile.
    """
    viewer_principal, billing_settings = principal(), channel.get_billing_settings()
    is_own_domain = (
        request.host.partition(":")[0] in billing_settings.domains and not settings.site_url_template
    )
    site = request.host_url.rstrip("/") if is_own_domain else billing_settings.site
    release_connection()
    customer = customer_service.get_or_create(viewer_principal.channel_id, viewer_principal.viewer_id)
    return data_envelope(
        saved_cards.create_portal_session(customer, site + PROFILE_PATH, viewer_principal.language)
    )
