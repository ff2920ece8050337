"""`/_control`: what tests and people do to the stand-in, without a key, from this machine alone."""

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
    """All of `/_control` that answers JSON."""
    routes = Blueprint("control", __name__, url_prefix="/_control")

    @routes.before_request
    def require_local_origin() -> None:
        """Pages of other sites in a browser on this machine have no say."""
        is_own_origin = request.headers.get("Origin") in (None, f"http://{request.host}")
        if not is_own_origin or request.host.partition(":")[0] not in (LOOPBACK, "localhost"):
            raise StripeError(403, "invalid_request_error", "This is for this machine alone.")

    @routes.errorhandler(StripeError)
    def handle_error(error: StripeError) -> tuple[Response, int]:
        """Errors, as the API tells them."""
        return jsonify(error.body), error.status

    @routes.get("/state")
    def state() -> Response:
        """The clock, the mode of webhooks, and how many calls went wrong on purpose."""
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
        """`{"days": 30}` or `{"to": 1800000000}`: the clock goes ahead."""
        params = _read_body()
        to, days = params.get("to"), params.get("days")
        if to is None and days is None:
            raise invalid_request("Say how far: days or to.", "parameter_missing", "days")
        return jsonify(now=simulator.advance(float(days) if days else None, int(to) if to else None))

    @routes.post("/fail")
    def plan_fault() -> Response:
        """`{"next": 1, "how": "timeout"|"500"|"429"|"after", "seconds"?: 0, "only"?: "POST /v1/refunds"}`."""
        params = _read_body()
        fault = Fault(
            str(params.get("how", TIMEOUT)),
            int(params.get("next", 1)),
            float(params.get("seconds", 0)),
            str(params.get("only", "")),
        )
        if fault.kind not in KINDS:
            raise invalid_request(f"how is one of {', '.join(KINDS)}.", None, "how")
        simulator.faults.plan(fault)
        return jsonify(planned=fault.remaining)

    @routes.get("/webhooks")
    def list_webhooks() -> Response:
        """What was made, oldest first, signed now; `?after=n` leaves the older ones out."""
        with simulator.lock:
            deliveries = simulator.outbox.list_deliveries(after=int(request.args.get("after", 0)))
            return jsonify(data=[simulator.outbox.serialize(delivery) for delivery in deliveries])

    @routes.post("/webhooks")
    def set_webhook_mode() -> Response:
        """`{"mode": "normal"|"late"|"twice"|"shuffled"|"never", "seconds"?: 5}` from now on."""
        params = _read_body()
        mode = str(params.get("mode"))
        if mode not in MODES:
            raise invalid_request(f"mode is one of {', '.join(MODES)}.", None, "mode")
        with simulator.transaction():
            simulator.outbox.set_mode(mode, float(params.get("seconds", DEFAULT_DELAYS.get(mode, 0))))
        return jsonify(mode=mode)

    @routes.post("/webhooks/deliver")
    def deliver_webhooks() -> Response:
        """Send what is held now. `{"ids": […]}` names events, also lost ones and those sent before; `{"lost":
        true}` takes all that were lost."""
        params = _read_body()
        with simulator.transaction():
            count = simulator.outbox.release(list(params.get("ids", [])), bool(params.get("lost")))
        return jsonify(count=count)

    @routes.post("/disputes")
    def open_dispute() -> Response:
        """`{"charge": "ch_…"}` or `{"payment_intent": "pi_…"}`, `"reason"?`: the customer's bank takes it
        back."""
        params = _read_body()
        with simulator.transaction() as account:
            charge = account.get("charge", _find_charge_id(account, params), "charge")
            return jsonify(
                public_view(disputes.open_dispute(account, charge, str(params.get("reason", "fraudulent"))))
            )

    @routes.post("/disputes/<id>")
    def close_dispute(id: str) -> Response:
        """`{"outcome": "won"|"lost"}`: the end of a dispute."""
        outcome = str(_read_body().get("outcome"))
        if outcome not in ("won", "lost"):
            raise invalid_request("outcome is won or lost.", None, "outcome")
        with simulator.transaction() as account:
            body = account.get("dispute", id)
            if body["status"] not in disputes.OPEN_STATUSES:
                raise invalid_request(f"This dispute is already closed: {body['status']}.")
            return jsonify(public_view(disputes.close_dispute(account, body, outcome)))

    @routes.post("/retries")
    def set_retry_policy() -> Response:
        """`{"then": "cancel"|"unpaid"|"past_due"}`: what follows the last attempt to charge a renewal."""
        policy = str(_read_body().get("then"))
        if policy not in ("cancel", "unpaid", "past_due"):
            raise invalid_request("then is cancel, unpaid or past_due.", None, "then")
        with simulator.transaction() as account:
            account.store.set_setting("after_retries", policy)
        return jsonify(then=policy)

    @routes.post("/reset")
    def reset() -> Response:
        """Everything is forgotten."""
        simulator.reset()
        return jsonify(now=simulator.now())

    return routes


def _find_charge_id(account: Account, params: dict[str, Any]) -> str:
    """The charge that is named, or that of a PaymentIntent."""
    if params.get("payment_intent"):
        return str(
            account.get("payment_intent", str(params["payment_intent"]), "payment_intent")["latest_charge"]
        )
    return str(params.get("charge"))


def _read_body() -> dict[str, Any]:
    """What was posted, as JSON or as a form."""
    return request.get_json(silent=True) or dict(request.form.items())
