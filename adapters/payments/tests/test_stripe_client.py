"""The line to Stripe when something goes wrong: what is repeated, what is said, and what no log holds."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest
import stripe

from adapters.payments.stripe import StripePayments
from adapters.payments.stripe_client import Line
from adapters.payments.tests.shops import subscribing, wanted
from adapters.payments.tests.stripe_shop import SECRET, StripeShop
from touchline.billing.ports.payments import PaymentState, PaymentsUnavailable
from touchline.shared.money import Money

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
KEY = "sk_test_a_key_that_nobody_may_see"


@pytest.fixture
def silent() -> Iterator[StripePayments]:
    """Payments at an address that takes calls and never answers."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        yield StripePayments(Line(KEY, 0.1, address), SECRET)


def fail(shop: StripeShop, times: int, how: str, only: str = "") -> None:
    shop.stand_in.fail_next(times, how, only=only)


def charges(shop: StripeShop) -> int:
    return len(shop.sdk.v1.charges.list().data)


@pytest.mark.parametrize("how", ["timeout", "after"])
def test_a_lost_answer_is_asked_for_again_and_charges_once(stripe_shop: StripeShop, how: str) -> None:
    asked = wanted(stripe_shop.customer(), "pm_card_visa")
    fail(stripe_shop, 1, how)
    assert stripe_shop.payments.charge(asked).state is PaymentState.PAID
    assert charges(stripe_shop) == 1


@pytest.mark.parametrize("how", ["timeout", "after", "500"])
def test_an_answer_that_is_lost_for_good_leaves_one_payment_that_is_found(
    stripe_shop: StripeShop, how: str
) -> None:
    customer = stripe_shop.customer()
    asked = wanted(customer, "pm_card_visa")
    fail(stripe_shop, 2, how)
    with pytest.raises(PaymentsUnavailable, match="try again in a few minutes"):
        stripe_shop.payments.charge(asked)
    before = stripe_shop.payments.find(customer, asked.order)
    assert (before is not None) == (how == "after")
    payment = stripe_shop.payments.charge(asked)
    assert (payment.state, charges(stripe_shop)) == (PaymentState.PAID, 1)
    assert before in (None, payment)


def test_a_subscription_whose_answer_is_lost_is_made_once(stripe_shop: StripeShop) -> None:
    customer = stripe_shop.customer()
    asked = subscribing(customer, stripe_shop.saved(customer))
    fail(stripe_shop, 2, "after", "POST /v1/subscriptions")
    with pytest.raises(PaymentsUnavailable):
        stripe_shop.payments.subscribe(asked)
    payment = stripe_shop.payments.subscribe(asked)
    assert stripe_shop.payments.find(customer, asked.order) == payment
    assert charges(stripe_shop) == 1


def test_a_refund_whose_answer_is_lost_happens_once(stripe_shop: StripeShop) -> None:
    payment = stripe_shop.payments.charge(wanted(stripe_shop.customer(), "pm_card_visa"))
    fail(stripe_shop, 2, "after", "POST /v1/refunds")
    for attempt in range(2):
        if attempt:
            stripe_shop.payments.refund(payment.ref, payment.charges[0].amount, "once")
            continue
        with pytest.raises(PaymentsUnavailable):
            stripe_shop.payments.refund(payment.ref, payment.charges[0].amount, "once")
    assert len(stripe_shop.payments.look(payment.ref).charges[0].returned) == 1


def test_reading_is_not_repeated_so_that_nobody_waits_twice(stripe_shop: StripeShop) -> None:
    ref = stripe_shop.payments.charge(wanted(stripe_shop.customer(), "pm_card_visa")).ref
    fail(stripe_shop, 1, "timeout")
    with pytest.raises(PaymentsUnavailable):
        stripe_shop.payments.look(ref)
    assert stripe_shop.payments.look(ref).state is PaymentState.PAID


def test_too_many_calls_are_an_outage_and_no_refusal_of_a_card(stripe_shop: StripeShop) -> None:
    fail(stripe_shop, 9, "429")
    with pytest.raises(PaymentsUnavailable):
        stripe_shop.payments.charge(wanted("cus_1", "pm_card_visa"))


ASKS: list[Callable[[StripePayments], object]] = [
    lambda payments: payments.check(),
    lambda payments: payments.cards("cus_1"),
    lambda payments: payments.charge(wanted("cus_1", "pm_1")),
    lambda payments: payments.since(LONG_AGO),
]


@pytest.mark.parametrize("ask", ASKS)
def test_one_that_does_not_answer_in_time_is_away(
    silent: StripePayments, ask: Callable[[StripePayments], object]
) -> None:
    with pytest.raises(PaymentsUnavailable):
        ask(silent)


