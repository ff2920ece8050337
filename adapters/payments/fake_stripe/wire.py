"""`/v1` over HTTP: keys, forms, headers, and the trouble that was asked for."""

from __future__ import annotations

import base64
import binascii
import socket
import time
from contextlib import suppress

from flask import Blueprint, Response, jsonify, request

from adapters.payments.fake_stripe.account import API_VERSION, new_id
from adapters.payments.fake_stripe.errors import StripeError, unauthorized
from adapters.payments.fake_stripe.faults import AFTER, BROKEN, BUSY, TIMEOUT, Fault
from adapters.payments.fake_stripe.form import decoded
from adapters.payments.fake_stripe.idempotency import Answer
from adapters.payments.fake_stripe.world import World

DROPPED = "Fake-Stripe-Dropped"
_SECRET, _PUBLIC = ("sk_test_", "rk_test_"), ("pk_test_",)


def routes_of(world: World) -> Blueprint:
    """All of `/v1`."""
    routes = Blueprint("v1", __name__)

    @routes.route("/v1/<path:path>", methods=["GET", "POST", "DELETE"], provide_automatic_options=False)
    def call(path: str) -> Response:
        """One call of the API."""
        request.get_data(parse_form_data=True)  # read, whatever comes of it: the connection is kept open
        fault = world.faults.next(f"{request.method} /v1/{path}")
        if fault and fault.how != AFTER:
            return _wrong(fault)
        answer = _answered(world, path)
        return _dropped(fault) if fault else _written(answer)

    @routes.route("/v1/<path:path>", methods=["OPTIONS"])
    def ask_first(path: str) -> Response:
        """A browser of another origin may call."""
        return Response(status=204)

    @routes.after_request
    def open_to_browsers(response: Response) -> Response:
        """As Stripe does; what a publishable key may do is little."""
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Allow-Headers"] = (
            "Authorization, Content-Type, Idempotency-Key, Stripe-Version"
        )
        response.headers["Access-Control-Allow-Methods"] = "GET, POST, DELETE, OPTIONS"
        response.headers["Cache-Control"] = "no-store"
        return response

    return routes


def _answered(world: World, path: str) -> Answer:
    try:
        public = _is_public()
        given = request.form if request.method == "POST" else request.args
        values = decoded((name, value) for name, value in given.items(multi=True) if name != "key")
        key = request.headers.get("Idempotency-Key", "") if request.method == "POST" else ""
        return world.answer(request.method, path, values, public=public, key=key)
    except StripeError as error:
        return Answer(error.status, error.body)


def _is_public() -> bool:
    """Whether the key is a publishable one; StripeError (401) where it is none of a test account."""
    key = _key()
    if not key:
        raise unauthorized(
            "You did not provide an API key. You need to provide your API key in the Authorization header."
        )
    if key.startswith(_PUBLIC):
        return True
    if not key.startswith(_SECRET):
        raise unauthorized(f"Invalid API Key provided: {key[:3]}…{key[-2:] if len(key) > 8 else ''}")
    return False


def _key() -> str:
    kind, _, value = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return value.strip()
    try:
        user = base64.b64decode(value).decode().partition(":")[0] if kind.lower() == "basic" else ""
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return user or request.values.get("key", "")


def _written(answer: Answer) -> Response:
    response = jsonify(answer.body)
    response.status_code = answer.status
    response.headers["Request-Id"] = new_id("req")
    response.headers["Stripe-Version"] = API_VERSION
    if request.headers.get("Idempotency-Key"):
        response.headers["Idempotency-Key"] = request.headers["Idempotency-Key"]
    if answer.replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def _wrong(fault: Fault) -> Response:
    if fault.how == TIMEOUT:
        return _dropped(fault)
    status = int(fault.how)
    words = {
        BROKEN: ("api_error", "An unknown error occurred.", None),
        BUSY: ("invalid_request_error", "Request rate limit exceeded.", "rate_limit"),
    }[fault.how]
    return _written(Answer(status, StripeError(status, words[0], words[1], code=words[2]).body))


def _dropped(fault: Fault) -> Response:
    """No answer: the connection is cut. Where there is none (in process) the header says so."""
    time.sleep(fault.seconds)
    connection = request.environ.get("werkzeug.socket")
    if connection:
        with suppress(OSError):  # the caller may have gone by itself
            connection.shutdown(socket.SHUT_RDWR)
    return Response(status=504, headers={DROPPED: fault.how})
