"""The line to Stripe: its SDK with our time-outs, one key an order, and the port's errors in place of its
own.

Nothing of Stripe's answers is logged but its codes and the number of the request, by which Stripe's dashboard
finds it. Its own messages may hold names and parts of keys.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, TypeVar

import requests
import stripe

from touchline.billing.domain.refusals import NOT_CHARGEABLE, UNANSWERED, WRONG_CARD
from touchline.billing.domain.settling import ATTEMPT
from touchline.billing.ports.payments import CardRefused, PaymentsUnavailable
from touchline.shared.errors import Refused

if TYPE_CHECKING:
    from stripe._request_options import RequestOptions
    from stripe._stripe_object import StripeObject

log = logging.getLogger(__name__)
logging.getLogger("stripe").setLevel(logging.WARNING)  # below it, the SDK writes whole bodies
stripe.enable_telemetry = False

CONNECT_SECONDS = 5.0
WAIT_SECONDS = stripe.HTTPClient.INITIAL_DELAY
"""How long the SDK waits before it asks again."""
RETRIED: RequestOptions = {"max_network_retries": 1}  # the SDK names each call by itself where we do not
PAGE = 100
CONFLICT = 409
Made = TypeVar("Made")

_CARD_FIELDS = ("payment_method", "default_payment_method")
_CARD_CODES = (
    "payment_method_unexpected_state",
    "payment_method_unactivated",
    "payment_method_customer_decline",
)
_AMOUNT_FIELDS = ("amount", "currency", "unit_amount", "amount_off")
_KEY = re.compile(r"\b((?:sk|rk|pk|whsec)_(?:live|test)?)_?[\w*]+")
_AWAY = (stripe.APIConnectionError, stripe.RateLimitError, stripe.APIError)


class Line:
    """Calls to one account. `seconds` is the time in which each answer must come, connecting included;
    `address` is another than Stripe's own; `timer` counts seconds; `wire` is another way there. Nothing
    connects before it is needed."""

    def __init__(
        self,
        key: str,
        seconds: float,
        address: str = "",
        timer: Callable[[], float] = time.monotonic,
        wire: stripe.HTTPClient | None = None,
    ) -> None:
        self.timer = timer
        self._seconds = seconds
        connecting = min(CONNECT_SECONDS, seconds / 4)
        self._client = stripe.StripeClient(
            key,
            base_addresses={"api": address} if address else None,
            max_network_retries=0,
            http_client=wire
            or stripe.RequestsClient(
                timeout=(connecting, seconds - connecting), session=_direct() if address else None
            ),
        )

    @property
    def v1(self) -> stripe.V1Services:
        """Everything that Stripe can be asked."""
        return self._client.v1

    def taking(self, order: str, began: float) -> RequestOptions:
        """Options of the one call that takes an order's money. Whoever began (by `timer`) is taken for dead
        after `ATTEMPT`: by then the call is over. So it is asked again only where there is time for that, and
        not at all when half of the time is gone: `PaymentsUnavailable`."""
        gone, most = self.timer() - began, ATTEMPT.total_seconds()
        if gone > most / 2:
            log.warning("Stripe is slow: %.0f s are gone, order %s is not asked for yet", gone, order)
            raise PaymentsUnavailable(UNANSWERED, code="errors.payments_unavailable")
        again = gone + 2 * self._seconds + WAIT_SECONDS <= most
        return {**once(f"order-{order}"), "max_network_retries": int(again)}

    def patient(self, call: Callable[[], Made]) -> Made:
        """What a call made that others make at the same moment under the same key: Stripe answers 409 until
        the first of them has its answer (https://docs.stripe.com/error-low-level). The SDK waits before it
        asks again; so it goes on for as long as one answer may take."""
        since: float | None = None
        while True:
            try:
                return call()
            except stripe.StripeError as error:
                if error.http_status != CONFLICT:
                    raise
                now = self.timer()
                since = now if since is None else since
                if now >= since + self._seconds:
                    raise

    def event(self, body: bytes, signature: str, secret: str, seconds: int) -> stripe.Event:
        """A notice, if it was signed with the secret within the last seconds; the SDK's error or
        `ValueError`."""
        return self._client.construct_event(body, signature, secret, seconds)

    def card(self, name: str) -> stripe.PaymentMethod | None:
        """A payment method, whoever's it is; None where there is none, or it is no card."""
        try:
            found = self.v1.payment_methods.retrieve(name)
        except stripe.InvalidRequestError as error:
            if not gone(error):
                raise
            return None
        return found if found.type == "card" else None

    @contextmanager
    def asking(self, what: str) -> Iterator[None]:
        """Where Stripe is asked for something: `CardRefused` for a card it does not know, `Refused` for an
        amount it does not take, `PaymentsUnavailable` for all else that goes wrong. `what` is for the
        operator."""
        try:
            yield
        except stripe.InvalidRequestError as error:
            if _about_card(error):
                raise wrong_card() from None
            if _about_amount(error):
                log.error("Stripe does not take an amount (%s): %s", what, error.code or error.param)
                raise Refused(NOT_CHARGEABLE, code="errors.amount") from None
            _give_up(what, error)
        except stripe.StripeError as error:
            _give_up(what, error)


def _direct() -> requests.Session:
    """A session that goes around a company's proxy: the stand-in is on this machine."""
    session = requests.Session()
    session.trust_env = False
    return session


def wrong_card() -> CardRefused:
    """The refusal of a card that is not there or is another's."""
    return CardRefused(WRONG_CARD, code="errors.card")


def once(key: str) -> RequestOptions:
    """Options of a call that happens once, however often it is asked for with the same words."""
    return {**RETRIED, "idempotency_key": key}


def replayed(answer: StripeObject) -> bool:
    """Whether this is what Stripe had answered at an earlier time, and things may stand otherwise now."""
    response = answer.last_response
    return response is not None and response.headers.get("Idempotent-Replayed") == "true"


def gone(error: stripe.InvalidRequestError) -> bool:
    """Whether what was named is not there (any more)."""
    return error.code == "resource_missing"


def name_of(thing: str | StripeObject | None) -> str | None:
    """The name of what Stripe gives as a name or as the whole."""
    if thing is None or isinstance(thing, str):
        return thing
    name: str = thing["id"]
    return name


def _about_card(error: stripe.InvalidRequestError) -> bool:
    """Not every sentence about a card comes with a code; such a request has charged nothing in any case."""
    named = error.param in _CARD_FIELDS or error.code in _CARD_CODES
    return named or "PaymentMethod" in (error.user_message or "")


def _about_amount(error: stripe.InvalidRequestError) -> bool:
    return error.param in _AMOUNT_FIELDS or (error.code or "").startswith("amount_too_")


def _give_up(what: str, error: stripe.StripeError) -> NoReturn:
    away = isinstance(error, _AWAY)
    facts = (what, type(error).__name__, error.code or "no code", error.http_status, error.request_id)
    if away:
        log.warning("Stripe does not answer (%s): %s, %s, status %s, request %s", *facts)
    else:
        log.error("Stripe refuses us (%s): %s, %s, status %s, request %s", *facts)
    raise PaymentsUnavailable(
        UNANSWERED,
        code="errors.payments_unavailable",
        provider_message=_words_of(error),
        is_refusal=not away,
    ) from None


def _words_of(error: stripe.StripeError) -> str:
    """What Stripe said, with keys cut out, and the request by which its dashboard finds the call."""
    said = _KEY.sub(r"\1…", error.user_message or type(error).__name__)
    return f"{said} ({error.request_id})" if error.request_id else said
