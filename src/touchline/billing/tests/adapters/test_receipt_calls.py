"""Receipts over HTTP, on both databases."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from pypdf import PdfReader
from werkzeug.test import TestResponse

from touchline.billing.domain.orders import OrderStatus
from touchline.billing.tests.orders import NOW, line, order
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.ids import AccountId

Paths = Callable[[Visitor], str]


@pytest.fixture
def bought(house: House, channel: ChannelFacts, transaction: Any) -> Paths:
    """`bought(ada)`: she paid for a game; answers the path of her receipt."""

    def buy(viewer: Visitor) -> str:
        billing: Any = house.container.billing
        account = AccountId(viewer.data("/profile")["id"])
        placed = order(account_id=account, status=OrderStatus.PAID, starts_at=NOW, uuid=f"{account:032}")
        with transaction(channel.id):
            assert billing.kept_orders().place(placed)
            kept = billing.ledger().write(line(placed.id, ref=f"ch_{account}"))
        return f"/orders/{placed.id}/transactions/{kept}/receipt"

    return buy


def words(answer: TestResponse) -> str:
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return PdfReader(io.BytesIO(answer.data)).pages[0].extract_text()


def test_the_viewer_reads_the_receipt_in_the_browser(ada: Visitor, bought: Paths) -> None:
    answer = ada.get(bought(ada))
    assert answer.mimetype == "application/pdf"
    assert answer.headers["Content-Disposition"].startswith('inline; filename="prairie-')
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Ada Moreau" in words(answer)
    assert "$13.50" in words(answer)


def test_a_receipt_is_in_the_language_that_is_asked_for(ada: Visitor, bought: Paths) -> None:
    said = words(ada.get(bought(ada), lang="fr"))
    assert "Reçu" in said
    assert "Les As @ Les Ours" in said


def test_another_viewers_receipt_is_not_there(ada: Visitor, bea: Visitor, bought: Paths) -> None:
    mine, theirs = bought(ada), bought(bea)
    assert ada.get(theirs).status_code == bea.get(mine).status_code == 404
    order_of_mine, line_of_theirs = mine.split("/transactions")[0], theirs.rpartition("/orders")[2]
    swapped = f"{order_of_mine}/transactions{line_of_theirs.partition('/transactions')[2]}"
    assert ada.get(swapped).status_code == 404


def test_a_visitor_has_no_receipts(visitor: Visitor, ada: Visitor, bought: Paths, stranger: Visitor) -> None:
    path = bought(ada)
    assert stranger.get(path).status_code == 401
    assert stranger.register().get(path).status_code == 404


def test_a_line_that_is_not_there_has_no_receipt(ada: Visitor, bought: Paths) -> None:
    path = bought(ada)
    assert ada.get(path.replace("/receipt", "9/receipt")).status_code == 404
    assert ada.get("/orders/9999/transactions/1/receipt").status_code == 404
