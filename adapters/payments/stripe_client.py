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

from touchline.billing.domain.checkout.declines import INVALID_CARD, NOT_CHARGEABLE, PROVIDER_UNAVAILABLE
from touchline.billing.domain.checkout.provider_actions import ATTEMPT_TIMEOUT
from touchline.billing.ports.payments import CardRefusedError, PaymentsUnavailableError
from touchline.shared.errors import RefusedError

if TYPE_CHECKING:
    from stripe._request_options import RequestOptions
    from stripe._stripe_object import StripeObject

log = logging.getLogger(__name__)
logging.getLogger("stripe").setLevel(logging.WARNING)  # below it, the SDK writes whole bodies
stripe.enable_telemetry = False

CONNECT_TIMEOUT_SECONDS = 5.0
RETRY_DELAY_SECONDS = stripe.HTTPClient.INITIAL_DELAY
"""How long the SDK waits before it asks again."""
RETRY_OPTIONS: RequestOptions = {
    "max_network_retries": 1
}  # the SDK names each call by itself where we do not
PAGE_SIZE = 100
HTTP_CONFLICT = 409
Result = TypeVar("Result")

_CARD_FIELDS = ("payment_method", "default_payment_method")
_CARD_CODES = (
    "payment_method_unexpected_state",
    "payment_method_unactivated",
    "payment_method_customer_decline",
)
_AMOUNT_FIELDS = ("amount", "currency", "unit_amount", "amount_off")
_KEY = re.compile(r"\b((?:sk|rk|pk|whsec)_(?:live|test)?)_?[\w*]+")
_OUTAGE_ERRORS = (stripe.APIConnectionError, stripe.RateLimitError, stripe.APIError)


class StripeConnection:
    """Calls to one account. `seconds` is the time in which each answer must come, connecting included;
    `address` is another than Stripe's own; `timer` counts seconds; `http_client` is another way there.
    Nothing connects before it is needed."""

    def __init__(
        self,
        key: str,
        seconds: float,
        address: str = "",
        timer: Callable[[], float] = time.monotonic,
        http_client: stripe.HTTPClient | None = None,
    ) -> None:
        self.timer = timer
        self._timeout_seconds = seconds
        connect_seconds = min(CONNECT_TIMEOUT_SECONDS, seconds / 4)
        self._client = stripe.StripeClient(
            key,
            base_addresses={"api": address} if address else None,
            max_network_retries=0,
            http_client=http_client
            or stripe.RequestsClient(
                timeout=(connect_seconds, seconds - connect_seconds),
                session=_create_direct_session() if address else None,
            ),
        )

    @property
    def v1(self) -> stripe.V1Services:
        """Everything that Stripe can be asked."""
        return self._client.v1

    def charge_options(self, order: str, started_at: float) -> RequestOptions:
        """Options of the one call that takes an order's money. Whoever began (by `timer`) is taken for dead
        after `ATTEMPT`: by then the call is over. So it is asked again only where there is time for that, and
        not at all when half of the time is gone: `PaymentsUnavailableError`."""
        elapsed, limit = self.timer() - started_at, ATTEMPT_TIMEOUT.total_seconds()
        if elapsed > limit / 2:
            log.warning("Stripe is slow: %.0f s are gone, order %s is not asked for yet", elapsed, order)
            raise PaymentsUnavailableError(PROVIDER_UNAVAILABLE, code="errors.payments_unavailable")
        can_retry = elapsed + 2 * self._timeout_seconds + RETRY_DELAY_SECONDS <= limit
        return {**idempotency_options(f"order-{order}"), "max_network_retries": int(can_retry)}

    def retry_on_conflict(self, call: Callable[[], Result]) -> Result:
        """What a call made that others make at the same moment under the same key: Stripe answers 409 until
        the first of them has its answer (https://docs.stripe.com/error-low-level). The SDK waits before it
        asks again; so it goes on for as long as one answer may take."""
        since: float | None = None
        while True:
            try:
                return call()
            except stripe.StripeError as error:
                if error.http_status != HTTP_CONFLICT:
                    raise
                now = self.timer()
                since = now if since is None else since
                if now >= since + self._timeout_seconds:
                    raise

    def construct_event(self, body: bytes, signature: str, secret: str, seconds: int) -> stripe.Event:
        """A notice, if it was signed with the secret within the last seconds; the SDK's error or
        `ValueError`."""
        return self._client.construct_event(body, signature, secret, seconds)

    def retrieve_card(self, object_id: str) -> stripe.PaymentMethod | None:
        """A payment method, whoever's it is; None where there is none, or it is no card."""
        try:
            found = self.v1.payment_methods.retrieve(object_id)
        except stripe.InvalidRequestError as error:
            if not is_missing(error):
                raise
            return None
        return found if found.type == "card" else None

    @contextmanager
    def translate_errors(self, operation: str) -> Iterator[None]:
        """Where Stripe is asked for something: `CardRefusedError` for a card it does not know,
        `RefusedError` for an amount it does not take, `PaymentsUnavailableError` for all else that goes
        wrong. `operation` is for the operator."""
        try:
            yield
        except stripe.InvalidRequestError as error:
            if _is_card_error(error):
                raise invalid_card_error() from None
            if _is_amount_error(error):
                log.error("Stripe does not take an amount (%s): %s", operation, error.code or error.param)
                raise RefusedError(NOT_CHARGEABLE, code="errors.amount") from None
            _raise_unavailable(operation, error)
        except stripe.StripeError as error:
            _raise_unavailable(operation, error)


