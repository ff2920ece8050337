"""Packs that take something from buyers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from touchline.front.withdrawals.tests.conftest import EVENTS, PACKAGES, Operator, told

Letters = Callable[[], Sequence[Any]]
SECOND_ONLY = "\n".join(line for line in EVENTS.splitlines() if "first" not in line)


def test_a_pack_without_a_sold_game_names_the_orders_and_applies_nothing(operator: Operator) -> None:
    bought = operator.buy("first")
    operator.write(events=SECOND_ONLY)
    seen = operator.apply()
    assert seen.exit_code == 1
    assert "Hawks @ Otters" in seen.stdout
    assert "withdrawn" in seen.stdout
    assert "9.00 USD" in seen.stdout
    assert "--yes" in seen.stderr
    assert "first" in operator.ids()["event"]
    assert operator.order(bought["id"])["product_status"] == "available"


def test_with_yes_and_refund_it_is_applied_told_and_paid_back(operator: Operator, letters: Letters) -> None:
    bought = operator.buy("first")
    operator.write(events=SECOND_ONLY)
    assert operator.apply("--yes", "--refund").exit_code == 0
    after = operator.order(bought["id"])
    assert (after["product_status"], after["status"], operator.refunds()) == ("withdrawn", "refunded", 1)
    assert sum(one.subject.startswith("No longer available") for one in letters()) == 1
    assert operator.apply().exit_code == 0


def test_without_refund_the_exact_command_is_printed(operator: Operator) -> None:
    bought = operator.buy("first")
    operator.write(events=SECOND_ONLY)
    done = operator.apply("--yes")
    assert f"touchline orders refund {bought['id']} --channel valley" in done.stdout
    assert operator.refunds() == 0


def test_a_pack_that_takes_nothing_from_buyers_asks_nothing(operator: Operator) -> None:
    operator.buy("first")
    operator.write(events=EVENTS.replace("18:00", "19:00"))
    assert operator.apply().exit_code == 0


@pytest.mark.parametrize(
    ("sold", "files", "effect"),
    [
        ("first", {"events": EVENTS.replace("pass: paid", "pass: paid, status: canceled")}, "canceled"),
        ("first", {"events": EVENTS.replace("pass: paid", "pass: paid, geo: {block: [CA]}")}, "blocked"),
        (
            "season",
            {"events": EVENTS.replace("pass: paid", "pass: ppv, price: {base: 9}")},
            "no longer opened",
        ),
        ("season", {"packages": PACKAGES.replace("season, name", "next, name")}, "not sold"),
        ("year", {"packages": PACKAGES.split("subscriptions")[0]}, "goes on renewing"),
        (
            "team",
            {
                "participants": "- {key: otters, name: Otters}\n",
                "events": "- {key: talk, name: Talk, category: hockey, starts: '2026-11-27 18:00'}\n",
            },
            "withdrawn",
        ),
        (
            "season",
            {
                "categories": "- {key: soccer, name: Soccer}\n",
                "events": EVENTS.replace("category: hockey", "category: soccer"),
                "packages": PACKAGES.replace("[hockey]", "[soccer]"),
            },
            "withdrawn",
        ),
    ],
)
def test_every_change_that_takes_something_from_buyers_needs_a_yes(
    operator: Operator, sold: str, files: dict[str, str], effect: str
) -> None:
    bought = operator.buy(sold)
    operator.write(**files)
    seen = operator.apply("--json")
    assert seen.exit_code == 1, seen.output
    effects = told(seen)["effects"]
    assert [one["orders"] for one in effects if effect in one["effect"]] and all(
        bought["id"] in one["orders"] for one in effects
    ), effects
    assert operator.apply("--yes", "--json").exit_code == 0
