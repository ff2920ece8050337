"""The stand-in as a whole: one account, one lock around each request, and what may be done to it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from adapters.payments.fake_stripe import resources as _resources  # enters the calls of every resource
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
    """What edges (the wire, the control, the browser's pages) work with. Safe from any thread.

    - `address`: where the stand-in is reached (`http://127.0.0.1:12345`), the beginning of every link it
      makes.
    - `call(method, path, values, public=…, key=…)`: one call of `/v1`, `path` without `/v1/`:
      `world.call("POST", "subscriptions/sub_1", {"cancel_at_period_end": True})`; the object, or
      `StripeError` with `status` and `body`. `values` may nest; texts, numbers, booleans and lists as the SDK
      takes them.
    - `answer(…)`: the same, with errors as answers, for the wire.
    - `authenticate(intent, client_secret, succeeded)`: the outcome of 3-D Secure for a PaymentIntent or
      SetupIntent whose status is `requires_action`; answers the intent as it is then. The page that does it
      is at `{address}/3d-secure/{intent id}?client_secret=…` (`next_action` names it in
      `use_stripe_sdk.stripe_js`, or in `redirect_to_url.url` when there is a `return_url`).
    - `get_portal_session(secret)`: the `billing_portal.session` behind `{address}/portal/{secret}`, with
    `customer` and
      `return_url`; StripeError (404) when there is none.
    - `now()`: seconds since the epoch by the account's clock. `advance(days=…)` or `advance(to=…)`: it goes
      ahead, and all that is due until then happens (trials end, renewals are charged, retries,
      cancellations).
    - `faults.plan(Fault(…))`: the next calls go wrong.
    - `outbox`: webhooks: `mode`, `switch`, `release`, `made`, `told` (use it `with world.change():`).
    - `reset()`: everything is forgotten.
    - `on_change`: called after each change, for whoever sends webhooks.
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
        self.account = self._create_account()

    @property
    def address(self) -> str:
        """Where the stand-in is reached."""
        return self._address

    @address.setter
    def address(self, address: str) -> None:
        self._address = self.account.address = address

    def call(
        self, method: str, path: str, values: Json | None = None, *, public: bool = False, key: str = ""
    ) -> Json:
        """One call of `/v1`; StripeError."""
        api_response = self.handle(method, path, values or {}, public=public, key=key)
        if api_response.status >= 400:
            error = api_response.body["error"]
            more = {name: value for name, value in error.items() if name not in ("type", "message")}
            raise StripeError(api_response.status, error["type"], error["message"], **more)
        return api_response.body

    def handle(
        self, method: str, path: str, values: Json, *, public: bool = False, key: str = ""
    ) -> ApiResponse:
        """One call, with errors as answers. The same key at the same time is refused with 409."""
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
        """The outcome of 3-D Secure."""
        with self.transaction():
            return expand_object(
                self.account,
                authentication.authenticate_intent(self.account, intent, client_secret, succeeded),
                [],
            )

    def get_portal_session(self, secret: str) -> Json:
        """The session behind a portal's address."""
        with self.lock:
            found = next(self.store.list_objects("billing_portal.session", "AND owner = ?", (secret,)), None)
        if not found:
            raise resource_missing("billing_portal.session", "…")
        return found

    def now(self) -> int:
        """The account's time."""
        with self.lock:
            return self.account.now()

    def advance(self, days: float | None = None, timestamp: int | None = None) -> int:
        """The account's clock goes ahead; answers what time it is then. Going back is not possible."""
        with self.transaction():
            target_time = (
                timestamp if timestamp is not None else self.account.now() + int((days or 0) * 86400)
            )
            self.account.advance_clock(max(0, target_time - self.account.now()))
            scheduler.run_due(self.account, self.account.now())
            return self.account.now()

    def run_due(self) -> None:
        """Let happen what is due by now. The lock is held."""
        if self.store.get_next_due(self.account.now()):
            with self.transaction():
                scheduler.run_due(self.account, self.account.now())

    @contextmanager
    def transaction(self) -> Iterator[Account]:
        """One transaction; an error that keeps its traces is written too."""
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
        """Forget everything; the clock is right again."""
        with self.transaction():
            self.store.clear()
            self.faults = Faults()
            self.account = self._create_account()
            self.account.address = self._address

    def close(self) -> None:
        """Let go of the file."""
        with self.lock:
            self.store.close()

    def _create_account(self) -> Account:
        account = Account(self.store, self._wall_clock)
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
            found = find_response(self.store, key, path, values, now) if key else None
            if found:
                return found
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
            found = expand_object(self.account, body, params.get_list("expand"))
            return ApiResponse(200, redact_for_browser(found) if params.public else found)
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
    """Parameters as a form would hold them."""
    if isinstance(values, dict):
        return {str(name): _stringify(value) for name, value in values.items() if value is not None}
    if isinstance(values, list | tuple):
        return [_stringify(value) for value in values]
    return str(values).lower() if isinstance(values, bool) else str(values)
