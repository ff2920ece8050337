"""Saved cards and the provider's pages (api.md, "Billing"). The provider is asked outside of the request's
transaction."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.billing.adapters.customer_desk import CustomerDesk
from touchline.billing.adapters.http.card_schemas import CardAnswer, ClientSecret, Portal
from touchline.billing.application.cards import Cards
from touchline.billing.ports.channel_facts import ChannelFacts
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, viewer
from touchline.platform.http.paging import list_args, one, part
from touchline.platform.http.requests import let_go
from touchline.platform.http.schemas import data_of, page_of
from touchline.platform.settings import Settings

PROFILE = "/profile"

blueprint = Blueprint("cards", __name__, description="Saved cards")
CardsArgs = list_args("CardsArgs", limit=100)


@blueprint.route("/stripe/setup-intent", methods=["POST"])
@limits.per("account", 20, limits.HOUR)
@limits.per("address", 200, limits.HOUR)
@viewer
@blueprint.response(200, data_of(ClientSecret))
@inject
def begin_card(
    desk: CustomerDesk = Provide["billing.counter.customer_desk"],
    cards: Cards = Provide["billing.counter.cards"],
) -> dict[str, Any]:
    """The secret with which the viewer's browser saves a card; card data never comes here. 503 where nothing
    is sold or the provider is away."""
    asking = principal()
    let_go()
    return one(cards.setup(desk.of(asking.channel_id, asking.viewer)))


@blueprint.route("/stripe/list-cards")
@limits.per("account", 60, limits.MINUTE)
@viewer
@blueprint.arguments(CardsArgs, location="query")
@blueprint.response(200, page_of(CardAnswer))
@inject
def list_cards(
    args: dict[str, Any],
    desk: CustomerDesk = Provide["billing.counter.customer_desk"],
    cards: Cards = Provide["billing.counter.cards"],
) -> dict[str, Any]:
    """The viewer's saved cards, the default first."""
    asking = principal()
    let_go()
    return part(cards.saved(desk.known(asking.channel_id, asking.viewer)), args)


@blueprint.route("/stripe/cards/<string:card_id>", methods=["DELETE"])
@limits.per("account", 30, limits.HOUR)
@viewer
@blueprint.response(204)
@inject
def delete_card(
    card_id: str,
    desk: CustomerDesk = Provide["billing.counter.customer_desk"],
    cards: Cards = Provide["billing.counter.cards"],
) -> None:
    """Remove a saved card; 404 for one that is not the viewer's."""
    asking = principal()
    let_go()
    cards.drop(desk.known(asking.channel_id, asking.viewer), card_id)


@blueprint.route("/stripe/customer-portal")
@limits.per("account", 30, limits.HOUR)
@viewer
@blueprint.response(200, data_of(Portal))
@inject
def open_portal(
    desk: CustomerDesk = Provide["billing.counter.customer_desk"],
    cards: Cards = Provide["billing.counter.cards"],
    channel: ChannelFacts = Provide["billing.channel_facts"],
    settings: Settings = Provide["settings"],
) -> dict[str, Any]:
    """The address of the provider's page for this viewer's cards and invoices; it leads back to the
    profile."""
    asking, shop = principal(), channel.shop()
    own = request.host.partition(":")[0] in shop.domains and not settings.site_address
    site = request.host_url.rstrip("/") if own else shop.site
    let_go()
    customer = desk.of(asking.channel_id, asking.viewer)
    return one(cards.portal(customer, site + PROFILE, asking.language))
