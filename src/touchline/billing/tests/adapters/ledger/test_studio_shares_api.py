"""Tests of the studio's calls for revenue shares, on both databases."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.billing.tests.adapters.conftest import JoinTeam
from touchline.channel.facade import Role

SHARES = "/studio/shares"


@pytest.fixture
def owner(join_team: JoinTeam, fake_stripe: Any) -> Any:
    """Return an owner of `prairie`."""
    return join_team(Role.OWNER, "owner@example.org")


def test_an_owner_adds_a_party_and_a_rule(owner: Any) -> None:
    empty = owner.data(SHARES)
    assert (empty["parties"], empty["rules"], empty["next_month"]) == ([], [], None)
    party = {"name": "Lions", "kind": "team", "participant_id": 1, "payout_account": "acct_1Lions"}
    assert owner.post(f"{SHARES}/parties", key="lions", **party).status_code == 200
    rule = {"party": "lions", "basis": "events", "month": "2026-01", "percent": "12.5"}
    added = owner.post(f"{SHARES}/rules", **rule)
    assert added.status_code == 201
    assert added.json["data"]["rules"] == [{**rule, "percent": "12.50", "amount": None, "currency": None}]
    assert added.json["data"]["next_month"] == "2026-01"
    assert owner.post(f"{SHARES}/rules", **rule).status_code == 409


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"percent": "100.01"}, "percent"),
        ({"percent": "1.005"}, "percent"),
        ({"month": "2026-13"}, "month"),
        ({"basis": "all"}, "basis"),
    ],
)
def test_a_wrong_rule_is_refused(owner: Any, change: dict[str, str], field: str) -> None:
    owner.post(f"{SHARES}/parties", key="lions", name="Lions", kind="team")
    rule = {"party": "lions", "basis": "events", "month": "2026-01", "percent": "12.5", **change}
    refused = owner.post(f"{SHARES}/rules", **rule)
    assert refused.status_code == 422
    assert field in refused.json["errors"]


def test_months_files_and_payouts_are_refused_in_plain_words(owner: Any) -> None:
    assert owner.post(f"{SHARES}/2026-01/close").json["message"] == "Add a rule first."
    assert owner.get(f"{SHARES}/2026-01/parties/lions/statement.pdf").status_code == 404
    assert owner.get(f"{SHARES}/2026-1x/parties/lions/statement.csv").status_code == 422
    payout = owner.post(f"{SHARES}/2026-01/parties/lions/payout", currency="USD")
    assert payout.json["message"] == "Payouts are turned off on this server."


def test_only_owners_see_revenue_shares(join_team: JoinTeam, fake_stripe: Any, visitor: Any) -> None:
    assert visitor.get(SHARES).status_code == 401
    assert join_team(Role.SUPPORT, "support@example.org").get(SHARES).status_code == 403
