"""The page of revenue shares in the studio."""

from __future__ import annotations

from typing import Any

from touchline.billing.application.revenue_share.share_payouts import SharePayouts
from touchline.billing.application.revenue_share.share_settings import ShareSettings
from touchline.billing.application.revenue_share.share_statements import ShareStatements
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.revenue_shares import ShareGames
from touchline.billing.ports.sale_catalog import SaleCatalog
from touchline.shared.strings.localized import localize


class ShareOverview:
    """Returns a month with the settings and payouts, in a transaction of the channel."""

    def __init__(
        self,
        statements: ShareStatements,
        settings: ShareSettings,
        payouts: SharePayouts,
        sale_catalog: SaleCatalog,
        games: ShareGames,
        current_channel: CurrentChannel,
    ) -> None:
        self._statements = statements
        self._settings = settings
        self._payouts = payouts
        self._sale_catalog = sale_catalog
        self._games = games
        self._current_channel = current_channel

    def __call__(self, month: str | None, language: str) -> dict[str, Any]:
        """Return a month; None: the month to close next, at most the current one."""
        current, next_month = self._statements.get_current_month(), self._statements.get_next_month()
        shown = month or min(next_month or current, current)
        statements, payouts = self._statements.get(shown), self._payouts.list_for_month(shown)
        for group in statements["currencies"]:
            group["parties"] = [
                {**statement, "payout": payouts.get((statement["key"], group["currency"]))}
                for statement in group["parties"]
            ]
        return {
            **statements,
            **self._settings.show(),
            "teams": self._list_teams(language),
            "schools": [{"id": id_, "name": name} for id_, name in self._games.list_schools(language)],
            "next_month": next_month,
            "can_close": shown == next_month and shown < current,
            "can_pay_out": self._payouts.enabled,
        }

    def _list_teams(self, language: str) -> list[dict[str, Any]]:
        fallback = self._current_channel.get_language()
        return [
            {"id": team.id, "name": localize(team.full_name or team.name, language, fallback)}
            for team in self._sale_catalog.list_teams()
        ]
