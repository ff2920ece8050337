"""What a PaymentIntent and a SetupIntent are confirmed with: a card, and the way back from its bank."""

from __future__ import annotations

from adapters.payments.fake_stripe.account import Account
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.resources.automatic import name_of
from adapters.payments.fake_stripe.resources.payment_methods import chosen, made
from adapters.payments.fake_stripe.resources.wallets import may_pay
from adapters.payments.fake_stripe.routes import Json


def method_given(account: Account, asked: Asked, intent: Json) -> Json | None:
    """The PaymentMethod that is named, or made from what a browser sends along."""
    named = asked.text("payment_method")
    if named:
        method = chosen(account, named, "payment_method")
    elif "payment_method_data" in asked:
        part = asked.part("payment_method_data")
        part.only("type", "card", "billing_details")
        method = account.add(made(account, part))
    else:
        return None
    may_pay(method, intent["customer"], name_of(intent))
    return method


def way_back(asked: Asked, intent: Json) -> Json:
    """What the intent remembers for `next_action`, as changes of it."""
    own = {
        "return_url": asked.text("return_url"),
        "use_stripe_sdk": asked.flag("use_stripe_sdk") or asked.public,
    }
    return {"_": {**intent["_"], **own}}
