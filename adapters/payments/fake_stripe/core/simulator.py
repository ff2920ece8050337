"""The whole fake Stripe: an account, a lock around each request, and the operations on them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from adapters.payments.fake_stripe import resources as _resources  # registers the routes of every resource
from adapters.payments.fake_stripe.api.errors import StripeError, resource_missing, unauthorized
from adapters.payments.fake_stripe.api.expansion import expand_object
from adapters.payments.fake_stripe.api.idempotency import ApiResponse, find_response, save_response
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.redaction import redact_for_browser
from adapters.payments.fake_stripe.api.routes import Route, routes
from adapters.payments.fake_stripe.core import scheduler
from adapters.payments.fake_stripe.core.account import Account, new_id
from adapters.payments.fake_stripe.core.store import Store
from adapters.payments.fake_stripe.keys import WEBHOOK_SECRET
from adapters.payments.fake_stripe.resources.core import authentication
from adapters.payments.fake_stripe.testing.faults import Faults
from adapters.payments.fake_stripe.webhooks.outbox import Outbox

Json = dict[str, Any]

__all__ = ["StripeSimulator", "_resources"]


class StripeSimulator:
    """The interface for HTTP routes, the control API and the browser pages. Thread-safe.

    - `address`: the base URL (`http://127.0.0.1:12345`) of every link.
    - `call(method, path, values, public=…, key=…)`: call `/v1`; `path` is without `/v1/`. Example:
      `simulator.call("POST", "subscriptions/sub_1", {"cancel_at_period_end": True})`. Returns the object,
      or raises `StripeError` with `status` and `body`. `values` may be nested. It takes strings, numbers,
      booleans and lists, as the SDK does.
    - `handle(…)`: the same, but returns errors as responses, for HTTP.
    - `authenticate(intent, client_secret, succeeded)`: set the outcome of 3-D Secure for a PaymentIntent
      or SetupIntent whose status is `requires_action`, and return the changed intent. The challenge page
      is at `{address}/3d-secure/{intent id}?client_secret=…`. `next_action` has its URL in
      `use_stripe_sdk.stripe_js`, or in `redirect_to_url.url` if there is a `return_url`.
    - `get_portal_session(secret)`: return the `billing_portal.session` of `{address}/portal/{secret}`,
      with `customer` and `return_url`. Raises `StripeError` (404) if there is none.
    - `now()`: return the time of the account's clock, in seconds since the epoch.
    - `advance(days=…)` or `advance(timestamp=…)`: advance the clock, and run everything that is due until
      then (trial ends, renewals, retries, cancellations).
    - `faults.plan(Fault(…))`: make the next calls fail.
    - `outbox`: webhooks: `mode`, `set_mode`, `release`, `list_deliveries`, `serialize`. Use it inside
      `with simulator.transaction():`.
    - `reset()`: delete all data.
    - `on_change`: called after each change, so that webhooks can be sent.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        secret: str = WEBHOOK_SECRET,
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        self.lock = RLock()
        self.store = Store(folder)
        self.outbox = Outbox(self.store, secret)
        self.faults = Faults()
        self.on_change: Callable[[], None] = lambda: None
        self._wall_clock, self.keys_in_use, self._address = wall_clock, set[str](), "http://127.0.0.1"
        self.webhook_url: str | None = None
        self.account = self._create_account()

    @property
    def address(self) -> str:
        """Return the base URL."""
        return self._address

    @address.setter
    def address(self, address: str) -> None:
        self._address = self.account.address = address

    def call(
        self, method: str, path: str, values: Json | None = None, *, public: bool = False, key: str = ""
    ) -> Json:
        """Call `/v1`, and return the object. Raises `StripeError`."""
        api_response = self.handle(method, path, values or {}, public=public, key=key)
        if api_response.status >= 400:
            error = api_response.body["error"]
            more = {name: value for name, value in error.items() if name not in ("type", "message")}
            raise StripeError(api_response.status, error["type"], error["message"], **more)
        return api_response.body

    def handle(
        self, method: str, path: str, values: Json, *, public: bool = False, key: str = ""
    ) -> ApiResponse:
        """Call `/v1`, and return errors as responses.

        A concurrent call with the same idempotency key gets a 409 response.
        """
        if key and key in self.keys_in_use:
            return _key_in_use_response(key)
        self.keys_in_use.add(key)
        try:
            with self.lock:
                self.run_due()
                return self._handle_call(method, path, _stringify(values), public, key)
        finally:
            self.keys_in_use.discard(key)
            self.on_change()

    def authenticate(self, intent: str, client_secret: str, succeeded: bool) -> Json:
        """Set the outcome of 3-D Secure, and return the changed intent."""
        with self.transaction():
            return expand_object(
                self.account,
                authentication.authenticate_intent(self.account, intent, client_secret, succeeded),
                [],
            )

    def get_portal_session(self, secret: str) -> Json:
        """Return the portal session with a secret. Raises `StripeError` (404) if there is none."""
        with self.lock:
            portal_session = next(
                self.store.list_objects("billing_portal.session", "AND owner = ?", (secret,)), None
            )
        if not portal_session:
            raise resource_missing("billing_portal.session", "…")
        return portal_session

    def now(self) -> int:
        """Return the time of the account's clock, in seconds since the epoch."""
        with self.lock:
            return self.account.now()

    def advance(self, days: float | None = None, timestamp: int | None = None) -> int:
        """Advance the account's clock, and return its new time. The clock cannot go back."""
        with self.transaction():
            target_time = (
                timestamp if timestamp is not None else self.account.now() + int((days or 0) * 86400)
            )
            self.account.advance_clock(max(0, target_time - self.account.now()))
            scheduler.run_due(self.account, self.account.now())
            return self.account.now()

    def run_due(self) -> None:
        """Run everything that is due now. The caller holds the lock."""
        if self.store.get_next_due(self.account.now()):
            with self.transaction():
                scheduler.run_due(self.account, self.account.now())

    @contextmanager
    def transaction(self) -> Iterator[Account]:
        """Open a transaction, or join the open one.

        An error rolls it back, unless it is a `StripeError` with `keeps_changes`.
        """
        with self.lock:
            if self.store.db.in_transaction:
                yield self.account
                return
            self.store.db.execute("BEGIN IMMEDIATE")
            try:
                yield self.account
            except BaseException as error:
                keeps_changes = isinstance(error, StripeError) and error.keeps_changes
                self.store.db.execute("COMMIT" if keeps_changes else "ROLLBACK")
                raise
            self.store.db.execute("COMMIT")
        self.on_change()

    def reset(self) -> None:
        """Delete all data, and reset the clock to the real time."""
        with self.transaction():
            self.store.clear()
            self.faults = Faults()
            self.account = self._create_account()
            self.account.address = self._address

    def close(self) -> None:
        """Close the database file."""
        with self.lock:
            self.store.close()

    def _create_account(self) -> Account:
        account = Account(self.store, self._wall_clock)
        account.webhook_url = self.webhook_url
        account.on_event = self.outbox.add
        return account

    def _handle_call(self, method: str, path: str, values: Json, public: bool, key: str) -> ApiResponse:
        try:
            route, names = routes.match(method, path)
            if public and not route.public:
                raise unauthorized(
                    "This API call cannot be made with a publishable API key. Please use a secret API key."
                )
            now = self.account.now()
            saved_response = find_response(self.store, key, path, values, now) if key else None
            if saved_response:
                return saved_response
        except StripeError as error:
            return ApiResponse(error.status, error.body)
        self.account.request = {"id": new_id("req"), "idempotency_key": key or None}
        try:
            with self.transaction():
                api_response = self._execute(route, names, Params(values, public=public))
                if key:
                    save_response(self.store, key, path, values, now, api_response)
                return api_response
        finally:
            self.account.freeze_time(None)
            self.account.request = {"id": None, "idempotency_key": None}

    def _execute(self, route: Route, names: list[str], params: Params) -> ApiResponse:
        self.store.db.execute("SAVEPOINT call")
        try:
            body = route.handler(self.account, params, *names)
            expanded = expand_object(self.account, body, params.get_list("expand"))
            return ApiResponse(200, redact_for_browser(expanded) if params.public else expanded)
        except StripeError as error:
            if not error.keeps_changes:
                self.store.db.execute("ROLLBACK TO call")
            return ApiResponse(error.status, redact_for_browser(error.body) if params.public else error.body)


def _key_in_use_response(key: str) -> ApiResponse:
    error = StripeError(
        409,
        "idempotency_error",
        f"There is currently another in-progress request using this Idempotent Key: {key}. Please try "
        "again later.",
        code="idempotency_key_in_use",
    )
    return ApiResponse(error.status, error.body)


def _stringify(values: Any) -> Any:
    """Convert parameters to strings, as a form has them."""
    if isinstance(values, dict):
        return {str(name): _stringify(value) for name, value in values.items() if value is not None}
    if isinstance(values, list | tuple):
        return [_stringify(value) for value in values]
    return str(values).lower() if isinstance(values, bool) else str(values)
