"""Pack changes that take something from buyers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from touchline.front.withdrawals.tests.conftest import EVENTS, PACKAGES, OperatorHarness, read_output

EmailLog = Callable[[], Sequence[Any]]
SECOND_EVENT_ONLY = "\n".join(line for line in EVENTS.splitlines() if "first" not in line)


def test_removing_a_sold_event_names_the_orders_and_applies_nothing(operator: OperatorHarness) -> None:
    bought = operator.buy_event("first")
    operator.write_pack(events=SECOND_EVENT_ONLY)
    seen = operator.apply_pack()
    assert seen.exit_code == 1
    assert "Hawks @ Otters" in seen.stdout
    assert "withdrawn" in seen.stdout
    assert "9.00 USD" in seen.stdout
    assert "--yes" in seen.stderr
    assert "first" in operator.list_event_ids()["event"]
    assert operator.order(bought["id"])["product_status"] == "available"


def test_with_yes_and_refund_it_is_applied_notified_and_refunded(
    operator: OperatorHarness, emails: EmailLog
) -> None:
    bought = operator.buy_event("first")
    operator.write_pack(events=SECOND_EVENT_ONLY)
    assert operator.apply_pack("--yes", "--refund").exit_code == 0
    after = operator.order(bought["id"])
    assert (after["product_status"], after["status"], operator.count_refunds()) == (
        "withdrawn",
        "refunded",
        1,
    )
    assert sum(one.subject.startswith("No longer available") for one in emails()) == 1
    assert operator.apply_pack().exit_code == 0


def test_without_refund_the_exact_command_is_printed(operator: OperatorHarness) -> None:
    bought = operator.buy_event("first")
    operator.write_pack(events=SECOND_EVENT_ONLY)
    done = operator.apply_pack("--yes")
    assert f"touchline orders refund {bought['id']} --channel valley" in done.stdout
    assert operator.count_refunds() == 0


def test_a_pack_that_takes_nothing_from_buyers_needs_no_confirmation(operator: OperatorHarness) -> None:
    operator.buy_event("first")
    operator.write_pack(events=EVENTS.replace("18:00", "19:00"))
    assert operator.apply_pack().exit_code == 0


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize(
    ("sold", "files", "effect"),
    [
        ("first", {"events": EVENTS.replace("pass: paid", "pass: paid, status: canceled")}, "canceled"),
        ("first", {"events": EVENTS.replace("pass: paid", "pass: paid, geo: {block: [CA]}")}, "blocked"),
        (
            "season",
            {"events": EVENTS.replace("pass: paid", "pass: ppv, price: {base: 9}")},
            "no longer covered",
        ),
        ("season", {"packages": PACKAGES.replace("season, name", "next, name")}, "no longer sold"),
        ("year", {"packages": PACKAGES.split("subscriptions")[0]}, "renewals continue"),
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
def test_every_change_that_takes_something_from_buyers_needs_confirmation(
    operator: OperatorHarness, sold: str, files: dict[str, str], effect: str
) -> None:
    bought = operator.buy_event(sold)
    operator.write_pack(**files)
    seen = operator.apply_pack("--json")
    assert seen.exit_code == 1, seen.output
    effects = read_output(seen)["effects"]
    assert [one["orders"] for one in effects if effect in one["effect"]] and all(
        bought["id"] in one["orders"] for one in effects
    ), effects
    assert operator.apply_pack("--yes", "--json").exit_code == 0
