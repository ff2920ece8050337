"""An apply that moves a game has the orders for it follow, at once."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from touchline.billing.domain.orders import Grant, Kind, Order, Product
from touchline.billing.domain.terms import Term
from touchline.billing.tests.orders import order
from touchline.entrypoints.bootstrap import House
from touchline.front.packs.applying import ApplyPack
from touchline.front.packs.tests.packs import NOON
from touchline.shared.clock import FixedClock

DAY = timedelta(days=1)


def test_a_game_that_a_pack_moves_is_open_for_its_days_from_its_new_start(
    apply_pack: ApplyPack, whole: Path, house: House, transaction: Any
) -> None:
    channel_id = apply_pack(whole).channel_id
    orders = house.container.billing.kept_orders()
    with transaction(channel_id):
        catalog = house.container.catalog.facade()
        game = catalog.ids_by_key("event")["hawks-at-otters"]
        start = catalog.event_starts([game])[game]
        made = _bought(game, Term(days=2, not_before=start))
        assert orders.place(made)
    events = (whole / "events.yaml").read_text()
    (whole / "events.yaml").write_text(events.replace("starts: today 19:00", "starts: +9 days 19:00"))
    apply_pack(whole)
    with transaction(channel_id):
        kept = orders.get(made.id)
        assert kept is not None and kept.expires_at == start + (9 + 2) * DAY


def test_an_apply_that_moves_nothing_later_asks_for_nothing(
    apply_pack: ApplyPack, whole: Path, house: House, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(house.container.billing.facade(), "follow_games", asked.append)
    applied = apply_pack(whole)
    apply_pack(whole)
    assert asked == []
    clock.advance(DAY)
    apply_pack(whole)
    assert asked == [applied.channel_id]


def _bought(game: int, term: Term) -> Order:
    grant = Grant(capabilities=order().grant.capabilities, event_id=game, term=term)
    made = order(grant=grant, product=Product(kind=Kind.EVENT, id=game, name={"en": "Game"}))
    made.pay(NOON, expires_at=term.end(NOON))
    return made
