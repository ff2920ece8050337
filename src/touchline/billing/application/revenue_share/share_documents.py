"""A party's statement of a month as CSV and PDF. The files of a closed month never change."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from touchline.billing.application.revenue_share.share_statements import ShareStatements
from touchline.shared.errors import NotFoundError
from touchline.shared.strings.spreadsheets import SpreadsheetWriter

COLUMNS = (
    "month", "party", "currency", "basis", "product_kind", "product_id", "product", "rule_month", "percent",
    "net", "share",
)  # fmt: skip
"""Columns of the CSV; docs/how-to/share-revenue.md explains each."""
RenderStatement = Callable[[dict[str, Any], str], bytes]


class ShareDocuments:
    """Builds the files, in a transaction of the channel. All methods raise `NotFoundError`."""

    def __init__(self, statements: ShareStatements, render: RenderStatement) -> None:
        self._statements = statements
        self._render = render

    def build_csv(self, month: str, party: str | None = None) -> bytes:
        """Return the statements of a party, or of all, as CSV."""
        statements = self._statements.get(month)
        if party is not None:
            _require_party(statements, party)
        text = io.StringIO()
        sheet = SpreadsheetWriter(text)
        sheet.write_row(COLUMNS)
        for row in list_rows(statements, party):
            sheet.write_row(row)
        return text.getvalue().encode()

    def build_pdf(self, month: str, party: str) -> bytes:
        """Return the statements of a party as PDF."""
        statements = self._statements.get(month)
        _require_party(statements, party)
        return self._render(statements, party)


def list_rows(statements: Mapping[str, Any], party: str | None) -> Iterator[tuple[object, ...]]:
    """Return a row for each line, and one for the debt of earlier months. They add up to what is due."""
    for group in statements["currencies"]:
        for statement in group["parties"]:
            if party not in (None, statement["key"]):
                continue
            start = (statements["month"], statement["key"], group["currency"])
            for line in statement["lines"]:
                yield (
                    *start,
                    line["basis"],
                    line["product_type"],
                    line["product_id"] or "",
                    line["product"],
                    line["rule_month"],
                    line["percent"],
                    line["net"],
                    line["share"],
                )
            if Decimal(statement["carried"]):
                yield (*start, "carried", "", "", "", "", "", "", statement["carried"])


def _require_party(statements: Mapping[str, Any], party: str) -> None:
    keys = {statement["key"] for group in statements["currencies"] for statement in group["parties"]}
    if party not in keys:
        raise NotFoundError