def _create_direct_session() -> requests.Session:
    """A session that goes around a company's proxy: the stand-in is on this machine."""
    session = requests.Session()
    session.trust_env = False
    return session


def invalid_card_error() -> CardRefusedError:
    """The refusal of a card that is not there or is another's."""
    return CardRefusedError(INVALID_CARD, code="errors.card")


def idempotency_options(key: str) -> RequestOptions:
    """Options of a call that happens once, however often it is asked for with the same words."""
    return {**RETRY_OPTIONS, "idempotency_key": key}


def is_replayed(resource_response: StripeObject) -> bool:
    """Whether this is what Stripe had answered at an earlier time, and things may stand otherwise now."""
    response = resource_response.last_response
    return response is not None and response.headers.get("Idempotent-Replayed") == "true"


def is_missing(error: stripe.InvalidRequestError) -> bool:
    """Whether what was named is not there (any more)."""
    return error.code == "resource_missing"


def get_id(resource: str | StripeObject | None) -> str | None:
    """The name of what Stripe gives as a name or as the whole."""
    if resource is None or isinstance(resource, str):
        return resource
    object_id: str = resource["id"]
    return object_id


def _is_card_error(error: stripe.InvalidRequestError) -> bool:
    """Not every sentence about a card comes with a code; such a request has charged nothing in any case."""
    is_named = error.param in _CARD_FIELDS or error.code in _CARD_CODES
    return is_named or "PaymentMethod" in (error.user_message or "")


def _is_amount_error(error: stripe.InvalidRequestError) -> bool:
    return error.param in _AMOUNT_FIELDS or (error.code or "").startswith("amount_too_")


def _raise_unavailable(operation: str, error: stripe.StripeError) -> NoReturn:
    is_outage = isinstance(error, _OUTAGE_ERRORS)
    details = (operation, type(error).__name__, error.code or "no code", error.http_status, error.request_id)
    if is_outage:
        log.warning("Stripe does not answer (%s): %s, %s, status %s, request %s", *details)
    else:
        log.error("Stripe refuses us (%s): %s, %s, status %s, request %s", *details)
    raise PaymentsUnavailableError(
        PROVIDER_UNAVAILABLE,
        code="errors.payments_unavailable",
        provider_message=_get_provider_message(error),
        is_refusal=not is_outage,
    ) from None


def _get_provider_message(error: stripe.StripeError) -> str:
    """What Stripe said, with keys cut out, and the request by which its dashboard finds the call."""
    message = _KEY.sub(r"\1…", error.user_message or type(error).__name__)
    return f"{message} ({error.request_id})" if error.request_id else message
