"""`/_control`: the control API for tests and people.

It needs no API key and accepts only this machine.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from adapters.payments.fake_stripe.api.errors import StripeError, invalid_request
from adapters.payments.fake_stripe.core.account import Account, public_view
from adapters.payments.fake_stripe.core.simulator import StripeSimulator
from adapters.payments.fake_stripe.keys import LOOPBACK
from adapters.payments.fake_stripe.resources.core import disputes
from adapters.payments.fake_stripe.testing.faults import KINDS, TIMEOUT, Fault
from adapters.payments.fake_stripe.webhooks.outbox import LATE, MODES, SHUFFLED

DEFAULT_DELAYS = {LATE: 5.0, SHUFFLED: 2.0}


def create_blueprint(simulator: StripeSimulator) -> Blueprint:
    """Create the blueprint of the `/_control` endpoints that return JSON."""
    routes = Blueprint("control", __name__, url_prefix="/_control")

    @routes.before_request
    def require_local_origin() -> None:
        """Reject requests from pages of other sites."""
        is_own_origin = request.headers.get("Origin") in (None, f"http://{request.host}")
        if not is_own_origin or request.host.partition(":")[0] not in (LOOPBACK, "localhost"):
            raise StripeError(403, "invalid_request_error", "Only this machine can use this page.")

    @routes.errorhandler(StripeError)
    def handle_error(error: StripeError) -> tuple[Response, int]:
        """Return an error in the API's format."""
        return jsonify(error.body), error.status

    @routes.get("/state")
    def state() -> Response:
        """Return the clock, the webhook mode, and the number of faults triggered."""
        with simulator.lock:
            triggered = simulator.faults.triggered
            return jsonify(
                now=simulator.now(),
                mode=simulator.outbox.mode,
                address=simulator.address,
                went_wrong=triggered,
            )

    @routes.post("/advance")
    def advance() -> Response:
        """Advance the clock. Body: `{"days": 30}` or `{"to": 1800000000}`."""
        params = _read_body()
        to, days = params.get("to"), params.get("days")
        if to is None and days is None:
            raise invalid_request("Give days or to.", "parameter_missing", "days")
        return jsonify(now=simulator.advance(float(days) if days else None, int(to) if to else None))

    @routes.post("/fail")
    def plan_fault() -> Response:
        """Plan faults for the next calls.

        Body: `{"next": 1, "how": "timeout"|"500"|"429"|"after", "seconds"?: 0, "only"?: "POST /v1/refunds"}`.
        """
        params = _read_body()
        fault = Fault(
            str(params.get("how", TIMEOUT)),
            int(params.get("next", 1)),
            float(params.get("seconds", 0)),
            str(params.get("only", "")),
        )
        if fault.kind not in KINDS:
            raise invalid_request(f"how must be one of {', '.join(KINDS)}.", None, "how")
        simulator.faults.plan(fault)
        return jsonify(planned=fault.remaining)

    @routes.get("/webhooks")
    def list_webhooks() -> Response:
        """List webhook deliveries, oldest first, signed now. `?after=n` returns only those after `n`."""
        with simulator.lock:
            deliveries = simulator.outbox.list_deliveries(after=int(request.args.get("after", 0)))
            return jsonify(data=[simulator.outbox.serialize(delivery) for delivery in deliveries])

    @routes.post("/webhooks")
    def set_webhook_mode() -> Response:
        """Set the webhook mode for new events.

        Body: `{"mode": "normal"|"late"|"twice"|"shuffled"|"never", "seconds"?: 5}`.
        """
        params = _read_body()
        mode = str(params.get("mode"))
        if mode not in MODES:
            raise invalid_request(f"mode must be one of {', '.join(MODES)}.", None, "mode")
        with simulator.transaction():
            simulator.outbox.set_mode(mode, float(params.get("seconds", DEFAULT_DELAYS.get(mode, 0))))
        return jsonify(mode=mode)

    @routes.post("/webhooks/deliver")
    def deliver_webhooks() -> Response:
        """Send held webhooks now.

        `{"ids": […]}` selects events, including lost and sent ones. `{"lost": true}` also sends all lost
        webhooks.
        """
        params = _read_body()
        with simulator.transaction():
            count = simulator.outbox.release(list(params.get("ids", [])), bool(params.get("lost")))
        return jsonify(count=count)

    @routes.post("/disputes")
    def open_dispute() -> Response:
        """Open a dispute. Body: `{"charge": "ch_…"}` or `{"payment_intent": "pi_…"}`, and `"reason"?`."""
        params = _read_body()
        with simulator.transaction() as account:
            charge = account.get("charge", _find_charge_id(account, params), "charge")
            return jsonify(
                public_view(disputes.open_dispute(account, charge, str(params.get("reason", "fraudulent"))))
            )

    @routes.post("/disputes/<id>")
    def close_dispute(id: str) -> Response:
        """Close a dispute. Body: `{"outcome": "won"|"lost"}`."""
        outcome = str(_read_body().get("outcome"))
        if outcome not in ("won", "lost"):
            raise invalid_request("outcome must be won or lost.", None, "outcome")
        with simulator.transaction() as account:
            body = account.get("dispute", id)
            if body["status"] not in disputes.OPEN_STATUSES:
                raise invalid_request(f"This dispute is already closed: {body['status']}.")
            return jsonify(public_view(disputes.close_dispute(account, body, outcome)))

    @routes.post("/retries")
    def set_retry_policy() -> Response:
        """Set what follows the last failed renewal attempt.

        Body: `{"then": "cancel"|"unpaid"|"past_due"}`.
        """
        policy = str(_read_body().get("then"))
        if policy not in ("cancel", "unpaid", "past_due"):
            raise invalid_request("then must be cancel, unpaid or past_due.", None, "then")
        with simulator.transaction() as account:
            account.store.set_setting("after_retries", policy)
        return jsonify(then=policy)

    @routes.post("/reset")
    def reset() -> Response:
        """Delete all data."""
        simulator.reset()
        return jsonify(now=simulator.now())

    return routes


def _find_charge_id(account: Account, params: dict[str, Any]) -> str:
    """Return the ID of the given charge, or of the PaymentIntent's latest charge."""
    if params.get("payment_intent"):
        return str(
            account.get("payment_intent", str(params["payment_intent"]), "payment_intent")["latest_charge"]
        )
    return str(params.get("charge"))


def _read_body() -> dict[str, Any]:
    """Return the request body, from JSON or a form."""
    return request.get_json(silent=True) or dict(request.form.items())
