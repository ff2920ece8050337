"""`touchline orders …` on the real house, with Stripe's stand-in, on both databases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from adapters.payments.fake_stripe.running import Running
from touchline.billing.tests.adapters.conftest import Sell
from touchline.billing.tests.adapters.operators import Terminal, buy, told
from touchline.billing.tests.samples import package, part, subscription
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NEWCOMER, Visitor
from touchline.shared.errors import NotFound, Refused

EMAIL = NEWCOMER["email"]
Letters = Callable[[], Sequence[Any]]


@pytest.fixture
def run(sell: Sell, channel: ChannelFacts) -> Terminal:
    """A terminal; a season and a subscription are on sale."""
    sell(channel, part(package("season"), subscriptions=(subscription("yearly"),)))
    return Terminal()


def test_orders_are_listed_newest_first_with_who_bought_what(
    run: Terminal, ada: Visitor, bea: Visitor, stand_in: Running
) -> None:
    first, second = buy(ada, stand_in), buy(bea, stand_in, "Yearly")
    listed = told(run.orders("list", "--json"))
    assert [one["id"] for one in listed] == [second["id"], first["id"]]
    assert (listed[1]["viewer"], listed[1]["product"], listed[1]["total"]) == (EMAIL, "Season", "41.49")
    assert listed[0]["auto_renewal"] == "active"
    assert [one["id"] for one in told(run.orders("list", "--email", EMAIL, "--json"))] == [first["id"]]
    assert [one["id"] for one in told(run.orders("list", "--type", "subscription", "--json"))] == [
        second["id"]
    ]
    assert told(run.orders("list", "--status", "refunded", "--json")) == []
    table = run.orders("list", "--limit", "1")
    assert "bea@example.org" in table.stdout
    assert EMAIL not in table.stdout
    assert "There are more" in table.stderr


def test_an_order_is_shown_with_every_movement_of_its_money(
    run: Terminal, ada: Visitor, stand_in: Running
) -> None:
    order = buy(ada, stand_in)
    shown = told(run.orders("show", str(order["id"]), "--json"))
    (charge,) = shown["transactions"]
    assert (charge["kind"], charge["amount"], charge["status"]) == ("charge", "41.49", "paid")
    assert charge["provider_ref"] in run.orders("show", str(order["id"])).stdout


def test_all_of_an_order_is_paid_back_once_and_it_closes(
    run: Terminal, ada: Visitor, letters: Letters, stand_in: Running
) -> None:
    order = str(buy(ada, stand_in)["id"])
    done = told(run.orders("refund", order, "--yes", "--json"))
    assert (done["status"], done["activity_status"]) == ("refunded", "canceled")
    assert [one["kind"] for one in done["transactions"]] == ["charge", "refund"]
    again = run.orders("refund", order, "--yes").exception
    assert isinstance(again, Refused)
    assert again.message == "Nothing is left that could be paid back."
    assert [one.subject for one in letters()][:1] == ["Your refund from Prairie"]
    assert ada.data("/orders")[0]["status"] == "refunded"


def test_a_part_is_paid_back_after_a_question(run: Terminal, ada: Visitor, stand_in: Running) -> None:
    order = str(buy(ada, stand_in)["id"])
    stopped = run.orders("refund", order, "--amount", "5.00", typed="n\n")
    assert stopped.exit_code == 1
    assert "Pay back 5.00 USD of the 41.49 USD that are left of it?" in stopped.stderr
    done = run.orders("refund", order, "--amount", "5.00", typed="y\n")
    assert done.stdout.startswith("Paid back 5.00 USD.\n")
    shown = told(run.orders("show", order, "--json"))
    assert (shown["status"], shown["activity_status"]) == ("paid", "active")
    assert [one["amount"] for one in shown["transactions"]] == ["41.49", "5.00"]
    much = run.orders("refund", order, "--amount", "36.50", "--yes").exception
    assert isinstance(much, Refused)
    assert much.message == "At most 36.49 USD of this payment can be paid back."


def test_one_payment_of_several_is_paid_back_by_its_number(
    run: Terminal, ada: Visitor, stand_in: Running
) -> None:
    order = buy(ada, stand_in)
    number = str(order["transactions"][0]["id"])
    other = run.orders("refund", str(order["id"]), "--transaction", "99999", "--yes").exception
    assert isinstance(other, NotFound)
    done = told(run.orders("refund", str(order["id"]), "--transaction", number, "--yes", "--json"))
    assert done["status"] == "refunded"


def test_what_is_given_is_open_at_once_and_the_viewer_is_told(
    run: Terminal, ada: Visitor, letters: Letters
) -> None:
    given = told(run.orders("grant", EMAIL, "package:season", "--until", "2027-06-30", "--json"))
    assert (given["total"], given["status"], given["activity_status"]) == ("0.00", "paid", "active")
    assert given["expires_at"] == "2027-07-01T05:00:00Z"
    assert given["transactions"] == []
    assert ada.data("/orders")[0]["id"] == given["id"]
    assert letters()[0].subject == "Season is open for you at Prairie"


def test_what_cannot_be_given_is_said(run: Terminal, ada: Visitor) -> None:
    refused = {
        words: run.orders("grant", *words).exception
        for words in (
            (EMAIL, "subscription:yearly"),
            (EMAIL, "package:saeson"),
            ("nobody@example.org", "event:1"),
        )
    }
    assert [getattr(one, "message", one) for one in refused.values()] == [
        "A subscription that is given needs a last day.",
        "There is no package saeson on sale; there is: season.",
        "There is no account of nobody@example.org in this channel.",
    ]
    assert ada.data("/orders") == []


def test_what_is_revoked_is_closed_and_a_subscription_ends_at_the_provider(
    run: Terminal, ada: Visitor, stand_in: Running
) -> None:
    order = buy(ada, stand_in, "Yearly")
    kept = run.orders("revoke", str(order["id"]), typed="n\n")
    assert kept.exit_code == 1
    done = told(run.orders("revoke", str(order["id"]), "--yes", "--json"))
    assert (done["status"], done["activity_status"], done["auto_renewal"]) == (
        "paid",
        "canceled",
        "cancelled",
    )
    (found,) = stand_in.client().v1.subscriptions.list({"status": "all"}).data
    assert found.status == "canceled"


def test_a_provider_that_is_away_ends_a_revoked_subscription_later(
    run: Terminal, ada: Visitor, stand_in: Running
) -> None:
    order = buy(ada, stand_in, "Yearly")
    stand_in.fail_next(next=20, how="500")
    done = run.orders("revoke", str(order["id"]), "--yes", "--json")
    assert "hears of it by itself" in done.stderr
    assert told(done)["activity_status"] == "canceled"


def test_an_unknown_channel_and_an_unknown_order_are_named(run: Terminal) -> None:
    nowhere = Terminal("nowhere").orders("list").exception
    assert isinstance(nowhere, NotFound)
    assert nowhere.message == "There is no channel nowhere; there is: prairie."
    unknown = run.orders("show", "99").exception
    assert isinstance(unknown, NotFound)
    assert unknown.message == "There is no order 99 in this channel."


def test_orders_of_another_channel_are_not_there(
    run: Terminal, ada: Visitor, other_channel: ChannelFacts, stand_in: Running
) -> None:
    order = str(buy(ada, stand_in)["id"])
    elsewhere = Terminal("atelier")
    assert told(elsewhere.orders("list", "--json")) == []
    for words in (("show", order), ("refund", order, "--yes"), ("revoke", order, "--yes", "--json")):
        assert isinstance(elsewhere.orders(*words).exception, NotFound)


@pytest.mark.parametrize(
    "words",
    [("show",), ("show", "0"), ("list", "--limit", "0"), ("list", "--status", "gone"), ("grant", EMAIL)],
)
def test_wrong_use_is_exit_code_two(run: Terminal, words: tuple[str, ...]) -> None:
    assert run.orders(*words).exit_code == 2


@pytest.mark.parametrize("day", ["soon", "2026-02-30", "2026-12-31 25:00", "9999-12-31"])
def test_a_day_that_is_none_is_wrong_use(run: Terminal, ada: Visitor, day: str) -> None:
    done = run.orders("grant", EMAIL, "package:season", "--until", day)
    assert done.exit_code == 2
    assert f"{day} is no date: write 2026-12-31" in done.stderr


def test_a_refund_that_the_provider_refuses_says_what_the_provider_said_and_nothing_else(
    run: Terminal, ada: Visitor, stand_in: Running
) -> None:
    order = buy(ada, stand_in)
    stand_in.reset()  # as where a command speaks to another account than the site
    done = run.orders("refund", str(order["id"]), "--yes")
    assert done.exit_code == 2
    assert done.stderr.startswith("Error: The payment provider refused: No such payment_intent: 'pi_")
    assert "does not answer" not in done.stderr and "not known" not in done.stderr


@pytest.mark.parametrize(("how", "status"), [("after", "refunded"), ("timeout", "paid")])
def test_a_refund_whose_answer_is_lost_says_so_and_is_found_by_looking(
    run: Terminal, ada: Visitor, stand_in: Running, how: str, status: str
) -> None:
    order = str(buy(ada, stand_in)["id"])
    stand_in.fail_next(next=9, how=how, only="POST /v1/refunds")
    lost = run.orders("refund", order, "--yes")
    assert lost.exit_code == 2
    assert "The payment provider did not answer: " in lost.stderr
    assert f"see first `touchline orders show {order} --settle`" in lost.stderr
    stand_in.fail_next(next=0)
    assert told(run.orders("show", order, "--settle", "--json"))["status"] == status
