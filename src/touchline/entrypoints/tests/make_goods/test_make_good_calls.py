"""Make-goods of an event over HTTP and in the terminal, with a proposal that waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.adapters.sql.make_good_tables import MakeGoodRow
from touchline.billing.tests.adapters.conftest import JoinTeam, PublishOffers
from touchline.billing.tests.adapters.operator_terminal import Terminal, buy_offer, parse_json_output
from touchline.billing.tests.offer_samples import billing_part, package_entry
from touchline.channel.facade import ChannelDetails, Role
from touchline.conftest import NEW_VIEWER, NOON, Visitor, channel_part
from touchline.entrypoints.bootstrap import Application
from touchline.shared.errors import NotFoundError, RefusedError

EVENT = "on-now"
PATH = f"/studio/events/{EVENT}/make-good"
REASON = "The camera was covered."
TERMINAL = Terminal()


class MakeGoodHarness:
    """A channel that proposes make-goods, and a viewer who is owed 5.00 for an event."""

    def __init__(
        self,
        application: Application,
        add_channel: Callable[..., ChannelDetails],
        order_id: int,
        event_id: int,
    ) -> None:
        self._container: Any = application.container
        self._add_channel = add_channel
        self._order_id, self._event_id = order_id, event_id
        self.set_policy(mode="propose")

    def set_policy(self, **policy: Any) -> None:
        """Set the channel's policy."""
        channel = channel_part("prairie")["channel"]
        settings = {**channel["settings"], "make_good": policy}
        self.channel = self._add_channel("prairie", channel={**channel, "settings": settings})

    def propose(self, method: str = "credit", charge: str = "pi_1") -> int:
        """Store a proposal, and return its id."""
        with self._container.database().transaction(self.channel.id) as session:
            account_id = self._container.channel.facade().find_account_id(NEW_VIEWER["email"])
            row = MakeGoodRow(
                event_id=self._event_id, event_name={"en": "Final"}, account_id=account_id,
                order_id=self._order_id, charge=charge, method=method, reason="share", side="venue",
                wanted_seconds=2400, lost_seconds=600, currency="USD", paid_for_minor=4149, event_count=1,
                owed_minor=500, is_capped=False, paid_minor=0, pending_minor=None, status="proposed", step=0,
                coupon_code=None, created_at=NOON, paid_at=None,
            )  # fmt: skip
            session.add(row)
            session.flush()
            return int(row.id)


@pytest.fixture
def harness(
    application: Application,
    season: ChannelDetails,
    publish_offers: PublishOffers,
    add_channel: Callable[..., ChannelDetails],
    ada: Visitor,
    fake_stripe: FakeStripeServer,
    ids: Callable[[str, str], int],
) -> MakeGoodHarness:
    """Return the harness. Ada bought a season pass."""
    publish_offers(season, billing_part(package_entry("season")))
    order_id = buy_offer(ada, fake_stripe)["id"]
    return MakeGoodHarness(application, add_channel, order_id, ids("event", EVENT))


def test_a_press_pays_what_the_operator_saw_and_a_repeated_press_nothing(
    harness: MakeGoodHarness, join_team: JoinTeam, ada: Visitor
) -> None:
    harness.propose()
    support = join_team(Role.SUPPORT, "support@example.org")
    shown = support.data(PATH)
    assert (shown["unpaid"], shown["unpaid_count"], shown["make_goods"][0]["needs_review"]) == (
        "5.00",
        1,
        False,
    )
    assert support.post(PATH, unpaid="4.00").status_code == 409
    assert support.post(PATH, unpaid="5.00").status_code == 202
    assert support.data(PATH)["paid"] == "5.00"
    assert support.post(PATH, unpaid="5.00").status_code == 409
    assert support.post(PATH, unpaid="0.00").status_code == 202
    (order,) = ada.data("/orders")
    (make_good,) = order["make_goods"]
    assert (make_good["amount"], make_good["method"]) == ("5.00", "credit")
    assert make_good["promo_code"].startswith("MG-")
    assert support.data("/studio/make-goods") == []


@pytest.mark.parametrize("unpaid", ["", "x" * 21, None])
def test_a_press_without_the_total_is_refused(
    harness: MakeGoodHarness, join_team: JoinTeam, unpaid: str | None
) -> None:
    harness.propose()
    support = join_team(Role.SUPPORT, "support@example.org")
    assert support.post(PATH, **({} if unpaid is None else {"unpaid": unpaid})).status_code == 422
    assert support.data(PATH)["paid"] == "0.00"


def test_nothing_can_be_paid_while_make_goods_are_off(harness: MakeGoodHarness, join_team: JoinTeam) -> None:
    harness.propose()
    harness.set_policy(mode="off")
    support = join_team(Role.SUPPORT, "support@example.org")
    refused = support.post(PATH, unpaid="5.00")
    assert (refused.status_code, refused.get_json()["message"][:19]) == (400, "Make-goods are off.")


