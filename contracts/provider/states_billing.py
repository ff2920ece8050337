"""Provider states of context billing, made by its own use cases, which ask the stand-in for Stripe.

Rows that nobody names count from 1: the first order of a state is 1, and so is the first line of a ledger.
"""

from __future__ import annotations

from typing import Any

from contracts.provider.stage import NOON, Stage
from touchline.billing.application.purchases import Purchase
from touchline.billing.domain.orders import Kind
from touchline.shared.ids import AccountId, ChannelId, OrderId, SessionId
from touchline.shared.principal import Principal

_SAID = "name: {en: Asked, fr: Demandé}, description: {en: All, fr: Tout}, features: [{en: It, fr: Ça}]"
PACKAGES = {
    "season": "type: season, categories: [hockey], days: 200, offer: season",
    "team": "type: team, is_team_pass: true, categories: [hockey]",
    "clips": "type: season, categories: [hockey], days: 200, offer: season,"
    " capabilities: [watch, clipping, download, download_clip], limits: {clips: 50, downloads: 10}",
}


PAID_GAME = (
    "- {key: paid, away: harlan-falls-hockey, home: cedar-ridge-hockey, category: hockey, location: rink,"
    " starts: +5 days 19:00, duration: 2h, pass: paid, price: {base: 8.99, fee: 1.00}}\n"
)
"""A game that passes open: a pass that opens nothing is not sold."""
PAID_GAME_ID = 9001


def a_package(stage: Stage, id: int, type: str = "season") -> None:
    """A package of this id, of 39.99 and 1.50 on top, and a game for it; one of type `event` opens a single
    game."""
    if type == "event":
        stage.rewrite("packages.yaml", "key: single,", "key: asked,")
    else:
        price = "price: {base: 39.99, fee: 1.50}"
        entry = f"  - {{key: asked, {_SAID}, {price}, weight: 15, {PACKAGES[type]}}}\n"
        stage.rewrite("packages.yaml", "subscriptions:\n", entry + "subscriptions:\n")
    _sell(stage, ("billing_package", "asked"), id)


def a_subscription(stage: Stage, id: int, trial_period: int = 0) -> None:
    """A subscription of this id, of 9.99 every 30 days, and a game for it."""
    stage.write(
        "packages.yaml",
        f"  - {{key: asked-{id}, {_SAID}, price: {{base: 9.99}}, offer: monthly, period: month,"
        f" trial_period: {trial_period}, weight: 5}}\n",
    )
    _sell(stage, ("billing_subscription", f"asked-{id}"), id)


def _sell(stage: Stage, offer: tuple[str, str], id: int) -> None:
    """Apply the pack with this offer, and with one game that costs money."""
    if not stage.has_written("events.yaml", PAID_GAME):
        stage.write("events.yaml", PAID_GAME)
    stage.apply({offer: id, ("catalog_event", "paid"): PAID_GAME_ID})


def a_team(stage: Stage, id: int) -> None:
    """A team of this id, which plays hockey."""
    stage.write(
        "participants.yaml",
        "- {key: asked, name: Amber Plains Owls, short_name: APO, group: cedar-ridge, sport: hockey,"
        " gender: male, category: hockey}\n",
    )
    stage.apply({("catalog_participant", "asked"): id})


def a_promo_code(stage: Stage, code: str, percent: int) -> None:
    """A code that takes so many percent off everything."""
    stage.write("coupons.yaml", f"- {{code: {code}, percent: {percent}}}\n")
    stage.apply()


def a_saved_card(stage: Stage, email: str, card: str = "visa") -> dict[str, Any]:
    """A card that the viewer saved: `visa`, `chargeDeclined` or `authenticationRequired`, as Stripe calls
    its test cards. Makes the `card` by its name."""
    viewer = _principal(stage, email)
    counter = _billing(stage).counter
    setup = counter.cards().setup(counter.customer_desk().of(viewer.channel_id, viewer.viewer))
    intent = setup["client_secret"].partition("_secret_")[0]
    saved = stage.stand_in.client().v1.setup_intents.confirm(intent, {"payment_method": f"pm_card_{card}"})
    return {"card": str(saved.payment_method)}


def an_order(stage: Stage, email: str, type: str, id: int, card: str = "visa", **more: Any) -> None:
    """A viewer bought something with a card that they saved: their first order is 1."""
    name = a_saved_card(stage, email, card)["card"]
    wanted = Purchase(kind=Kind(type), id=id, card=name, **more)
    _billing(stage).till.till().buy(wanted, _principal(stage, email))


def a_trial_that_ended(stage: Stage, email: str, id: int) -> None:
    """A viewer tried a subscription, order 1, which opens nothing for them any more."""
    an_order(stage, email, "subscription", id, trial=True)
    with stage.channel():
        orders = _billing(stage).kept_orders()
        order = orders.locked(OrderId(1))
        order.end(NOON)
        orders.save(order)


def an_answer_to_the_bank(stage: Stage, email: str) -> None:
    """The viewer told their bank that it was them who bought order 1."""
    with stage.channel():
        order = _billing(stage).kept_orders().get(OrderId(1))
    stage.stand_in.authenticate(order.client_secret.partition("_secret_")[0])


def a_stopped_renewal(stage: Stage, email: str) -> None:
    """The viewer stopped the renewal of order 1, and the provider knows."""
    viewer, billing = _principal(stage, email), _billing(stage)
    with stage.channel():
        billing.counter.switch_renewal()(viewer, OrderId(1), on=False)
    billing.till.till().settle(viewer.channel_id, OrderId(1))


def _billing(stage: Stage) -> Any:
    return stage.house.container.billing


def _principal(stage: Stage, email: str) -> Principal:
    with stage.channel() as (channel_id, channel):
        account: AccountId = channel.kept_accounts().by_email(email).id
        return Principal(ChannelId(channel_id), SessionId(0), account, "en", "US")


STATES: dict[str, Any] = {
    "a package": a_package,
    "a subscription": a_subscription,
    "a team": a_team,
    "a promo code": a_promo_code,
    "a saved card": a_saved_card,
    "an order": an_order,
    "a trial": a_trial_that_ended,
    "an answer to the bank": an_answer_to_the_bank,
    "a stopped renewal": a_stopped_renewal,
}
