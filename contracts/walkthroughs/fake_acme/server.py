"""Acme over HTTP: its calls as JSON on a free loopback port."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from threading import RLock, Thread
from types import TracebackType
from typing import Any

from flask import Flask, Response, request
from werkzeug.serving import make_server

from contracts.walkthroughs.fake_acme.account import AcmeAccount
from contracts.walkthroughs.fake_acme.models import AcmeError

KEY = "acme_key_of_the_sandbox"
WEBHOOK_SECRET = "acme_secret_of_webhooks"  # noqa: S105 - the sandbox's


class RunningAcme:
    """A running Acme: `with RunningAcme() as acme:` serves on `acme.url`. `acme.account` holds the data."""

    def __init__(self) -> None:
        self.account = AcmeAccount()
        self._server = make_server("127.0.0.1", 0, application(self.account), threaded=True)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> RunningAcme:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def sign_event(self, kind: str, age: int, forged: bool) -> tuple[bytes, str]:
        """Return the newest webhook event of a kind as Acme sends it: body and `Acme-Signature`."""
        newest = next(event for event in reversed(self.account.events) if event["kind"] == kind)
        body, at = json.dumps(newest).encode(), int(time.time()) - age
        secret = "another" if forged else WEBHOOK_SECRET
        mac = hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()
        return body, f"{at}.{mac}"


def application(account: AcmeAccount) -> Flask:
    """Return the Flask app, which handles one call at a time."""
    app, lock = Flask(__name__), RLock()

    @app.before_request
    def authenticate() -> tuple[dict[str, str], int] | None:
        if request.headers.get("Authorization") != f"Bearer {KEY}":
            return {"error": "key"}, 401
        return None

    @app.errorhandler(AcmeError)
    def handle_error(error: AcmeError) -> tuple[dict[str, str], int]:
        return {"error": error.code}, error.status

    @app.route("/<path:path>", methods=["GET", "POST", "DELETE"])
    def call(path: str) -> Response | dict[str, Any]:
        params = request.get_json(silent=True) or request.args.to_dict()
        with lock:
            return handle_call(account, request.method, path.split("/"), params)

    return app


def handle_call(account: AcmeAccount, method: str, path: list[str], params: dict[str, Any]) -> dict[str, Any]:
    """Return Acme's response to a call."""
    match method, path:
        case "GET", ["account"]:
            return {"live": False}
        case "POST", ["customers"]:
            return {"id": account.customer(params["name"])}
        case "DELETE", ["customers", customer]:
            account.delete_customer(customer)
        case "POST", ["customers", customer, ("cards" | "portal") as page]:
            return {"secret": f"typing:{page}:{customer}", "url": f"https://acme.example/{page}/{customer}"}
        case "GET", ["customers", customer, "cards"]:
            return {"cards": account.list_cards(customer)}
        case "DELETE", ["customers", customer, "cards", card]:
            account.delete_card(customer, card)
        case "GET", ["customers", customer, "payments", name]:
            return account.get_by_name(customer, name).to_json()
        case "GET", ["cards", card]:
            found_card = account.card(card)
            return found_card.to_json(account.defaults.get(found_card.customer or ""))
        case "POST", ["payments"]:
            return account.pay(params).to_json()
        case "GET", ["payments", name]:
            return account.payment(name).to_json()
        case "POST", ["payments", name, "card"]:
            return account.pay_with(name, params["card"]).to_json()
        case "POST", ["payments", name, "cancel"]:
            return account.cancel(name).to_json()
        case "POST", ["payments", name, "renewal"]:
            return account.renewal(name, params["on"]).to_json()
        case "POST", ["payments", name, "next"]:
            return account.move(name, int(params["at"])).to_json()
        case "POST", ["payments", name, "end"]:
            return account.end(name).to_json()
        case "POST", ["charges", name, "refunds"]:
            account.refund(name, params["cents"], params["key"])
        case "GET", ["events"]:
            return {"events": account.list_events(int(params["since"]), params.get("after", ""))}
        case _:
            raise AcmeError(404, "gone", "There is no such call.")
    return {}
