"""What comes of confirming a PaymentIntent: money, a wish for authentication, or a decline.

Whoever confirms (a call, the authentication page, an invoice) comes through here; what else follows (an
invoice is paid, a dispute is opened) is entered by `@afterwards`.
"""

from __future__ import annotations

from collections.abc import Callable

from adapters.payments.fake_stripe.account import Account, shown
from adapters.payments.fake_stripe.cards import AUTHENTICATION, Decline
from adapters.payments.fake_stripe.errors import Json, StripeError
from adapters.payments.fake_stripe.resources.charges import attempted
from adapters.payments.fake_stripe.resources.next_actions import next_action
from adapters.payments.fake_stripe.resources.wallets import attach, card_of

Reaction = Callable[[Account, Json], None]

_reactions: list[Reaction] = []
FAILED_AUTHENTICATION = Decline(
    "payment_intent_authentication_failure",
    None,
    "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new "
    "PaymentMethod to attempt to fulfill this PaymentIntent again.",
)


def afterwards(reaction: Reaction) -> Reaction:
    """Enter what follows when a PaymentIntent has succeeded, wants an action, or has failed."""
    _reactions.append(reaction)
    return reaction


def confirm(
    account: Account,
    intent: Json,
    method: Json,
    *,
    off_session: bool,
    refuse_action: bool = False,
    waits: bool = False,
) -> StripeError | None:
    """Try to take the money; the error to answer with when it was declined. The intent is changed in place.

    `off_session`: the customer is away, so that a wish for authentication is a decline, unless it `waits` for
    them (as invoices do).
    """
    set_up = bool(method["_"].get("set_up"))
    if not card_of(method).wants_authentication(off_session=off_session, set_up=set_up):
        return _charge(account, intent, method, authenticated=False)
    if refuse_action or (off_session and not waits):
        return decline(account, intent, method, AUTHENTICATION)
    _status(account, intent, "requires_action", payment_method=method["id"])
    account.change(intent, "payment_intent.requires_action", next_action=next_action(account, intent))
    _react(account, intent)
    return None


def authenticated(account: Account, intent: Json, method: Json, succeeded: bool) -> StripeError | None:
    """Go on after 3-D Secure."""
    if not succeeded:
        return decline(account, intent, method, FAILED_AUTHENTICATION, charged=False)
    return _charge(account, intent, method, authenticated=True)


def decline(
    account: Account, intent: Json, method: Json, why: Decline, *, charged: bool = True
) -> StripeError:
    """Note that it failed; the intent waits for another PaymentMethod."""
    more: Json = {}
    if charged:
        charge = attempted(account, intent, method, why, False)
        more["latest_charge"] = charge["id"]
    kind = "card_error" if charged else "invalid_request_error"
    error = StripeError(
        402 if charged else 400,
        kind,
        why.message,
        keeps=True,
        code=why.code,
        decline_code=why.decline_code,
        charge=more.get("latest_charge"),
        payment_method=shown(method),
        doc_url=f"https://stripe.com/docs/error-codes/{why.code.replace('_', '-')}",
    )
    last = dict(error.error)
    _status(account, intent, "requires_payment_method", payment_method=None, last_payment_error=last, **more)
    account.announce("payment_intent.payment_failed", intent)
    _react(account, intent)
    error.error["payment_intent"] = shown(intent)
    return error


def _charge(account: Account, intent: Json, method: Json, *, authenticated: bool) -> StripeError | None:
    why = card_of(method).refuses(charging=True)
    if why:
        return decline(account, intent, method, why)
    charge = attempted(account, intent, method, None, authenticated)
    _status(
        account,
        intent,
        "succeeded",
        payment_method=method["id"],
        latest_charge=charge["id"],
        amount_received=intent["amount"],
        last_payment_error=None,
    )
    account.announce("payment_intent.succeeded", intent)
    _used(account, intent, method)
    _react(account, intent)
    return None


def _used(account: Account, intent: Json, method: Json) -> None:
    """A card is saved when that was wished for; one that is nobody's is spent."""
    if intent["setup_future_usage"] and intent["customer"]:
        attach(account, method, intent["customer"], set_up=True)
    elif not method["customer"]:
        account.change(method, None, _={**method["_"], "spent": True})


def _status(account: Account, intent: Json, status: str, **changes: object) -> None:
    account.change(intent, None, status=status, next_action=None, **changes)


def _react(account: Account, intent: Json) -> None:
    for reaction in _reactions:
        reaction(account, intent)
