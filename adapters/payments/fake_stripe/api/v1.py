"""`/v1` over HTTP: API keys, form bodies, headers and planned faults."""

from __future__ import annotations

import base64
import binascii
import socket
import time
from contextlib import suppress

from flask import Blueprint, Response, jsonify, request

from adapters.payments.fake_stripe.api.errors import StripeError, unauthorized
from adapters.payments.fake_stripe.api.form_encoding import decode_form
from adapters.payments.fake_stripe.api.idempotency import ApiResponse
from adapters.payments.fake_stripe.core.account import API_VERSION, new_id
from adapters.payments.fake_stripe.core.simulator import StripeSimulator
from adapters.payments.fake_stripe.testing.faults import (
    LOST_RESPONSE,
    RATE_LIMITED,
    SERVER_ERROR,
    TIMEOUT,
    Fault,
)

DROPPED_HEADER = "Fake-Stripe-Dropped"
_SECRET_KEY_PREFIXES, _PUBLISHABLE_KEY_PREFIXES = ("sk_test_", "rk_test_"), ("pk_test_",)


def create_blueprint(simulator: StripeSimulator) -> Blueprint:
    """Create the blueprint of `/v1`."""
    routes = Blueprint("v1", __name__)

    @routes.route("/v1/<path:path>", methods=["GET", "POST", "DELETE"], provide_automatic_options=False)
    def call(path: str) -> Response:
        """Handle an API request."""
        request.get_data(parse_form_data=True)  # always read the body: the connection is kept open
        fault = simulator.faults.consume(f"{request.method} /v1/{path}")
        if fault and fault.kind != LOST_RESPONSE:
            return _build_fault_response(fault)
        api_response = _handle_call(simulator, path)
        return _drop_connection(fault) if fault else _to_response(api_response)

    @routes.route("/v1/<path:path>", methods=["OPTIONS"])
    def preflight(path: str) -> Response:
        """Answer a CORS preflight request."""
        return Response(status=204)

    @routes.after_request
    def add_cors_headers(response: Response) -> Response:
        """Allow all origins, as Stripe does. A publishable key has few permissions."""
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Allow-Headers"] = (
            "Authorization, Content-Type, Idempotency-Key, Stripe-Version"
        )
        response.headers["Access-Control-Allow-Methods"] = "GET, POST, DELETE, OPTIONS"
        response.headers["Cache-Control"] = "no-store"
        return response

    return routes


def _handle_call(simulator: StripeSimulator, path: str) -> ApiResponse:
    try:
        public = _is_public()
        form = request.form if request.method == "POST" else request.args
        values = decode_form((name, value) for name, value in form.items(multi=True) if name != "key")
        key = request.headers.get("Idempotency-Key", "") if request.method == "POST" else ""
        return simulator.handle(request.method, path, values, public=public, key=key)
    except StripeError as error:
        return ApiResponse(error.status, error.body)


def _is_public() -> bool:
    """Return whether the API key is a publishable key.

    Raises `StripeError` (401) if the key is missing or is not a test key.
    """
    key = _read_key()
    if not key:
        raise unauthorized(
            "You did not provide an API key. You need to provide your API key in the Authorization header."
        )
    if key.startswith(_PUBLISHABLE_KEY_PREFIXES):
        return True
    if not key.startswith(_SECRET_KEY_PREFIXES):
        raise unauthorized(f"Invalid API Key provided: {key[:3]}…{key[-2:] if len(key) > 8 else ''}")
    return False


def _read_key() -> str:
    kind, _, value = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return value.strip()
    try:
        user = base64.b64decode(value).decode().partition(":")[0] if kind.lower() == "basic" else ""
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return user or request.values.get("key", "")


def _to_response(api_response: ApiResponse) -> Response:
    response = jsonify(api_response.body)
    response.status_code = api_response.status
    response.headers["Request-Id"] = new_id("req")
    response.headers["Stripe-Version"] = API_VERSION
    if request.headers.get("Idempotency-Key"):
        response.headers["Idempotency-Key"] = request.headers["Idempotency-Key"]
    if api_response.replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def _build_fault_response(fault: Fault) -> Response:
    if fault.kind == TIMEOUT:
        return _drop_connection(fault)
    status = int(fault.kind)
    error_fields = {
        SERVER_ERROR: ("api_error", "An unknown error occurred.", None),
        RATE_LIMITED: ("invalid_request_error", "Request rate limit exceeded.", "rate_limit"),
    }[fault.kind]
    return _to_response(
        ApiResponse(status, StripeError(status, error_fields[0], error_fields[1], code=error_fields[2]).body)
    )


def _drop_connection(fault: Fault) -> Response:
    """Close the connection without a response.

    In-process requests have no connection and get a header instead.
    """
    time.sleep(fault.seconds)
    connection = request.environ.get("werkzeug.socket")
    if connection:
        with suppress(OSError):  # the client may have closed it already
            connection.shutdown(socket.SHUT_RDWR)
    return Response(status=504, headers={DROPPED_HEADER: fault.kind})
