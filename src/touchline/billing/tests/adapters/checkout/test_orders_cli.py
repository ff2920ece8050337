"""Tests for `touchline orders …` in the real application with the fake Stripe server, on both databases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.adapters.operator_terminal import Terminal, buy_offer, parse_json_output
from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, Visitor
from touchline.shared.errors import NotFoundError, RefusedError

EMAIL = NEW_VIEWER["email"]
SentEmails = Callable[[], Sequence[Any]]


@pytest.fixture
def terminal(publish_offers: PublishOffers, channel: ChannelDetails) -> Terminal:
    """Return a terminal. A season pass and a subscription are on sale."""
    publish_offers(
        channel, billing_part(package_entry("season"), subscriptions=(subscription_entry("yearly"),))
    )
    return Terminal()


def test_orders_are_listed_newest_first_with_buyer_and_product(
    terminal: Terminal, ada: Visitor, bea: Visitor, fake_stripe: FakeStripeServer
) -> None:
    first, second = buy_offer(ada, fake_stripe), buy_offer(bea, fake_stripe, "Yearly")
    listed = parse_json_output(terminal.orders("list", "--json"))
    assert [order["id"] for order in listed] == [second["id"], first["id"]]
    assert (listed[1]["viewer"], listed[1]["product"], listed[1]["total"]) == (EMAIL, "Season", "41.49")
    assert listed[0]["auto_renewal"] == "active"
    assert [
        order["id"] for order in parse_json_output(terminal.orders("list", "--email", EMAIL, "--json"))
    ] == [first["id"]]
    assert [
        order["id"]
        for order in parse_json_output(terminal.orders("list", "--type", "subscription", "--json"))
    ] == [second["id"]]
    assert parse_json_output(terminal.orders("list", "--status", "refunded", "--json")) == []
    table = terminal.orders("list", "--limit", "1")
    assert "bea@example.org" in table.stdout
    assert EMAIL not in table.stdout
    assert "More orders exist" in table.stderr


def test_an_order_is_shown_with_its_transactions(
    terminal: Terminal, ada: Visitor, fake_stripe: FakeStripeServer
) -> None:
    order = buy_offer(ada, fake_stripe)
    shown = parse_json_output(terminal.orders("show", str(order["id"]), "--json"))
    (charge,) = shown["transactions"]
    assert (charge["kind"], charge["amount"], charge["status"]) == ("charge", "41.49", "paid")
    assert charge["provider_ref"] in terminal.orders("show", str(order["id"])).stdout


def test_a_full_refund_ends_access_and_works_once(
    terminal: Terminal, ada: Visitor, emails: SentEmails, fake_stripe: FakeStripeServer
) -> None:
    order = str(buy_offer(ada, fake_stripe)["id"])
    done = parse_json_output(terminal.orders("refund", order, "--yes", "--json"))
    assert (done["status"], done["activity_status"]) == ("refunded", "canceled")
    assert [transaction["kind"] for transaction in done["transactions"]] == ["charge", "refund"]
    repeated = terminal.orders("refund", order, "--yes").exception
    assert isinstance(repeated, RefusedError)
    assert repeated.message == "This payment has already been fully refunded."
    assert [email.subject for email in emails()][:1] == ["Your refund from Prairie"]
    assert ada.data("/orders")[0]["status"] == "refunded"


def test_a_partial_refund_requires_confirmation(
    terminal: Terminal, ada: Visitor, fake_stripe: FakeStripeServer
) -> None:
    order = str(buy_offer(ada, fake_stripe)["id"])
    aborted = terminal.orders("refund", order, "--amount", "5.00", stdin="n\n")
    assert aborted.exit_code == 1
    assert "Refund 5.00 USD of the remaining 41.49 USD?" in aborted.stderr
    done = terminal.orders("refund", order, "--amount", "5.00", stdin="y\n")
    assert done.stdout.startswith("Refunded 5.00 USD.\n")
    shown = parse_json_output(terminal.orders("show", order, "--json"))
    assert (shown["status"], shown["activity_status"]) == ("paid", "active")
    assert [transaction["amount"] for transaction in shown["transactions"]] == ["41.49", "5.00"]
    excessive = terminal.orders("refund", order, "--amount", "36.50", "--yes").exception
    assert isinstance(excessive, RefusedError)
    assert excessive.message == "At most 36.49 USD of this payment can be refunded."


def test_a_payment_is_refunded_by_its_transaction_id(
    terminal: Terminal, ada: Visitor, fake_stripe: FakeStripeServer
) -> None:
    order = buy_offer(ada, fake_stripe)
    number = str(order["transactions"][0]["id"])
    other = terminal.orders("refund", str(order["id"]), "--transaction", "99999", "--yes").exception
    assert isinstance(other, NotFoundError)
    done = parse_json_output(
        terminal.orders("refund", str(order["id"]), "--transaction", number, "--yes", "--json")
    )
    assert done["status"] == "refunded"


def test_a_grant_gives_access_at_once_and_notifies_the_viewer(
    terminal: Terminal, ada: Visitor, emails: SentEmails
) -> None:
    given = parse_json_output(
        terminal.orders("grant", EMAIL, "package:season", "--until", "2027-06-30", "--json")
    )
    assert (given["total"], given["status"], given["activity_status"]) == ("0.00", "paid", "active")
    assert given["expires_at"] == "2027-07-01T05:00:00Z"
    assert given["transactions"] == []
    assert ada.data("/orders")[0]["id"] == given["id"]
    assert emails()[0].subject == "You have access to Season on Prairie"


def test_a_refused_grant_shows_the_reason(terminal: Terminal, ada: Visitor) -> None:
    refused = {
        arguments: terminal.orders("grant", *arguments).exception
        for arguments in (
            (EMAIL, "subscription:yearly"),
            (EMAIL, "package:saeson"),
            ("nobody@example.org", "event:1"),
        )
    }
    assert [getattr(error, "message", error) for error in refused.values()] == [
        "A complimentary subscription needs a last day.",
        "There is no package saeson on sale. Available: season.",
        "There is no account for nobody@example.org in this channel.",
    ]
    assert ada.data("/orders") == []


def test_a_revoked_subscription_is_also_canceled_at_the_provider(
    terminal: Terminal, ada: Visitor, fake_stripe: FakeStripeServer
) -> None:
    order = buy_offer(ada, fake_stripe, "Yearly")
    aborted = terminal.orders("revoke", str(order["id"]), stdin="n\n")
    assert aborted.exit_code == 1
    done = parse_json_output(terminal.orders("revoke", str(order["id"]), "--yes", "--json"))
    assert (done["status"], done["activity_status"], done["auto_renewal"]) == (
        "paid",
        "canceled",
        "cancelled",
    )
    (found,) = fake_stripe.client().v1.subscriptions.list({"status": "all"}).data
    assert found.status == "canceled"


def test_a_revoked_subscription_ends_once_the_provider_is_available(
    terminal: Terminal, ada: Visitor, fake_stripe: FakeStripeServer
) -> None:
    order = buy_offer(ada, fake_stripe, "Yearly")
    fake_stripe.fail_next(count=20, fault_kind="500")
    done = terminal.orders("revoke", str(order["id"]), "--yes", "--json")
    assert "ends the subscription there later" in done.stderr
    assert parse_json_output(done)["activity_status"] == "canceled"


def test_the_error_names_an_unknown_channel_or_order(terminal: Terminal) -> None:
    nowhere = Terminal("nowhere").orders("list").exception
    assert isinstance(nowhere, NotFoundError)
    assert nowhere.message == "There is no channel nowhere. Available: prairie."
    unknown = terminal.orders("show", "99").exception
    assert isinstance(unknown, NotFoundError)
    assert unknown.message == "There is no order 99 in this channel."


def test_orders_of_another_channel_are_not_found(
    terminal: Terminal, ada: Visitor, other_channel: ChannelDetails, fake_stripe: FakeStripeServer
) -> None:
    order = str(buy_offer(ada, fake_stripe)["id"])
    elsewhere = Terminal("atelier")
    assert parse_json_output(elsewhere.orders("list", "--json")) == []
    for arguments in (("show", order), ("refund", order, "--yes"), ("revoke", order, "--yes", "--json")):
        assert isinstance(elsewhere.orders(*arguments).exception, NotFoundError)


@pytest.mark.parametrize(
    "arguments",
    [("show",), ("show", "0"), ("list", "--limit", "0"), ("list", "--status", "gone"), ("grant", EMAIL)],
)
def test_wrong_use_is_exit_code_two(terminal: Terminal, arguments: tuple[str, ...]) -> None:
    assert terminal.orders(*arguments).exit_code == 2


@pytest.mark.parametrize("day", ["soon", "2026-02-30", "2026-12-31 25:00", "9999-12-31"])
def test_an_invalid_date_is_a_usage_error(terminal: Terminal, ada: Visitor, day: str) -> None:
    done = terminal.orders("grant", EMAIL, "package:season", "--until", day)
    assert done.exit_code == 2
    assert f"{day} is not a date. Write 2026-12-31" in done.stderr


def test_a_refused_refund_shows_the_message_of_the_provider_only(
    terminal: Terminal, ada: Visitor, fake_stripe: FakeStripeServer
) -> None:
    order = buy_offer(ada, fake_stripe)
    fake_stripe.reset()  # as if the command used another Stripe account than the site
    done = terminal.orders("refund", str(order["id"]), "--yes")
    assert done.exit_code == 2
    assert done.stderr.startswith("Error: The payment provider refused: No such payment_intent: 'pi_")
    assert "did not respond" not in done.stderr and "unknown" not in done.stderr


@pytest.mark.parametrize(("how", "status"), [("after", "refunded"), ("timeout", "paid")])
def test_a_refund_with_a_lost_response_is_reported_and_found_by_a_sync(
    terminal: Terminal, ada: Visitor, fake_stripe: FakeStripeServer, how: str, status: str
) -> None:
    order = str(buy_offer(ada, fake_stripe)["id"])
    fake_stripe.fail_next(count=9, fault_kind=how, path_prefix="POST /v1/refunds")
    failed = terminal.orders("refund", order, "--yes")
    assert failed.exit_code == 2
    assert "The payment provider did not respond: " in failed.stderr
    assert f"First run `touchline orders show {order} --sync`" in failed.stderr
    fake_stripe.fail_next(count=0)
    assert parse_json_output(terminal.orders("show", order, "--sync", "--json"))["status"] == status
