"""The page of revenue shares in the studio."""

from __future__ import annotations

from typing import Any

from touchline.billing.application.revenue_share.share_payouts import SharePayouts
from touchline.billing.application.revenue_share.share_settings import ShareSettings
from touchline.billing.application.revenue_share.share_statements import ShareStatements


class ShareOverview:
    """Returns a month with the settings and payouts, in a transaction of the channel."""

    def __init__(self, statements: ShareStatements, settings: ShareSettings, payouts: SharePayouts) -> None:
        self._statements = statements
        self._settings = settings
        self._payouts = payouts

    def __call__(self, month: str | None) -> dict[str, Any]:
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
            "next_month": next_month,
            "can_close": shown == next_month and shown < current,
            "can_pay_out": self._payouts.enabled,
        }
