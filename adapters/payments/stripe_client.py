"""The connection to Stripe: SDK, timeouts, one idempotency key per order, and the port's errors.

Of Stripe's responses, only error codes, statuses and request IDs are logged. A request ID finds the call in
Stripe's Dashboard. Stripe's messages may contain names and parts of keys.
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
logging.getLogger("stripe").setLevel(logging.WARNING)  # below this level, the SDK logs whole bodies
stripe.enable_telemetry = False

CONNECT_TIMEOUT_SECONDS = 5.0
RETRY_DELAY_SECONDS = stripe.HTTPClient.INITIAL_DELAY
"""Seconds that the SDK waits before a retry."""
RETRY_OPTIONS: RequestOptions = {
    "max_network_retries": 1
}  # the SDK generates an idempotency key if none is given
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
    """A client for one Stripe account. It connects on first use.

    `seconds` is the timeout of each response, including the connection. `address` replaces Stripe's base URL.
    `timer` returns seconds. `http_client` replaces the HTTP client.
    """

    def __init__(
        self,
        key: str,
        seconds: float,
        address: str = "",
        timer: Callable[[], float] = time.monotonic,
        http_client: stripe.HTTPClient | None = None,
    ) -> None:
        self.timer = timer
        self.can_read_fees = True
        self.is_live = "_test_" not in key
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
        """Return the SDK's `v1` services."""
        return self._client.v1

    def charge_options(self, order: str, started_at: float) -> RequestOptions:
        """Return the options of the one call that charges an order.

        An attempt that began at `started_at` (by `timer`) times out after `ATTEMPT_TIMEOUT`, so the call must
        end before that. It is retried only if there is time. Raises `PaymentsUnavailableError` if half of the
        time has passed.
        """
        elapsed, limit = self.timer() - started_at, ATTEMPT_TIMEOUT.total_seconds()
        if elapsed > limit / 2:
            log.warning("Stripe is slow: %.0f s have passed, order %s was not requested yet", elapsed, order)
            raise PaymentsUnavailableError(PROVIDER_UNAVAILABLE)
        can_retry = elapsed + 2 * self._timeout_seconds + RETRY_DELAY_SECONDS <= limit
        return {**idempotency_options(f"order-{order}"), "max_network_retries": int(can_retry)}

    def retry_on_conflict(self, call: Callable[[], Result]) -> Result:
        """Return the result of a call, and repeat it during a conflict.

        Stripe returns 409 while another request with the same idempotency key is running
        (https://docs.stripe.com/error-low-level). The SDK waits before each retry. Repeats continue for as
        long as one response may take.
        """
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
        """Return a webhook event that was signed with the secret within the last `seconds`.

        Raises the SDK's error or `ValueError`.
        """
        return self._client.construct_event(body, signature, secret, seconds)

    def retrieve_card(self, object_id: str) -> stripe.PaymentMethod | None:
        """Return a card of any customer. None if it does not exist or is not a card."""
        try:
            payment_method = self.v1.payment_methods.retrieve(object_id)
        except stripe.InvalidRequestError as error:
            if not is_missing(error):
                raise
            return None
        return payment_method if payment_method.type == "card" else None

    @contextmanager
    def translate_errors(self, operation: str) -> Iterator[None]:
        """Translate Stripe's errors to the port's errors.

        Raises `CardRefusedError` for a card that Stripe does not accept, `RefusedError` for an amount that it
        does not accept, and `PaymentsUnavailableError` for all other errors. `operation` appears in the log
        for the operator.
        """
        try:
            yield
        except stripe.InvalidRequestError as error:
            if _is_card_error(error):
                raise invalid_card_error() from None
            if _is_amount_error(error):
                log.error("Stripe rejected an amount (%s): %s", operation, error.code or error.param)
                raise RefusedError(NOT_CHARGEABLE) from None
            _raise_unavailable(operation, error)
        except stripe.StripeError as error:
            _raise_unavailable(operation, error)


def _create_direct_session() -> requests.Session:
    """Return a session that ignores proxy settings, because the fake Stripe runs on this machine."""
    session = requests.Session()
    session.trust_env = False
    return session


def invalid_card_error() -> CardRefusedError:
    """Return the error for a card that does not exist or belongs to another customer."""
    return CardRefusedError(INVALID_CARD)


def idempotency_options(key: str) -> RequestOptions:
    """Return options that make a call with the same parameters idempotent."""
    return {**RETRY_OPTIONS, "idempotency_key": key}


def is_replayed(resource_response: StripeObject) -> bool:
    """Return whether a response is an idempotent replay, so that the current state may differ."""
    response = resource_response.last_response
    return response is not None and response.headers.get("Idempotent-Replayed") == "true"


def is_missing(error: stripe.InvalidRequestError) -> bool:
    """Return whether the object does not exist, or no longer exists."""
    return error.code == "resource_missing"


def get_id(resource: str | StripeObject | None) -> str | None:
    """Return the ID of an object that Stripe gives as an ID or expanded."""
    if resource is None or isinstance(resource, str):
        return resource
    object_id: str = resource["id"]
    return object_id


def _is_card_error(error: stripe.InvalidRequestError) -> bool:
    """Return whether the error is about a card.

    Some of these errors have no code. The request has not charged anything in any case.
    """
    is_named = error.param in _CARD_FIELDS or error.code in _CARD_CODES
    return is_named or "PaymentMethod" in (error.user_message or "")


def _is_amount_error(error: stripe.InvalidRequestError) -> bool:
    return error.param in _AMOUNT_FIELDS or (error.code or "").startswith("amount_too_")


def _raise_unavailable(operation: str, error: stripe.StripeError) -> NoReturn:
    is_outage = isinstance(error, _OUTAGE_ERRORS)
    details = (operation, type(error).__name__, error.code or "no code", error.http_status, error.request_id)
    if is_outage:
        log.warning("Stripe does not respond (%s): %s, %s, status %s, request %s", *details)
    else:
        log.error("Stripe rejected a request (%s): %s, %s, status %s, request %s", *details)
    raise PaymentsUnavailableError(
        PROVIDER_UNAVAILABLE,
        provider_message=_get_provider_message(error),
        is_refusal=not is_outage,
    ) from None


def _get_provider_message(error: stripe.StripeError) -> str:
    """Return Stripe's message without keys, followed by the request ID for its Dashboard."""
    message = _KEY.sub(r"\1…", error.user_message or type(error).__name__)
    return f"{message} ({error.request_id})" if error.request_id else message
