"""The statements of a month, and closing a month."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from touchline.billing.application.revenue_share.bundle_parties import BundleParties
from touchline.billing.application.revenue_share.ledger_lines import build_line, format_month
from touchline.billing.application.revenue_share.statement_serializer import (
    get_carry_overs,
    list_products,
    serialize_statements,
)
from touchline.billing.domain.revenue_share.rules import Party, get_next_month, get_previous_month
from touchline.billing.domain.revenue_share.statements import Game, add_lines, build_statements
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.revenue_shares import (
    ClosedMonth,
    RevenueShares,
    ShareGames,
    ShareRecord,
    ShareRecords,
    WatchedSeconds,
)
from touchline.billing.ports.sale_records import SaleRecords
from touchline.shared.clock import Clock
from touchline.shared.days import start_of_day
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import EditConflictError, RefusedError
from touchline.shared.strings.localized import localize

MONTH_NOT_OVER = ErrorMessage("errors.share_month_not_over", "{month} is not over yet.")
MONTH_NOT_NEXT = ErrorMessage("errors.share_month_not_next", "Close {month} first.")
MONTH_CLOSED = ErrorMessage("errors.share_month_closed", "{month} is already closed.")
NO_RULES = ErrorMessage("errors.share_no_rules", "Add a rule first.")
LINES_PENDING = ErrorMessage(
    "errors.share_lines_pending", "{count} payments wait for their taxes or fees. Try again later."
)


class ShareStatements:
    """Computes statements from the ledger. All methods need a transaction of the channel."""

    def __init__(
        self,
        shares: RevenueShares,
        records: ShareRecords,
        sale_records: SaleRecords,
        games: ShareGames,
        watched: WatchedSeconds,
        current_channel: CurrentChannel,
        clock: Clock,
        bundle_parties: BundleParties | None = None,
    ) -> None:
        self._bundle_parties = bundle_parties
        self._shares = shares
        self._records = records
        self._sale_records = sale_records
        self._games = games
        self._watched = watched
        self._current_channel = current_channel
        self._clock = clock

    def get(self, month: str) -> dict[str, Any]:
        """Return the statements of a month: as they were closed, or as they are so far.

        Before its month is next to be closed, the statements have only the lines of the month itself.
        """
        closed = self._shares.get_month(month)
        if closed:
            return {**closed.statements, "closed_at": closed.closed_at, "pending": 0}
        first = self.get_next_month()
        since, until = self._get_start(month), self._get_start(get_next_month(month))
        if first and month == first:
            since = self._get_start(self._get_first_month() or month)
        statements = self._build(month, self._records.list_open(since, until), is_next=month == first)
        return {**statements, "closed_at": None, "pending": self._records.count_unknown(since, until)}

    def get_next_month(self) -> str | None:
        """Return the month to close next: the one after the last closed month, or that of the first rule."""
        last = self._shares.get_last_month()
        return get_next_month(last.month) if last else self._get_first_month()

    def get_current_month(self) -> str:
        """Return the month of today in the channel's time zone."""
        return format_month(self._clock.now(), self._zone)

    def close(self, month: str) -> None:
        """Make the statements of a month final. Raises `RefusedError` or `EditConflictError`.

        A ledger line that arrives later is a part of the next month.
        """
        next_month = self.get_next_month()
        if next_month is None:
            raise RefusedError(NO_RULES)
        if month < next_month:
            raise EditConflictError(MONTH_CLOSED.with_params(month=month))
        if month > next_month:
            raise RefusedError(MONTH_NOT_NEXT.with_params(month=next_month))
        since, until = (
            self._get_start(self._get_first_month() or month),
            self._get_start(get_next_month(month)),
        )
        if self._clock.now() < until:
            raise RefusedError(MONTH_NOT_OVER.with_params(month=month))
        if not self._shares.add_month(ClosedMonth(month, self._clock.now(), {})):
            raise EditConflictError(MONTH_CLOSED.with_params(month=month))
        pending = self._records.count_unknown(since, until)
        if pending:
            raise RefusedError(LINES_PENDING.with_params(count=pending))
        statements = self._build(month, self._records.close(month, since, until), is_next=True)
        self._shares.set_statements(month, statements)

    def _build(self, month: str, records: Iterable[ShareRecord], *, is_next: bool) -> dict[str, Any]:
        zone, settings = self._zone, self._current_channel.get_billing_settings()
        lines = add_lines(build_line(record, zone) for record in records)
        last = self._shares.get_month(get_previous_month(month)) if is_next else None
        event_ids = {line.scope.event_id for line in lines if line.scope.event_id is not None}
        statements = build_statements(
            month,
            lines,
            self._list_games(month, event_ids),
            self._list_parties(),
            self._shares.list_rules(),
            get_carry_overs(last.statements) if last else {},
        )
        products = list_products(statements)
        names = self._sale_records.get_product_names(products) if products else {}
        localized = {key: localize(name, settings.language) for key, name in names.items()}
        return serialize_statements(month, statements, localized, settings)

    def _list_games(self, month: str, event_ids: set[int]) -> list[Game]:
        seconds = self._watched.get_by_event(month)
        since, until = self._get_start(month), self._get_start(get_next_month(month))
        games = self._games.list_games(since, until, event_ids | set(seconds))
        return [
            Game(
                id=game.id,
                participant_ids=game.participant_ids,
                group_ids=game.group_ids,
                category_id=game.category_id,
                seconds=seconds.get(game.id, 0),
                in_pass=game.in_pass,
                in_month=game.in_month,
            )
            for game in games
        ]

    def _get_first_month(self) -> str | None:
        months = [rule.month for rule in self._shares.list_rules()]
        bundle_month = self._bundle_parties.get_first_month() if self._bundle_parties else None
        return min([*months, bundle_month] if bundle_month else months, default=None)

    def _list_parties(self) -> Sequence[Party]:
        parties = self._shares.list_parties()
        return self._bundle_parties.add_to(parties) if self._bundle_parties else parties

    def _get_start(self, month: str) -> datetime:
        return start_of_day(date(int(month[:4]), int(month[5:]), 1), self._zone)

    @property
    def _zone(self) -> ZoneInfo:
        return ZoneInfo(self._current_channel.get_billing_settings().time_zone)
