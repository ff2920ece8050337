"""What was sold, day by day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from touchline.billing.application.sales import Sales, TellSales
from touchline.billing.domain.ledger import Movement
from touchline.billing.domain.orders import Kind
from touchline.billing.ports.channel_facts import Shop
from touchline.billing.ports.takings import Sold, Taking
from touchline.shared.ids import ChannelId
from touchline.shared.text import LocalText

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
GAME, PASS = (Kind.EVENT, 12), (Kind.PACKAGE, 3)


class Lines:
    """A ledger in a list."""

    def __init__(self, *lines: Taking) -> None:
        self.lines = lines

    def between(self, since: datetime, until: datetime) -> Iterable[Taking]:
        return (line for line in self.lines if since <= line.at < until)

    def names(self, sold: Sequence[Sold]) -> Mapping[Sold, LocalText]:
        return {which: {"en": which[0].value, "fr": f"le {which[0].value}"} for which in sold}


class Prairie:
    """The channel."""

    def language(self) -> str:
        return "en"

    def person(self, account_id: Any) -> None:
        return None

    def shop(self) -> Shop:
        return Shop(ChannelId(1), "prairie", "Prairie", "", "USD", "UTC", "en")


def taking(
    days: int, amount: int, sold: Sold = GAME, movement: Movement = Movement.CHARGE, **more: Any
) -> Taking:
    """Money that moved so many days after noon."""
    return Taking(NOON + timedelta(days=days), movement, amount, more.get("currency", "USD"), sold)


def told(*lines: Taking, language: str = "en") -> Sequence[Sales]:
    """Sales of ten days."""
    ask = TellSales(Lines(*lines), Prairie())
    return ask(NOON, NOON + timedelta(days=10), datetime.date, language)


def test_charges_and_what_went_back_stand_by_day_and_product() -> None:
    found = told(
        taking(0, 1350),
        taking(0, 1350),
        taking(0, 9900, PASS),
        taking(1, 1350, movement=Movement.REFUND),
    )
    assert found == [
        Sales(date(2026, 11, 21), "event", 12, "event", 2, 2700, 0),
        Sales(date(2026, 11, 21), "package", 3, "package", 1, 9900, 0),
        Sales(date(2026, 11, 22), "event", 12, "event", 0, 0, 1350),
    ]


def test_what_a_dispute_took_went_back_and_what_it_gave_again_did_not() -> None:
    (sales,) = told(
        taking(0, 1350),
        taking(0, 1350, movement=Movement.DISPUTE),
        taking(0, 1000, movement=Movement.DISPUTE_WON),
    )
    assert (sales.gross, sales.refunds) == (1350, 350)


def test_money_of_another_currency_is_left_out() -> None:
    assert told(taking(0, 1350, currency="CAD")) == []


def test_names_come_in_the_asked_language_and_else_in_the_channels() -> None:
    assert told(taking(0, 1), language="fr")[0].name == "le event"
    assert told(taking(0, 1), language="de")[0].name == "event"


def test_only_what_lies_within_counts() -> None:
    assert told(taking(-1, 1350), taking(10, 1350)) == []
