"""Providers of context `billing`. What it lacks is a Dependency, given in `touchline.container`."""

from dependency_injector import containers, providers

from touchline.billing.adapters.gateways import ChannelGateway
from touchline.billing.adapters.sql.offers import SqlOffers
from touchline.billing.application.offer_queries import OfferQueries
from touchline.billing.application.packs import OfferPacks
from touchline.billing.facade import BillingFacade


class Billing(containers.DeclarativeContainer):
    """Everything `billing` makes: offers, their queries, the facade. Ids for `Provide["billing.…"]`."""

    session = providers.Dependency()
    channel = providers.Dependency()

    kept_offers = providers.Singleton(SqlOffers, session)
    channel_facts = providers.Singleton(ChannelGateway, channel)
    offers = providers.Singleton(OfferQueries, kept_offers, channel_facts)
    packs = providers.Singleton(OfferPacks, kept_offers)
    facade = providers.Singleton(BillingFacade, offers, packs, kept_offers)
