"""SetupIntents: saving a card for charges while the customer is away
(https://docs.stripe.com/api/setup_intents)."""

from __future__ import annotations

from collections.abc import Callable

from adapters.payments.fake_stripe.account import Account, shown
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.cards import Decline
from adapters.payments.fake_stripe.errors import StripeError, invalid
from adapters.payments.fake_stripe.paging import PAGING, page
from adapters.payments.fake_stripe.resources.automatic import automatic, check_return
from adapters.payments.fake_stripe.resources.confirmations import method_given, way_back
from adapters.payments.fake_stripe.resources.next_actions import check_secret, next_action
from adapters.payments.fake_stripe.resources.wallets import attach, card_of, mark_set_up
from adapters.payments.fake_stripe.routes import Json, routes
from adapters.payments.fake_stripe.shapes.setup_intent import new_setup

CONFIRMING = ("payment_method", "payment_method_data", "return_url", "use_stripe_sdk")
WAITING = ("requires_payment_method", "requires_confirmation", "requires_action")
REASONS = ("abandoned", "requested_by_customer", "duplicate")
FAILED_AUTHENTICATION = Decline(
    "setup_intent_authentication_failure",
    None,
    "The latest attempt to set up the payment method has failed because authentication failed.",
)
_reactions: list[Callable[[Account, Json], None]] = []


def afterwards(reaction: Callable[[Account, Json], None]) -> Callable[[Account, Json], None]:
    """Enter what follows when a SetupIntent has succeeded."""
    _reactions.append(reaction)
    return reaction


@routes.at("POST", "setup_intents")
def create(account: Account, asked: Asked) -> Json:
    """A new one, confirmed at once where `confirm` says so."""
    asked.only(
        *CONFIRMING, "confirm", "customer", "usage", "metadata", "description", "automatic_payment_methods",
        "allowed_payment_method_types",
    )  # fmt: skip
    body = new_setup(account, asked.text("customer"), automatic(asked))
    body |= {
        "description": asked.text("description"),
        "metadata": asked.metadata(),
        "usage": asked.choice("usage", ("off_session", "on_session"), "off_session"),
    }
    method = method_given(account, asked, body)
    if method:
        body |= {"payment_method": method["id"], "status": "requires_confirmation"}
    account.add(body, "setup_intent.created")
    return _confirmed(account, asked, body, method) if asked.flag("confirm") else body


@routes.at("GET", "setup_intents")
def listed(account: Account, asked: Asked) -> Json:
    """All, or those of a customer."""
    asked.only(*PAGING, "created", "customer", "payment_method")
    customer, method = asked.text("customer"), asked.text("payment_method")
    return page(account, "setup_intent", "/v1/setup_intents", asked, customer=customer, payment_method=method)


@routes.at("GET", "setup_intents/{id}", public=True)
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One; a browser names its client secret."""
    asked.only("client_secret")
    body = account.get("setup_intent", id, "intent" if asked.public else None)
    check_secret(asked, body)
    return body


@routes.at("POST", "setup_intents/{id}/confirm", public=True)
def confirm(account: Account, asked: Asked, id: str) -> Json:
    """Save the card, after authentication where its bank wants that."""
    asked.only(*CONFIRMING, "client_secret")
    body = account.get("setup_intent", id, "intent" if asked.public else None)
    check_secret(asked, body)
    if body["status"] not in WAITING:
        raise _unexpected(
            body, f"You cannot confirm this SetupIntent because it has a status of {body['status']}."
        )
    return _confirmed(account, asked, body, method_given(account, asked, body))


@routes.at("POST", "setup_intents/{id}/cancel")
def cancel(account: Account, asked: Asked, id: str) -> Json:
    """It saves nothing any more."""
    asked.only("cancellation_reason")
    body = account.get("setup_intent", id)
    if body["status"] not in WAITING:
        raise _unexpected(
            body, f"You cannot cancel this SetupIntent because it has a status of {body['status']}."
        )
    reason = asked.choice("cancellation_reason", REASONS)
    return account.change(
        body, "setup_intent.canceled", status="canceled", cancellation_reason=reason, next_action=None
    )


def begin(account: Account, body: Json, method: Json) -> StripeError | None:
    """Confirm one with a PaymentMethod; the error to answer with when it was declined."""
    account.change(body, None, payment_method=method["id"])
    card = card_of(method)
    if card.wants_authentication(off_session=False, set_up=False):
        account.change(body, None, status="requires_action", next_action=next_action(account, body))
        account.announce("setup_intent.requires_action", body)
        return None
    return finish(account, body, method, True)


def finish(account: Account, body: Json, method: Json, succeeded: bool) -> StripeError | None:
    """Save the card, or note why not."""
    why = card_of(method).refuses(charging=False) if succeeded else FAILED_AUTHENTICATION
    if why:
        return _failed(account, body, method, why)
    if body["customer"]:
        attach(account, method, body["customer"], set_up=True)
    else:
        mark_set_up(account, method)
    account.change(body, None, status="succeeded", next_action=None, last_setup_error=None)
    account.announce("setup_intent.succeeded", body)
    for reaction in _reactions:
        reaction(account, body)
    return None


def _confirmed(account: Account, asked: Asked, body: Json, method: Json | None) -> Json:
    if method is None and body["payment_method"]:
        method = account.get("payment_method", body["payment_method"], "payment_method")
    if method is None:
        raise _unexpected(
            body,
            "You cannot confirm this SetupIntent because it's missing a payment method. Update the "
            "SetupIntent with a payment method and then confirm it again.",
        )
    check_return(asked, body)
    account.change(body, None, **way_back(asked, body))
    error = begin(account, body, method)
    if error:
        raise error
    return body


def _failed(account: Account, body: Json, method: Json, why: Decline) -> StripeError:
    card = why is not FAILED_AUTHENTICATION
    error = StripeError(
        402 if card else 400,
        "card_error" if card else "invalid_request_error",
        why.message,
        keeps=True,
        code=why.code,
        decline_code=why.decline_code,
        payment_method=shown(method),
    )
    last = dict(error.error)
    account.change(
        body,
        None,
        status="requires_payment_method",
        payment_method=None,
        next_action=None,
        last_setup_error=last,
    )
    account.announce("setup_intent.setup_failed", body)
    error.error["setup_intent"] = shown(body)
    return error


def _unexpected(body: Json, message: str) -> StripeError:
    return invalid(message, "setup_intent_unexpected_state", setup_intent=shown(body))
