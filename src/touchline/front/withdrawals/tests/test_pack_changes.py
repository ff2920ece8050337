"""Pack changes that affect buyers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from touchline.front.withdrawals.tests.conftest import EVENTS, PACKAGES, OperatorHarness, read_output

EmailLog = Callable[[], Sequence[Any]]
SECOND_EVENT_ONLY = "\n".join(line for line in EVENTS.splitlines() if "first" not in line)


def test_removing_a_sold_event_names_the_orders_and_applies_nothing(operator: OperatorHarness) -> None:
    order = operator.buy("first")
    operator.write_pack(events=SECOND_EVENT_ONLY)
    preview = operator.apply_pack()
    assert preview.exit_code == 1
    assert "Hawks @ Otters" in preview.stdout
    assert "withdrawn" in preview.stdout
    assert "9.00 USD" in preview.stdout
    assert "--yes" in preview.stderr
    assert "first" in operator.list_ids()["event"]
    assert operator.get_order(order["id"])["product_status"] == "available"


def test_with_yes_and_refund_a_pack_is_applied_and_buyers_are_notified_and_refunded(
    operator: OperatorHarness, emails: EmailLog
) -> None:
    order = operator.buy("first")
    operator.write_pack(events=SECOND_EVENT_ONLY)
    assert operator.apply_pack("--yes", "--refund").exit_code == 0
    updated = operator.get_order(order["id"])
    assert (updated["product_status"], updated["status"], operator.count_refunds()) == (
        "withdrawn",
        "refunded",
        1,
    )
    assert sum(email.subject.startswith("No longer available") for email in emails()) == 1
    assert operator.apply_pack().exit_code == 0


def test_without_refund_the_exact_command_is_printed(operator: OperatorHarness) -> None:
    order = operator.buy("first")
    operator.write_pack(events=SECOND_EVENT_ONLY)
    result = operator.apply_pack("--yes")
    assert f"touchline orders refund {order['id']} --channel valley" in result.stdout
    assert operator.count_refunds() == 0


def test_a_pack_that_takes_nothing_from_buyers_needs_no_confirmation(operator: OperatorHarness) -> None:
    operator.buy("first")
    operator.write_pack(events=EVENTS.replace("18:00", "19:00"))
    assert operator.apply_pack().exit_code == 0


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize(
    ("product_key", "files", "effect"),
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
    operator: OperatorHarness, product_key: str, files: dict[str, str], effect: str
) -> None:
    order = operator.buy(product_key)
    operator.write_pack(**files)
    preview = operator.apply_pack("--json")
    assert preview.exit_code == 1, preview.output
    effects = read_output(preview)["effects"]
    assert [entry["orders"] for entry in effects if effect in entry["effect"]] and all(
        order["id"] in entry["orders"] for entry in effects
    ), effects
    assert operator.apply_pack("--yes", "--json").exit_code == 0
