"""Revenue shares in a random walk: rules, closed months and payouts."""

from __future__ import annotations

from typing import Any, ClassVar

from touchline.billing.application.revenue_share.share_settings import NewRule
from touchline.billing.domain.revenue_share.rules import Party, PartyKind, get_next_month
from touchline.billing.domain.revenue_share.statements import Game
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.environment import EVENT_ID, TEAM_ID
from touchline.billing.tests.proof.scenario import Scenario
from touchline.shared.ids import ChannelId

PARTIES = (
    Party(key="aces", name="Aces", kind=PartyKind.TEAM, participant_id=TEAM_ID, payout_account="acct_aces"),
    Party(key="league", name="League", kind=PartyKind.LEAGUE, payout_account="acct_league"),
    Party(key="school", name="École Saint-Laurent", kind=PartyKind.SCHOOL, group_id=5,
          payout_account="acct_missing"),
    Party(key="sponsor", name="Sponsor", kind=PartyKind.SPONSOR),
)  # fmt: skip


class ShareActions(Scenario):
    """An owner who adds rules, closes months and pays out, sometimes twice."""

    WEIGHTS: ClassVar = {"add_share_rule": 2, "watch_games": 1, "close_share_month": 3, "pay_out_share": 3}

    def __init__(self, system: BillingSystem, seed: str) -> None:
        super().__init__(system, seed)
        system.share_games.games = [
            Game(EVENT_ID, (TEAM_ID, 71), (5,), seconds=0), Game(13, (71,), seconds=0),
        ]  # fmt: skip
        with system.database.transaction(1):
            for party in PARTIES:
                system.billing.share_settings().save_party(party)

    def add_share_rule(self) -> str:
        """Add a rule from this month or a later one on."""
        with self.system.database.transaction(1):
            month = self.system.billing.share_statements().get_current_month()
            month = self.random.choice((month, month, get_next_month(month)))
            rule = NewRule(
                party=self.random.choice(PARTIES).key,
                basis=self.random.choice(("events", "passes", "passes", "fixed")),
                month=month,
                percent=self.random.choice(("12.5", "33.33", "50", "100", "0")),
                amount=self.random.choice(("0", "25.00", "400.01")),
            )
            self.system.billing.share_settings().add_rule(rule)
        return f"{rule}"

    def watch_games(self) -> str:
        """Viewers watch more of some games."""
        self.system.share_games.games = [
            Game(game.id, game.participant_ids, game.group_ids, seconds=self.random.choice((0, 7, 3_600)))
            for game in self.system.share_games.games
        ]
        return str([game.seconds for game in self.system.share_games.games])

    def close_share_month(self) -> str:
        """Close the next month, or one that is closed already or not over yet."""
        statements = self.system.billing.share_statements()
        with self.system.database.transaction(1):
            month = statements.get_next_month() or statements.get_current_month()
            if self.random.random() < 0.1:
                month = self.random.choice((get_next_month(month), statements.get_current_month()))
            statements.close(month)
        return month

    def pay_out_share(self) -> str:
        """Pay out a statement of a closed month, which may be paid, empty or without an account."""
        with self.system.database.transaction(1):
            last = self.system.billing.revenue_shares().get_last_month()
        if last is None:
            return "no closed month"
        statements: dict[str, Any] = last.statements
        due = [
            (party["key"], group["currency"])
            for group in statements["currencies"]
            for party in group["parties"]
        ]
        party, currency = self.random.choice(due) if due else ("league", "USD")
        for _ in range(self.random.choice((1, 2))):
            self.system.billing.share_payouts().pay(ChannelId(1), last.month, party, currency)
        return f"{last.month} {party}"
