"""Provider states of bundles: another channel, and agreements with it."""

from __future__ import annotations

from typing import Any

from contracts.provider.environment import NOON, ProviderEnvironment
from touchline.billing.domain.bundles.bundles import Bundle
from touchline.billing.domain.checkout.orders import ProductKind
from touchline.shared.ids import ChannelId
from touchline.shared.money import Money

PARTNER_SLUG = "tigers"


def create_partner_channel(environment: ProviderEnvironment) -> ChannelId:
    """Create the channel `tigers` of the same deployment."""
    container: Any = environment.application.container
    with container.database().transaction(None):
        return ChannelId(container.channel.facade().ensure_channel(PARTNER_SLUG, "Tigers"))


def create_proposal(environment: ProviderEnvironment) -> None:
    """Create bundle 1, a proposal of `tigers` to the channel."""
    partner_id = environment.apply_pack()
    _add(environment, create_partner_channel(environment), partner_id, product_id=1)


def create_bundle(environment: ProviderEnvironment, id: int) -> None:
    """Create bundle 1, with which a package of the channel also opens `tigers`."""
    seller_id, partner_id = environment.apply_pack(), create_partner_channel(environment)
    _add(environment, seller_id, partner_id, product_id=id)
    container: Any = environment.application.container
    with container.database().transaction(partner_id):
        container.billing.bundle_admin().accept(1)


def _add(
    environment: ProviderEnvironment, seller_id: ChannelId, partner_id: ChannelId, product_id: int
) -> None:
    container: Any = environment.application.container
    bundle = Bundle(
        seller_id=seller_id,
        partner_id=partner_id,
        kind=ProductKind.PACKAGE,
        product_id=product_id,
        offer_name={"en": "Season", "fr": "Saison"},
        price=Money(4000, "USD"),
        basis_points=2500,
        proposed_at=NOON,
    )
    with container.database().transaction(seller_id):
        assert container.billing.bundles().add(bundle)


STATES: dict[str, Any] = {
    "a partner channel": create_partner_channel,
    "a proposal of a partner channel": create_proposal,
    "a bundle with a partner channel": create_bundle,
}
