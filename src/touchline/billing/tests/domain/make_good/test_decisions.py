"""Tests for who is paid back, how much, and why."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from touchline.billing.domain.make_good.decisions import Decision, MakeGoodReason, PaidPart, decide
from touchline.billing.domain.make_good.event_purchases import EventPurchase
from touchline.billing.domain.make_good.evidence import OutageSide, ViewerEvidence
from touchline.billing.domain.make_good.policies import MakeGoodMethod, MakeGoodPolicy
from touchline.billing.tests.make_good_samples import build_policy, build_purchase, build_viewer
from touchline.billing.tests.offer_samples import usd
from touchline.shared.ids import AccountId, OrderId
from touchline.shared.money import Money

ADA = AccountId(4)


@pytest.mark.parametrize(
    ("evidence", "amount", "reason"),
    [
        ({}, None, None),
        ({"viewer_seconds": 7000}, None, None),
        ({"venue_seconds": 479}, None, None),
        ({"venue_seconds": 480}, "0.80", MakeGoodReason.SHARE),
        ({"venue_seconds": 300, "delivery_seconds": 180}, "0.80", MakeGoodReason.SHARE),
        ({"wanted": 1000, "venue_seconds": 99}, None, None),
        ({"wanted": 1000, "venue_seconds": 100}, "1.20", MakeGoodReason.SHARE),
        ({"wanted": 1000, "venue_seconds": 499}, "5.99", MakeGoodReason.SHARE),
        ({"wanted": 1000, "venue_seconds": 500}, "12.00", MakeGoodReason.MOST),
        ({"wanted": 1000, "delivery_seconds": 5000}, "12.00", MakeGoodReason.MOST),
        ({"wanted": 0, "was_shut_out": True}, "12.00", MakeGoodReason.SHUT_OUT),
    ],
)
def test_the_thresholds_decide_by_the_seconds_on_the_channels_side(
    evidence: dict[str, Any], amount: str | None, reason: MakeGoodReason | None
) -> None:
    decisions = decide(build_policy(), [build_viewer(**evidence)], [build_purchase()])
    assert [(decision.amount.decimal, decision.reason) for decision in decisions] == (
        [] if amount is None else [(amount, reason)]
    )


def test_nobody_without_a_payment_is_owed_anything() -> None:
    assert decide(build_policy(), [build_viewer(venue_seconds=7200)], [build_purchase(5)]) == []


def test_a_pass_pays_the_share_of_one_event() -> None:
    bought = build_purchase(paid=usd("100.00"), event_count=3, left=usd("100.00"))
    assert bought.share == usd("33.33")
    found = decide(build_policy(), [build_viewer(venue_seconds=7200)], [bought])
    assert found[0].amount == usd("33.33")


def test_never_more_is_paid_than_is_left_of_the_payment() -> None:
    found = decide(build_policy(), [build_viewer(venue_seconds=7200)], [build_purchase(left=usd("5.00"))])
    assert (found[0].amount, found[0].is_capped) == (usd("5.00"), True)


def test_a_viewer_with_two_purchases_is_paid_from_the_larger_one() -> None:
    season = build_purchase(order_id=OrderId(1), paid=usd("100.00"), event_count=20, left=usd("100.00"))
    found = decide(build_policy(), [build_viewer(venue_seconds=7200)], [season, build_purchase()])
    assert (found[0].purchase.order_id, found[0].amount) == (OrderId(40), usd("12.00"))
    paid = {ADA: PaidPart(OrderId(1), usd("1.00"))}
    again = decide(build_policy(), [build_viewer(venue_seconds=7200)], [season, build_purchase()], paid)
    assert (again[0].purchase.order_id, again[0].amount) == (OrderId(1), usd("5.00"))


def test_the_policy_limits_what_a_viewer_gets() -> None:
    policy = build_policy(max_per_viewer=usd("10.00"))
    found = decide(policy, [build_viewer(venue_seconds=7200)], [build_purchase()])
    assert (found[0].amount, found[0].is_capped) == (usd("10.00"), True)


def test_the_policy_limits_what_an_event_costs_in_proportion_to_the_cent() -> None:
    policy = build_policy(max_per_event=usd("10.00"))
    viewers = [build_viewer(account, venue_seconds=7200) for account in (4, 5, 6)]
    found = decide(policy, viewers, [build_purchase(account) for account in (4, 5, 6)])
    assert [decision.amount.minor for decision in found] == [334, 333, 333]


def test_what_was_paid_is_never_taken_back_and_counts_for_the_limit() -> None:
    policy = build_policy(max_per_event=usd("13.00"))
    paid = {ADA: PaidPart(OrderId(40), usd("12.00"))}
    viewers = [build_viewer(4, venue_seconds=720), build_viewer(5, venue_seconds=7200)]
    found = decide(policy, viewers, [build_purchase(4, left=usd("0.00")), build_purchase(5)], paid)
    assert [decision.amount for decision in found] == [usd("12.00"), usd("1.00")]


def test_a_share_and_a_full_make_good_are_paid_in_their_ways() -> None:
    viewers = [build_viewer(4, venue_seconds=720), build_viewer(5, delivery_seconds=7200)]
    found = decide(build_policy(), viewers, [build_purchase(4), build_purchase(5)])
    assert [(decision.method, decision.side) for decision in found] == [
        (MakeGoodMethod.CREDIT, OutageSide.VENUE),
        (MakeGoodMethod.REFUND, OutageSide.DELIVERY),
    ]


def test_an_amount_is_a_multiple_of_what_a_card_can_be_paid() -> None:
    bought = build_purchase(paid=Money(4000, "KWD"), left=Money(4000, "KWD"))
    found = decide(build_policy(), [build_viewer(wanted=700, venue_seconds=100)], [bought])
    assert found[0].amount == Money(570, "KWD")


@pytest.mark.parametrize("seed", range(300))
def test_decisions_are_exact_within_every_limit_in_any_order(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    policy = build_policy(
        share_percent=chance.randint(1, 40),
        share_minutes=chance.randint(1, 30),
        full_percent=chance.randint(40, 100),
        max_per_event=chance.choice((None, usd("20.00"), Money(chance.randint(1, 9000), "USD"))),
        max_per_viewer=chance.choice((None, Money(chance.randint(1, 1500), "USD"))),
    )
    viewers = [_generate_viewer(chance, account) for account in range(1, chance.randint(2, 40))]
    purchases = [
        build_purchase(
            viewer.account_id,
            order_id=OrderId(viewer.account_id * 10 + number),
            paid=Money(chance.randint(1, 20_000), "USD"),
            event_count=chance.randint(1, 30),
            left=Money(chance.randint(1, 20_000), "USD"),
        )
        for viewer in viewers
        for number in range(chance.randint(0, 2))
    ]
    found = decide(policy, viewers, purchases)
    shuffled_viewers, shuffled_purchases = list(viewers), list(purchases)
    chance.shuffle(shuffled_viewers)
    chance.shuffle(shuffled_purchases)
    assert decide(policy, shuffled_viewers, shuffled_purchases) == found
    _check_limits(policy, found)
    paid = {decision.account_id: PaidPart(decision.purchase.order_id, decision.amount) for decision in found}
    rest = [_deduct(purchase, paid.get(purchase.account_id)) for purchase in purchases]
    assert {item.account_id: item.amount for item in decide(policy, viewers, rest, paid)} == {
        item.account_id: item.amount for item in found
    }


def _deduct(purchase: EventPurchase, part: PaidPart | None) -> EventPurchase:
    """Return the purchase after a part of it was paid back."""
    if part is None or part.order_id != purchase.order_id:
        return purchase
    return replace(purchase, left=purchase.left - part.amount)


def _check_limits(policy: MakeGoodPolicy, decisions: list[Decision]) -> None:
    for decision in decisions:
        limits = [decision.purchase.share, decision.purchase.left, *filter(None, [policy.max_per_viewer])]
        assert 0 < decision.amount.minor <= min(limit.minor for limit in limits)
        exact = decision.purchase.share.minor * decision.lost_seconds / max(decision.wanted_seconds, 1)
        if decision.reason is MakeGoodReason.SHARE and not decision.is_capped:
            assert abs(decision.amount.minor - exact) <= 0.5
        if decision.reason is not MakeGoodReason.SHARE and not decision.is_capped:
            assert decision.amount == decision.purchase.share
    if policy.max_per_event is not None:
        assert sum(decision.amount.minor for decision in decisions) <= policy.max_per_event.minor


def _generate_viewer(chance: random.Random, account: int) -> ViewerEvidence:
    wanted = chance.randint(0, 9000)
    return build_viewer(
        account,
        wanted,
        venue_seconds=chance.choice((0, chance.randint(0, wanted))),
        delivery_seconds=chance.choice((0, chance.randint(0, wanted))),
        viewer_seconds=chance.randint(0, wanted),
        was_shut_out=chance.random() < 0.1,
    )