def test_viewers_and_operators_without_the_right_see_and_pay_nothing(
    harness: MakeGoodHarness, join_team: JoinTeam, ada: Visitor, visitor: Visitor
) -> None:
    make_good_id = harness.propose()
    scorer = join_team(Role.SCOREKEEPER, "scorer@example.org")
    for person in (visitor, ada, scorer):
        assert person.get(PATH).status_code in (401, 403)
        assert person.get("/studio/make-goods").status_code in (401, 403)
        assert person.post(PATH, unpaid="5.00").status_code in (401, 403)
        dismissed = person.post(f"/studio/make-goods/{make_good_id}/dismiss", reason=REASON)
        assert dismissed.status_code in (401, 403)


def test_an_operator_of_another_channel_does_not_find_the_event(
    harness: MakeGoodHarness, application: Application, other_visitor: Visitor
) -> None:
    harness.propose()
    stranger = other_visitor.register(email="stranger@example.org")
    container: Any = application.container
    with container.database().transaction(stranger.channel.id):
        container.channel.operator_admin().add("stranger@example.org", Role.SUPPORT, unverified=True)
    assert stranger.get(PATH).status_code == 404
    assert stranger.post(PATH, unpaid="5.00").status_code == 404
    assert stranger.data("/studio/make-goods") == []


def test_a_dismissed_make_good_needs_a_reason_and_a_paid_one_stays_paid(
    harness: MakeGoodHarness, join_team: JoinTeam
) -> None:
    path = f"/studio/make-goods/{harness.propose()}/dismiss"
    support = join_team(Role.SUPPORT, "support@example.org")
    assert support.post(path, reason=" ").status_code == 422
    assert support.post(path, reason="x" * 301).status_code == 422
    assert support.post(PATH, unpaid="5.00").status_code == 202
    refused = support.post(path, reason=REASON)
    assert (refused.status_code, refused.get_json()["message"]) == (400, "This make-good was already paid.")


def test_a_check_in_the_terminal_shows_who_is_owed_what_and_pays_nothing(harness: MakeGoodHarness) -> None:
    harness.propose()
    for _ in range(2):
        checked = TERMINAL.orders("make-good", EVENT, "--check")
        assert checked.exit_code == 0
        assert "To pay: 5.00 USD. Paid: 0.00 USD." in checked.stdout
        assert NEW_VIEWER["email"] in checked.stdout
    plan = parse_json_output(TERMINAL.orders("make-good", EVENT, "--check", "--json"))
    assert (plan["unpaid"], plan["make_goods"][0]["reason"], plan["refused_orders"]) == ("5.00", "share", [])


def test_the_terminal_pays_after_a_confirmation_and_once(harness: MakeGoodHarness) -> None:
    harness.propose()
    declined = TERMINAL.orders("make-good", EVENT, stdin="n\n")
    assert declined.exit_code == 1
    assert "Pay 5.00 USD to 1 viewers?" in declined.stderr
    paid = parse_json_output(TERMINAL.orders("make-good", EVENT, "--yes", "--json"))
    assert (paid["paid"], paid["unpaid"]) == ("5.00", "0.00")
    assert paid["make_goods"][0]["paid_at"].endswith("Z")
    again = parse_json_output(TERMINAL.orders("make-good", EVENT, "--yes", "--json"))
    assert (again["paid"], again["make_goods"]) == ("5.00", paid["make_goods"])


def test_a_refused_refund_is_exit_code_one(harness: MakeGoodHarness) -> None:
    harness.propose("refund", "pi_missing")
    refused = TERMINAL.orders("make-good", EVENT, "--yes")
    assert refused.exit_code == 1
    assert "refused refunds of these orders" in refused.stderr


def test_an_unavailable_provider_is_exit_code_two_and_the_next_run_continues(
    harness: MakeGoodHarness, fake_stripe: FakeStripeServer, ada: Visitor
) -> None:
    order = str(ada.data("/orders")[0]["id"])
    (charge,) = parse_json_output(TERMINAL.orders("show", order, "--json"))["transactions"]
    harness.propose("refund", charge["provider_ref"])
    fake_stripe.fail_next(count=9, fault_kind="timeout", path_prefix="POST /v1/refunds")
    unavailable = TERMINAL.orders("make-good", EVENT, "--yes")
    assert unavailable.exit_code == 2
    fake_stripe.fail_next(count=0)
    paid = parse_json_output(TERMINAL.orders("make-good", EVENT, "--yes", "--json"))
    assert (paid["paid"], paid["unpaid"]) == ("5.00", "0.00")
    shown = parse_json_output(TERMINAL.orders("show", order, "--json"))
    assert [transaction["kind"] for transaction in shown["transactions"]] == ["charge", "refund"]


def test_the_terminal_pays_nothing_while_make_goods_are_off_or_without_the_event(
    harness: MakeGoodHarness,
) -> None:
    assert isinstance(TERMINAL.orders("make-good", "nowhere", "--check").exception, NotFoundError)
    harness.propose()
    harness.set_policy(mode="off")
    assert isinstance(TERMINAL.orders("make-good", EVENT, "--yes").exception, RefusedError)
    assert "Make-goods are off." in TERMINAL.orders("make-good", EVENT, "--check").stderr
