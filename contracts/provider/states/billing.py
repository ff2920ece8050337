"""Provider states of context billing, created by its own use cases, which call the fake Stripe.

Rows without a given id count from 1: the first order of a state is 1, and so is the first ledger entry.
"""

from __future__ import annotations

from typing import Any

from contracts.provider.environment import NOON, ProviderEnvironment
from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.application.coupons.coupon_admin import NewCoupon
from touchline.billing.domain.checkout.orders import ProductKind
from touchline.shared.ids import AccountId, ChannelId, OrderId, SessionId
from touchline.shared.principal import Principal

_OFFER_TEXTS = (
    "name: {en: Asked, fr: Demandé}, description: {en: All, fr: Tout}, features: [{en: It, fr: Ça}]"
)
PACKAGES = {
    "season": "type: season, categories: [hockey], days: 200, offer: season",
    "team": "type: team, is_team_pass: true, categories: [hockey]",
    "clips": "type: season, categories: [hockey], days: 200, offer: season,"
    " capabilities: [watch, clipping, download, download_clip], limits: {clips: 50, downloads: 10}",
}


PAID_EVENT = (
    "- {key: paid, away: harlan-falls-hockey, home: cedar-ridge-hockey, category: hockey, location: rink,"
    " starts: +5 days 19:00, duration: 2h, pass: paid, price: {base: 8.99, fee: 1.00}}\n"
)
"""A game for passes to open. A pass that opens nothing cannot be sold."""
PAID_EVENT_ID = 9001


def create_package(environment: ProviderEnvironment, id: int, type: str = "season") -> None:
    """Create a package with this id that costs 39.99 plus 1.50, and a game for it.

    A package of type `event` opens a single game. A `donation` costs an amount of the donor's choice.
    """
    if type == "event":
        environment.replace_in_pack("packages.yaml", "key: single,", "key: asked,")
    elif type == "donation":
        choice = "price: {base: 25}, price_choice: {minimum: 5, maximum: 1000, suggested: [10, 25]}"
        entry = f"  - {{key: asked, {_OFFER_TEXTS}, {choice}, weight: 15, type: donation}}\n"
        environment.replace_in_pack("packages.yaml", "subscriptions:\n", entry + "subscriptions:\n")
    else:
        price = "price: {base: 39.99, fee: 1.50}"
        entry = f"  - {{key: asked, {_OFFER_TEXTS}, {price}, weight: 15, {PACKAGES[type]}}}\n"
        environment.replace_in_pack("packages.yaml", "subscriptions:\n", entry + "subscriptions:\n")
    _apply_offer(environment, ("billing_package", "asked"), id)


def create_subscription(environment: ProviderEnvironment, id: int, trial_period: int = 0) -> None:
    """Create a subscription with this id that costs 9.99 every 30 days, and a game for it."""
    environment.append_to_pack(
        "packages.yaml",
        f"  - {{key: asked-{id}, {_OFFER_TEXTS}, price: {{base: 9.99}}, offer: monthly, period: month,"
        f" trial_period: {trial_period}, weight: 5}}\n",
    )
    _apply_offer(environment, ("billing_subscription", f"asked-{id}"), id)


def _apply_offer(environment: ProviderEnvironment, offer: tuple[str, str], id: int) -> None:
    """Apply the pack with this offer and one paid game."""
    if not environment.has_appended("events.yaml", PAID_EVENT):
        environment.append_to_pack("events.yaml", PAID_EVENT)
    environment.apply_pack({offer: id, ("catalog_event", "paid"): PAID_EVENT_ID})


def create_team(environment: ProviderEnvironment, id: int) -> None:
    """Create a hockey team with this id."""
    environment.append_to_pack(
        "participants.yaml",
        "- {key: asked, name: Amber Plains Owls, short_name: APO, group: cedar-ridge, sport: hockey,"
        " gender: male, category: hockey}\n",
    )
    environment.apply_pack({("catalog_participant", "asked"): id})


def create_promo_code(environment: ProviderEnvironment, code: str, percent: int) -> None:
    """Create a promo code that reduces everything by `percent`."""
    environment.append_to_pack("coupons.yaml", f"- {{code: {code}, percent: {percent}}}\n")
    environment.apply_pack()


def create_temporary_promo_code(environment: ProviderEnvironment, code: str) -> None:
    """Add a promo code as the command `touchline coupons add` does."""
    with environment.open_channel():
        _billing(environment).coupon_admin().add(NewCoupon(code=code, percent="20"))


def create_saved_card(environment: ProviderEnvironment, email: str, card: str = "visa") -> dict[str, Any]:
    """Save a card of the viewer: `visa`, `chargeDeclined` or `authenticationRequired`, as Stripe names its
    test cards.

    Returns the `card` by its name.
    """
    viewer = _principal(environment, email)
    billing = _billing(environment)
    setup = billing.saved_cards().create_setup_intent(
        billing.customer_service().get_or_create(viewer.channel_id, viewer.viewer_id)
    )
    intent = setup["client_secret"].partition("_secret_")[0]
    saved_card = environment.fake_stripe.client().v1.setup_intents.confirm(
        intent, {"payment_method": f"pm_card_{card}"}
    )
    return {"card": str(saved_card.payment_method)}


def create_order(
    environment: ProviderEnvironment, email: str, type: str, id: int, card: str = "visa", **more: Any
) -> None:
    """Buy something as a viewer with a saved card. Their first order is 1."""
    name = create_saved_card(environment, email, card)["card"]
    purchase = Purchase(kind=ProductKind(type), id=id, card=name, **more)
    _billing(environment).checkout_service().buy(purchase, _principal(environment, email))


def create_ended_trial(environment: ProviderEnvironment, email: str, id: int) -> None:
    """Create a viewer's ended trial of a subscription, order 1, which no longer opens anything."""
    create_order(environment, email, "subscription", id, is_trial=True)
    with environment.open_channel():
        orders = _billing(environment).orders()
        order = orders.get_for_update(OrderId(1))
        order.end(NOON)
        orders.save(order)


def authenticate_payment(environment: ProviderEnvironment, email: str) -> None:
    """Authenticate the payment of order 1 with the viewer's bank."""
    with environment.open_channel():
        order = _billing(environment).orders().get(OrderId(1))
    environment.fake_stripe.authenticate(order.client_secret.partition("_secret_")[0])


def create_canceled_renewal(environment: ProviderEnvironment, email: str) -> None:
    """Cancel the renewal of order 1, and inform the provider."""
    viewer, billing = _principal(environment, email), _billing(environment)
    with environment.open_channel():
        billing.set_auto_renewal()(viewer, OrderId(1), enabled=False)
    billing.checkout_service().sync_order(viewer.channel_id, OrderId(1))


def _billing(environment: ProviderEnvironment) -> Any:
    return environment.application.container.billing


def _principal(environment: ProviderEnvironment, email: str) -> Principal:
    with environment.open_channel() as (channel_id, channel):
        account: AccountId = channel.accounts().get_by_email(email).id
        return Principal(ChannelId(channel_id), SessionId(0), account, "en", "US")


STATES: dict[str, Any] = {
    "a package": create_package,
    "a subscription": create_subscription,
    "a team": create_team,
    "a promo code": create_promo_code,
    "a temporary promo code": create_temporary_promo_code,
    "a saved card": create_saved_card,
    "an order": create_order,
    "a trial": create_ended_trial,
    "an authenticated payment": authenticate_payment,
    "a canceled renewal": create_canceled_renewal,
}
