"""Tests of the statements of a month."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as some

from touchline.billing.domain.revenue_share.rules import (
    Party,
    PartyKind,
    ShareBasis,
    ShareRule,
    find_rules,
    get_next_month,
    get_previous_month,
)
from touchline.billing.domain.revenue_share.statements import (
    CurrencyStatements,
    Game,
    SaleScope,
    ShareLine,
    build_statements,
)

MONTH = "2026-11"
LIONS, BEARS = 1, 2
GAME = SaleScope("event", 10, event_id=10)
SEASON = SaleScope("package", 3)
LIONS_PASS = SaleScope("package", 4, participant_id=LIONS)
lions = Party(key="lions", name="Lions", kind=PartyKind.TEAM, participant_id=LIONS)
bears = Party(key="bears", name="Bears", kind=PartyKind.TEAM, participant_id=BEARS)
league = Party(key="league", name="League", kind=PartyKind.LEAGUE)
PARTIES = [bears, league, lions]
GAMES = [
    Game(10, (LIONS, BEARS), seconds=600),
    Game(11, (LIONS, 9), seconds=300),
    Game(12, (8, 9), seconds=100),
    Game(13, (BEARS,), seconds=5_000, in_pass=False),
]


def rule(party: str, basis: ShareBasis, percent: int, month: str = "2026-01") -> ShareRule:
    return ShareRule(party=party, basis=basis, month=month, basis_points=percent * 100)


def line(scope: SaleScope, charges: int = 0, **more: int) -> ShareLine:
    return ShareLine(scope, MONTH, "USD", charges, **more)


def earn(
    lines: list[ShareLine],
    rules: list[ShareRule],
    games: list[Game] = GAMES,
    carried: Mapping[tuple[str, str], int] | None = None,
) -> dict[str, int]:
    (statements,) = build_statements(MONTH, lines, games, PARTIES, rules, carried or {})
    earned = {statement.party.key: statement.earned for statement in statements.parties}
    return {**earned, "": statements.channel_share}


@pytest.mark.parametrize(
    ("lines", "rules", "expected"),
    [
        pytest.param([line(GAME, 1000)], [], {"": 1000}, id="without a rule all stays with the channel"),
        pytest.param(
            [line(GAME, 1000, taxes=-100, fees=-59)],
            [rule("lions", ShareBasis.EVENTS, 50), rule("bears", ShareBasis.EVENTS, 25)],
            {"lions": 421, "bears": 210, "": 210},
            id="a game is divided between its teams, after taxes and fees",
        ),
        pytest.param(
            [line(GAME, 1000)],
            [rule("lions", ShareBasis.EVENTS, 80), rule("bears", ShareBasis.EVENTS, 80)],
            {"lions": 500, "bears": 500, "": 0},
            id="shares over 100 % are reduced in proportion",
        ),
        pytest.param(
            [line(SEASON, 1000)],
            [rule("lions", ShareBasis.PASSES, 50), rule("bears", ShareBasis.PASSES, 50)],
            {"lions": 450, "bears": 300, "": 250},
            id="a pass is divided by the seconds watched of its games, without pay-per-view",
        ),
        pytest.param(
            [line(LIONS_PASS, 900)],
            [rule("bears", ShareBasis.PASSES, 100)],
            {"bears": 600, "": 300},
            id="a team pass covers the games of its team",
        ),
        pytest.param(
            [line(GAME, 0, refunds=-1000)],
            [rule("lions", ShareBasis.EVENTS, 50)],
            {"lions": -500, "": -500},
            id="a refund of an earlier sale is negative",
        ),
        pytest.param(
            [line(SaleScope("event", 99, event_id=99), 500)],
            [rule("lions", ShareBasis.EVENTS, 50), rule("league", ShareBasis.EVENTS, 10)],
            {"league": 50, "": 450},
            id="a party without a team has a share of every game",
        ),
        pytest.param(
            [line(GAME, 1000)],
            [ShareRule(party="league", basis=ShareBasis.FIXED, month="2026-01", amount=1500, currency="USD")],
            {"league": 1500, "": -500},
            id="a fixed amount is paid by the channel",
        ),
    ],
)
def test_the_net_revenue_is_divided_by_the_rules(
    lines: list[ShareLine], rules: list[ShareRule], expected: dict[str, int]
) -> None:
    assert earn(lines, rules) == expected


def test_without_minutes_a_pass_is_divided_by_the_number_of_games_in_the_month() -> None:
    games = [Game(1, (LIONS,)), Game(2, (BEARS,)), Game(3, (BEARS,)), Game(4, (BEARS,), in_month=False)]
    rules = [rule("lions", ShareBasis.PASSES, 100), rule("bears", ShareBasis.PASSES, 100)]
    assert earn([line(SEASON, 900)], rules, games) == {"lions": 300, "bears": 600, "": 0}
    assert earn([line(SEASON, 900)], rules, []) == {"": 900}


def test_a_school_has_the_games_of_its_teams() -> None:
    school = Party(key="school", name="School", kind=PartyKind.SCHOOL, group_id=5)
    games = [Game(10, (LIONS,), (5,)), Game(11, (LIONS,), (6,))]
    lines = [line(GAME, 100), line(SaleScope("event", 11, event_id=11), 100)]
    rules = [rule("school", ShareBasis.EVENTS, 100)]
    (statements,) = build_statements(MONTH, lines, games, [school], rules, {})
    assert [entry.product_id for entry in statements.parties[0].lines] == [10]


def test_the_rule_of_the_month_of_the_sale_applies_to_its_refund() -> None:
    rules = [rule("lions", ShareBasis.EVENTS, 50), rule("lions", ShareBasis.EVENTS, 20, "2026-11")]
    sale = ShareLine(GAME, "2026-10", "USD", refunds=-1000)
    assert earn([sale, line(GAME, 1000)], rules) == {"lions": -300, "": 300}


def test_a_debt_is_carried_over_and_deducted() -> None:
    rules = [rule("lions", ShareBasis.EVENTS, 50)]
    (statements,) = build_statements(
        MONTH, [line(GAME, 1000)], GAMES, PARTIES, rules, {("lions", "USD"): -700, ("bears", "USD"): -5}
    )
    balances = {entry.party.key: (entry.payable, entry.carry_over) for entry in statements.parties}
    assert balances == {"lions": (0, -200), "bears": (0, -5)}


def test_each_currency_has_its_own_statements() -> None:
    rules = [rule("lions", ShareBasis.EVENTS, 50)]
    lines = [line(GAME, 1000), ShareLine(GAME, MONTH, "EUR", 300)]
    found = build_statements(MONTH, lines, GAMES, PARTIES, rules, {})
    assert [(entry.currency, entry.parties[0].earned) for entry in found] == [("EUR", 150), ("USD", 500)]


def test_a_later_rule_follows_an_earlier_one() -> None:
    rules = [rule("lions", ShareBasis.EVENTS, 20, "2026-12"), rule("lions", ShareBasis.EVENTS, 50, "2026-03")]
    found = {month: find_rules(rules, month) for month in ("2026-02", "2026-03", "2026-12")}
    points = {month: [entry.basis_points for entry in rules.values()] for month, rules in found.items()}
    assert points == {"2026-02": [], "2026-03": [5000], "2026-12": [2000]}


@pytest.mark.parametrize(("month", "after"), [("2026-11", "2026-12"), ("2026-12", "2027-01")])
def test_months_follow_each_other(month: str, after: str) -> None:
    assert (get_next_month(month), get_previous_month(after)) == (after, month)


AMOUNTS = some.integers(-100_000, 100_000)
SCOPES = some.sampled_from([GAME, SEASON, LIONS_PASS, SaleScope("event", 99, event_id=99)])
LINES = some.builds(
    ShareLine, SCOPES, some.sampled_from(["2026-10", MONTH]), some.sampled_from(["USD", "JPY"]),
    AMOUNTS, AMOUNTS, AMOUNTS, AMOUNTS, AMOUNTS,
)  # fmt: skip
RULES = some.builds(
    ShareRule,
    party=some.sampled_from(["lions", "bears", "league"]),
    basis=some.sampled_from([ShareBasis.EVENTS, ShareBasis.PASSES]),
    month=some.sampled_from(["2026-09", MONTH]),
    basis_points=some.integers(0, 10_000),
)


@given(
    some.lists(LINES, max_size=30),
    some.lists(RULES, max_size=8, unique_by=lambda rule: (rule.party, rule.basis, rule.month)),
    some.randoms(),
)
def test_statements_add_up_to_the_ledger_in_any_order_of_its_lines(
    lines: list[ShareLine], rules: list[ShareRule], random: object
) -> None:
    found = build_statements(MONTH, lines, GAMES, PARTIES, rules, {})
    assert sum(entry.total.net for entry in found) == sum(entry.net for entry in lines)
    for entry in found:
        earned = sum(statement.earned for statement in entry.parties)
        assert earned + entry.channel_share == sum(
            single.net for single in lines if single.currency == entry.currency
        )
        assert all(
            0 <= abs(part.share) <= abs(part.net) for statement in entry.parties for part in statement.lines
        )
    shuffled = sorted(lines, key=lambda entry: hash((id(random), entry.charges)))
    repeated: list[CurrencyStatements] = build_statements(MONTH, shuffled, GAMES, PARTIES, rules, {})
    assert repeated == found
