"""The stand-in as a whole: one account, one lock around each request, and what may be done to it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from adapters.payments.fake_stripe import engine
from adapters.payments.fake_stripe import resources as _resources  # enters the calls of every resource
from adapters.payments.fake_stripe.account import Account, new_id
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.browsers import for_browsers
from adapters.payments.fake_stripe.errors import StripeError, missing, unauthorized
from adapters.payments.fake_stripe.expand import expanded
from adapters.payments.fake_stripe.faults import Faults
from adapters.payments.fake_stripe.idempotency import Answer, keep, known
from adapters.payments.fake_stripe.keys import WEBHOOK_SECRET
from adapters.payments.fake_stripe.outbox import Outbox
from adapters.payments.fake_stripe.resources import authentication
from adapters.payments.fake_stripe.routes import Call, routes
from adapters.payments.fake_stripe.store import Store

Json = dict[str, Any]

__all__ = ["World", "_resources"]


class World:
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
    - `portal(secret)`: the `billing_portal.session` behind `{address}/portal/{secret}`, with `customer` and
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
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.lock = RLock()
        self.store = Store(folder)
        self.outbox = Outbox(self.store, secret)
        self.faults = Faults()
        self.on_change: Callable[[], None] = lambda: None
        self._wall, self.keys_in_use, self._address = wall, set[str](), "http://127.0.0.1"
        self.account = self._account()

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
        answer = self.answer(method, path, values or {}, public=public, key=key)
        if answer.status >= 400:
            error = answer.body["error"]
            more = {name: value for name, value in error.items() if name not in ("type", "message")}
            raise StripeError(answer.status, error["type"], error["message"], **more)
        return answer.body

    def answer(self, method: str, path: str, values: Json, *, public: bool = False, key: str = "") -> Answer:
        """One call, with errors as answers. The same key at the same time is refused with 409."""
        if key and key in self.keys_in_use:
            return _conflict(key)
        self.keys_in_use.add(key)
        try:
            with self.lock:
                self.catch_up()
                return self._answer(method, path, _texts(values), public, key)
        finally:
            self.keys_in_use.discard(key)
            self.on_change()

    def authenticate(self, intent: str, client_secret: str, succeeded: bool) -> Json:
        """The outcome of 3-D Secure."""
        with self.change():
            return expanded(
                self.account, authentication.done(self.account, intent, client_secret, succeeded), []
            )

    def portal(self, secret: str) -> Json:
        """The session behind a portal's address."""
        with self.lock:
            found = next(self.store.each("billing_portal.session", "AND owner = ?", (secret,)), None)
        if not found:
            raise missing("billing_portal.session", "…")
        return found

    def now(self) -> int:
        """The account's time."""
        with self.lock:
            return self.account.now()

    def advance(self, days: float | None = None, to: int | None = None) -> int:
        """The account's clock goes ahead; answers what time it is then. Going back is not possible."""
        with self.change():
            wanted = to if to is not None else self.account.now() + int((days or 0) * 86400)
            self.account.go_ahead(max(0, wanted - self.account.now()))
            engine.run(self.account, self.account.now())
            return self.account.now()

    def catch_up(self) -> None:
        """Let happen what is due by now. The lock is held."""
        if self.store.next_due(self.account.now()):
            with self.change():
                engine.run(self.account, self.account.now())

    @contextmanager
    def change(self) -> Iterator[Account]:
        """One transaction; an error that keeps its traces is written too."""
        with self.lock:
            if self.store.db.in_transaction:
                yield self.account
                return
            self.store.db.execute("BEGIN IMMEDIATE")
            try:
                yield self.account
            except BaseException as error:
                kept = isinstance(error, StripeError) and error.keeps
                self.store.db.execute("COMMIT" if kept else "ROLLBACK")
                raise
            self.store.db.execute("COMMIT")
        self.on_change()

    def reset(self) -> None:
        """Forget everything; the clock is right again."""
        with self.change():
            self.store.clear()
            self.faults = Faults()
            self.account = self._account()
            self.account.address = self._address

    def close(self) -> None:
        """Let go of the file."""
        with self.lock:
            self.store.close()

    def _account(self) -> Account:
        account = Account(self.store, self._wall)
        account.on_event = self.outbox.add
        return account

    def _answer(self, method: str, path: str, values: Json, public: bool, key: str) -> Answer:
        try:
            call, names = routes.find(method, path)
            if public and not call.public:
                raise unauthorized(
                    "This API call cannot be made with a publishable API key. Please use a secret API key."
                )
            now = self.account.now()
            found = known(self.store, key, path, values, now) if key else None
            if found:
                return found
        except StripeError as error:
            return Answer(error.status, error.body)
        self.account.request = {"id": new_id("req"), "idempotency_key": key or None}
        try:
            with self.change():
                answer = self._done(call, names, Asked(values, public=public))
                if key:
                    keep(self.store, key, path, values, now, answer)
                return answer
        finally:
            self.account.at(None)
            self.account.request = {"id": None, "idempotency_key": None}

    def _done(self, call: Call, names: list[str], asked: Asked) -> Answer:
        self.store.db.execute("SAVEPOINT call")
        try:
            body = call.handler(self.account, asked, *names)
            found = expanded(self.account, body, asked.each("expand"))
            return Answer(200, for_browsers(found) if asked.public else found)
        except StripeError as error:
            if not error.keeps:
                self.store.db.execute("ROLLBACK TO call")
            return Answer(error.status, for_browsers(error.body) if asked.public else error.body)


def _conflict(key: str) -> Answer:
    error = StripeError(
        409,
        "idempotency_error",
        f"There is currently another in-progress request using this Idempotent Key: {key}. Please try "
        "again later.",
        code="idempotency_key_in_use",
    )
    return Answer(error.status, error.body)


def _texts(values: Any) -> Any:
    """Parameters as a form would hold them."""
    if isinstance(values, dict):
        return {str(name): _texts(value) for name, value in values.items() if value is not None}
    if isinstance(values, list | tuple):
        return [_texts(value) for value in values]
    return str(values).lower() if isinstance(values, bool) else str(values)
