"""`/_control`: what tests and people do to the stand-in, without a key, from this machine alone."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from adapters.payments.fake_stripe.account import Account, shown
from adapters.payments.fake_stripe.errors import StripeError, invalid
from adapters.payments.fake_stripe.faults import KINDS, TIMEOUT, Fault
from adapters.payments.fake_stripe.keys import LOOPBACK
from adapters.payments.fake_stripe.outbox import LATE, MODES, SHUFFLED
from adapters.payments.fake_stripe.resources import disputes
from adapters.payments.fake_stripe.world import World

SECONDS = {LATE: 5.0, SHUFFLED: 2.0}


def routes_of(world: World) -> Blueprint:
    """All of `/_control` that answers JSON."""
    routes = Blueprint("control", __name__, url_prefix="/_control")

    @routes.before_request
    def only_from_here() -> None:
        """Pages of other sites in a browser on this machine have no say."""
        ours = request.headers.get("Origin") in (None, f"http://{request.host}")
        if not ours or request.host.partition(":")[0] not in (LOOPBACK, "localhost"):
            raise StripeError(403, "invalid_request_error", "This is for this machine alone.")

    @routes.errorhandler(StripeError)
    def refuse(error: StripeError) -> tuple[Response, int]:
        """Errors, as the API tells them."""
        return jsonify(error.body), error.status

    @routes.get("/state")
    def state() -> Response:
        """The clock, the mode of webhooks, and how many calls went wrong on purpose."""
        with world.lock:
            happened = world.faults.happened
            return jsonify(
                now=world.now(), mode=world.outbox.mode, address=world.address, went_wrong=happened
            )

    @routes.post("/advance")
    def advance() -> Response:
        """`{"days": 30}` or `{"to": 1800000000}`: the clock goes ahead."""
        given = _given()
        to, days = given.get("to"), given.get("days")
        if to is None and days is None:
            raise invalid("Say how far: days or to.", "parameter_missing", "days")
        return jsonify(now=world.advance(float(days) if days else None, int(to) if to else None))

    @routes.post("/fail")
    def fail() -> Response:
        """`{"next": 1, "how": "timeout"|"500"|"429"|"after", "seconds"?: 0, "only"?: "POST /v1/refunds"}`."""
        given = _given()
        fault = Fault(
            str(given.get("how", TIMEOUT)),
            int(given.get("next", 1)),
            float(given.get("seconds", 0)),
            str(given.get("only", "")),
        )
        if fault.how not in KINDS:
            raise invalid(f"how is one of {', '.join(KINDS)}.", None, "how")
        world.faults.plan(fault)
        return jsonify(planned=fault.left)

    @routes.get("/webhooks")
    def webhooks() -> Response:
        """What was made, oldest first, signed now; `?after=n` leaves the older ones out."""
        with world.lock:
            made = world.outbox.made(after=int(request.args.get("after", 0)))
            return jsonify(data=[world.outbox.told(delivery) for delivery in made])

    @routes.post("/webhooks")
    def switch() -> Response:
        """`{"mode": "normal"|"late"|"twice"|"shuffled"|"never", "seconds"?: 5}` from now on."""
        given = _given()
        mode = str(given.get("mode"))
        if mode not in MODES:
            raise invalid(f"mode is one of {', '.join(MODES)}.", None, "mode")
        with world.change():
            world.outbox.switch(mode, float(given.get("seconds", SECONDS.get(mode, 0))))
        return jsonify(mode=mode)

    @routes.post("/webhooks/deliver")
    def deliver() -> Response:
        """Send what is held now. `{"ids": […]}` names events, also lost ones and those sent before; `{"lost":
        true}` takes all that were lost."""
        given = _given()
        with world.change():
            count = world.outbox.release(list(given.get("ids", [])), bool(given.get("lost")))
        return jsonify(count=count)

    @routes.post("/disputes")
    def dispute() -> Response:
        """`{"charge": "ch_…"}` or `{"payment_intent": "pi_…"}`, `"reason"?`: the customer's bank takes it
        back."""
        given = _given()
        with world.change() as account:
            charge = account.get("charge", _charge(account, given), "charge")
            return jsonify(shown(disputes.opened(account, charge, str(given.get("reason", "fraudulent")))))

    @routes.post("/disputes/<id>")
    def decide(id: str) -> Response:
        """`{"outcome": "won"|"lost"}`: the end of a dispute."""
        outcome = str(_given().get("outcome"))
        if outcome not in ("won", "lost"):
            raise invalid("outcome is won or lost.", None, "outcome")
        with world.change() as account:
            body = account.get("dispute", id)
            if body["status"] not in disputes.OPEN:
                raise invalid(f"This dispute is already closed: {body['status']}.")
            return jsonify(shown(disputes.closed(account, body, outcome)))

    @routes.post("/retries")
    def retries() -> Response:
        """`{"then": "cancel"|"unpaid"|"past_due"}`: what follows the last attempt to charge a renewal."""
        then = str(_given().get("then"))
        if then not in ("cancel", "unpaid", "past_due"):
            raise invalid("then is cancel, unpaid or past_due.", None, "then")
        with world.change() as account:
            account.store.remember("after_retries", then)
        return jsonify(then=then)

    @routes.post("/reset")
    def reset() -> Response:
        """Everything is forgotten."""
        world.reset()
        return jsonify(now=world.now())

    return routes


def _charge(account: Account, given: dict[str, Any]) -> str:
    """The charge that is named, or that of a PaymentIntent."""
    if given.get("payment_intent"):
        return str(
            account.get("payment_intent", str(given["payment_intent"]), "payment_intent")["latest_charge"]
        )
    return str(given.get("charge"))


def _given() -> dict[str, Any]:
    """What was posted, as JSON or as a form."""
    return request.get_json(silent=True) or dict(request.form.items())
