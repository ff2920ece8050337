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

from contracts.walks.fake_acme.books import Books
from contracts.walks.fake_acme.shapes import AcmeError

KEY = "acme_key_of_the_sandbox"
NOTICE_SECRET = "acme_secret_of_notices"  # noqa: S105 - the sandbox's


class RunningAcme:
    """A running Acme: `with RunningAcme() as acme:` serves on `acme.url`, and `acme.books` holds the data."""

    def __init__(self) -> None:
        self.books = Books()
        self._server = make_server("127.0.0.1", 0, application(self.books), threaded=True)
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

    def notice(self, kind: str, age: int, forged: bool) -> tuple[bytes, str]:
        """Return the newest webhook event of a kind as Acme sends it: body and `Acme-Signature`."""
        newest = next(each for each in reversed(self.books.notices) if each["kind"] == kind)
        body, at = json.dumps(newest).encode(), int(time.time()) - age
        secret = "another" if forged else NOTICE_SECRET
        mac = hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()
        return body, f"{at}.{mac}"


def application(books: Books) -> Flask:
    """Return the Flask app, which handles one call at a time."""
    app, lock = Flask(__name__), RLock()

    @app.before_request
    def known() -> tuple[dict[str, str], int] | None:
        if request.headers.get("Authorization") != f"Bearer {KEY}":
            return {"error": "key"}, 401
        return None

    @app.errorhandler(AcmeError)
    def refused(error: AcmeError) -> tuple[dict[str, str], int]:
        return {"error": error.code}, error.status

    @app.route("/<path:path>", methods=["GET", "POST", "DELETE"])
    def call(path: str) -> Response | dict[str, Any]:
        words = request.get_json(silent=True) or request.args.to_dict()
        with lock:
            return answered(books, request.method, path.split("/"), words)

    return app


def answered(books: Books, method: str, path: list[str], words: dict[str, Any]) -> dict[str, Any]:
    """Return Acme's response to a call."""
    match method, path:
        case "GET", ["account"]:
            return {"live": False}
        case "POST", ["customers"]:
            return {"id": books.customer(words["name"])}
        case "DELETE", ["customers", customer]:
            books.forget(customer)
        case "POST", ["customers", customer, ("cards" | "portal") as page]:
            return {"secret": f"typing:{page}:{customer}", "url": f"https://acme.example/{page}/{customer}"}
        case "GET", ["customers", customer, "cards"]:
            return {"cards": books.saved(customer)}
        case "DELETE", ["customers", customer, "cards", card]:
            books.drop(customer, card)
        case "GET", ["customers", customer, "payments", name]:
            return books.named(customer, name).shown()
        case "GET", ["cards", card]:
            found = books.card(card)
            return found.shown(books.defaults.get(found.customer or ""))
        case "POST", ["payments"]:
            return books.pay(words).shown()
        case "GET", ["payments", name]:
            return books.payment(name).shown()
        case "POST", ["payments", name, "card"]:
            return books.pay_with(name, words["card"]).shown()
        case "POST", ["payments", name, "cancel"]:
            return books.cancel(name).shown()
        case "POST", ["payments", name, "renewal"]:
            return books.renewal(name, words["on"]).shown()
        case "POST", ["payments", name, "end"]:
            return books.end(name).shown()
        case "POST", ["charges", name, "refunds"]:
            books.refund(name, words["cents"], words["key"])
        case "GET", ["notices"]:
            return {"notices": books.told(int(words["since"]), words.get("after", ""))}
        case _:
            raise AcmeError(404, "gone", "There is no such call.")
    return {}
