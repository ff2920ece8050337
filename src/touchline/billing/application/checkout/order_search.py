"""The orders of a channel as its operators find and see them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from touchline.billing.application.checkout.order_serializer import OrderSerializer
from touchline.billing.domain.checkout.orders import Order
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.order_reports import OrderQuery, OrderReports, SearchTerms
from touchline.billing.ports.orders import Ledger, Orders
from touchline.billing.ports.viewers import Viewers
from touchline.shared.days import end_of_day, start_of_day
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import OrderId, TransactionId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.strings.validation import is_digits

MAX_VIEWERS = 500
"""How many viewers with a matching name a search covers."""
_MAX_ID_DIGITS = 9
_RECEIPT_NUMBER = re.compile(r"[A-Z0-9-]+-([0-9]{1,9})")


@dataclass(frozen=True)
class SearchPeriod:
    """Days in the channel's time zone, both included. None leaves that end open."""

    first: date | None = None
    last: date | None = None


class OrderSearch:
    """Query of the orders of all viewers."""

    def __init__(
        self,
        orders: Orders,
        ledger: Ledger,
        order_reports: OrderReports,
        order_serializer: OrderSerializer,
        viewers: Viewers,
        channel: CurrentChannel,
    ) -> None:
        self._orders = orders
        self._ledger = ledger
        self._order_reports = order_reports
        self._serializer = order_serializer
        self._viewers = viewers
        self._channel = channel

    def list_page(
        self,
        search: str,
        order_query: OrderQuery,
        period: SearchPeriod,
        page_request: PageRequest,
        language: str,
    ) -> Page[dict[str, Any]]:
        """Return a page of orders, newest first.

        `search` is the number of an order or a receipt, the last four digits of a card, or a part of a
        viewer's name or email address.
        """
        order_query = self._set_period(replace(order_query, terms=self._parse(search)), period)
        orders = self._order_reports.list_newest(order_query, page_request.limit, page_request.offset)
        is_last_page = len(orders) < page_request.limit and (orders or not page_request.offset)
        total = page_request.offset + len(orders) if is_last_page else self._order_reports.count(order_query)
        return Page(self._serialize(orders, language), total, page_request.limit, page_request.offset)

    def get(self, order_id: OrderId, language: str) -> dict[str, Any]:
        """Return one order. Raises `NotFoundError`."""
        order = self._orders.get(order_id)
        if order is None:
            raise NotFoundError
        return self._serialize([order], language)[0]

    def _parse(self, search: str) -> SearchTerms | None:
        if not search:
            return None
        number = search.removeprefix("#")
        if is_digits(number) and len(number) <= _MAX_ID_DIGITS:
            return SearchTerms(int(number), number if len(number) == 4 else None)
        receipt = _RECEIPT_NUMBER.fullmatch(search.upper())
        transaction = self._ledger.get(TransactionId(int(receipt[1]))) if receipt else None
        return SearchTerms(
            transaction.order_id if transaction else None,
            account_ids=self._viewers.find_account_ids(search, MAX_VIEWERS),
        )

    def _set_period(self, order_query: OrderQuery, period: SearchPeriod) -> OrderQuery:
        if period == SearchPeriod():
            return order_query
        zone = ZoneInfo(self._channel.get_billing_settings().time_zone)
        return replace(
            order_query,
            since=start_of_day(period.first, zone) if period.first else None,
            until=end_of_day(period.last, zone) if period.last else None,
        )

    def _serialize(self, orders: Sequence[Order], language: str) -> list[dict[str, Any]]:
        account_ids = {order.account_id for order in orders if order.account_id is not None}
        profiles = self._viewers.list_profiles(account_ids)
        rows = self._serializer.serialize_many(orders, language)
        for order, row in zip(orders, rows, strict=True):
            profile = profiles.get(order.account_id) if order.account_id is not None else None
            row["viewer"] = (
                {"id": order.account_id, "email": profile.email, "name": profile.name} if profile else None
            )
            row["card_last4"], row["ended_at"] = order.card_last4, order.ended_at
            row["has_payment"], row["can_extend"] = order.payment_ref is not None, order.can_extend
            for transaction in row["transactions"]:
                if transaction["receipt_url"]:
                    transaction["receipt_url"] = f"/api/studio{transaction['receipt_url'][4:]}"
        return rows
