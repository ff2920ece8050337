"""Revenue shares of the demo: three parties with rules, and one closed month."""

from __future__ import annotations

from touchline.billing.application.revenue_share.share_settings import NewRule, ShareSettings
from touchline.billing.application.revenue_share.share_statements import ShareStatements
from touchline.billing.domain.revenue_share.rules import Party, PartyKind, get_previous_month
from touchline.billing.ports.revenue_shares import ShareGames
from touchline.channel.facade import ChannelFacade
from touchline.platform.db.session import Database, bind_channel

CHANNEL = "prairie"
LEAGUE = Party(key="prairie-league", name="Prairie Athletic League", kind=PartyKind.LEAGUE)
SPONSOR = Party(key="camera-fund", name="Camera Fund", kind=PartyKind.SPONSOR)
RULES = (
    ("school", "events", "50", "0"),
    (LEAGUE.key, "passes", "10", "0"),
    (SPONSOR.key, "fixed", "0", "150.00"),
)
"""Party, basis, percentage and fixed amount of each rule. `school` is the first school of the channel."""


class DemoShares:
    """Creation of the revenue shares. A channel that has some keeps them."""

    def __init__(
        self,
        database: Database,
        channels: ChannelFacade,
        settings: ShareSettings,
        statements: ShareStatements,
        games: ShareGames,
    ) -> None:
        self._database = database
        self._channels = channels
        self._settings = settings
        self._statements = statements
        self._games = games

    def __call__(self) -> bool:
        """Add parties, and rules from last month on, and close that month. Return False if there are any."""
        with self._database.transaction(None, unscoped=True):
            channel = self._channels.find_channel(CHANNEL)
            if channel is None:
                return False
            bind_channel(channel.id)
            schools = self._games.list_schools("en")
            if self._settings.show()["parties"] or not schools:
                return False
            school_id, name = schools[0]
            school = Party(key="school", name=name, kind=PartyKind.SCHOOL, group_id=school_id)
            month = get_previous_month(self._statements.get_current_month())
            for party in (school, LEAGUE, SPONSOR):
                self._settings.save_party(party)
            for party_key, basis, percent, amount in RULES:
                rule = NewRule(party=party_key, basis=basis, month=month, percent=percent, amount=amount)
                self._settings.add_rule(rule)
            self._statements.close(month)
            return True