def test_one_that_is_not_there_is_away() -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(PaymentsUnavailable):
            StripePayments(Line(KEY, 5, address), SECRET).check()


def test_the_stand_in_is_reached_around_a_companys_proxy(
    stripe_shop: StripeShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    stripe_shop.payments.check()


def test_a_key_that_stripe_does_not_know_is_said_to_the_operator_without_the_key(
    stripe_shop: StripeShop, caplog: pytest.LogCaptureFixture
) -> None:
    payments = StripePayments(Line("no key at all", 5, stripe_shop.stand_in.url), SECRET)
    with pytest.raises(PaymentsUnavailable) as caught:
        payments.check()
    [line] = [one for one in caplog.records if one.name == "adapters.payments.stripe_client"]
    assert line.levelno == logging.ERROR
    assert "AuthenticationError" in line.getMessage()
    assert "status 401" in line.getMessage()
    assert "key at all" not in line.getMessage() + str(caught.value)


def test_no_log_line_and_no_error_holds_keys_secrets_or_bodies(
    stripe_shop: StripeShop, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        customer = stripe_shop.customer()
        secret = stripe_shop.payments.setup(customer)
        payment = stripe_shop.payments.charge(wanted(customer, "pm_card_authenticationRequired"))
        stripe_shop.payments.charge(wanted(customer, "pm_card_visa_chargeDeclined"))
        with pytest.raises(PaymentsUnavailable) as caught:
            stripe_shop.payments.portal("cus_that_never_was", "http://prairie.example", "en")
    written = "\n".join(caplog.messages) + repr(caught.value.__cause__) + str(caught.value)
    assert payment.client_secret
    for hidden in (stripe_shop.stand_in.key, secret, payment.client_secret, "ada@example.com", "declined"):
        assert hidden not in written


def test_the_sdk_tells_stripe_nothing_about_this_machine() -> None:
    assert stripe.enable_telemetry is False


def test_lists_are_read_to_their_end(stripe_shop: StripeShop, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("bills", "charges", "subscriptions", "notices", "wallet"):
        monkeypatch.setattr(f"adapters.payments.stripe_{module}.PAGE", 1)
    customer = stripe_shop.customer()
    cards = [stripe_shop.saved(customer) for _ in range(3)]
    asked = [subscribing(customer, card, product=card) for card in cards]
    asked_once = [wanted(customer, card) for card in cards]
    made = [stripe_shop.payments.subscribe(each) for each in asked]
    made += [stripe_shop.payments.charge(each) for each in asked_once]
    assert [stripe_shop.payments.find(customer, each.order) for each in [*asked, *asked_once]] == made
    assert sorted(card.id for card in stripe_shop.payments.cards(customer)) == sorted(cards)
    told = {each.order for each in stripe_shop.payments.since(LONG_AGO)}
    assert told >= {each.order for each in [*asked, *asked_once]}


def test_all_refunds_of_a_charge_are_read(stripe_shop: StripeShop) -> None:
    payment = stripe_shop.payments.charge(wanted(stripe_shop.customer(), "pm_card_visa"))
    for number in range(12):
        stripe_shop.payments.refund(payment.ref, Money(100, "USD"), str(number))
    assert len(stripe_shop.payments.look(payment.ref).charges[0].returned) == 12


def conflicts(times: int, status: int = 409) -> Callable[[], str]:
    """A call that meets another one under its key so many times."""
    left = iter(range(times))

    def call() -> str:
        if next(left, None) is not None:
            raise stripe.APIError("in use", http_status=status)
        return "made"

    return call


def test_what_others_make_at_the_same_moment_is_waited_for() -> None:
    assert Line("sk_test_x", 20, timer=lambda: 0.0).patient(conflicts(5)) == "made"


def test_it_is_waited_for_as_long_as_one_answer_may_take() -> None:
    line = Line("sk_test_x", 20, timer=iter((0.0, 19.0, 20.0)).__next__)
    with pytest.raises(stripe.APIError):
        line.patient(conflicts(3))


def test_no_other_error_is_waited_for() -> None:
    with pytest.raises(stripe.APIError):
        Line("sk_test_x", 20, timer=lambda: 0.0).patient(conflicts(1, 500))


def test_what_stripe_said_reaches_the_operator_without_a_key() -> None:
    error = stripe.AuthenticationError("Invalid API Key provided: sk_test_4eC39HqLyjWD****7dc")
    error.request_id = "req_1"
    with pytest.raises(PaymentsUnavailable) as refused, Line(KEY, 1).asking("refund"):
        raise error
    assert refused.value.provider_message == "Invalid API Key provided: sk_test… (req_1)"
    assert refused.value.is_refusal
    assert "Invalid" not in refused.value.message
