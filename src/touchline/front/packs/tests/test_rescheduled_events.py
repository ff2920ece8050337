"""An apply that reschedules an event updates its orders at once."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from touchline.billing.domain.checkout.orders import Grant, Order, Product, ProductKind
from touchline.billing.domain.offers.terms import Term
from touchline.billing.tests.order_samples import build_order
from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.apply_pack import ApplyPack
from touchline.front.packs.tests.pack_fixtures import PACK_TIME
from touchline.shared.clock import FixedClock

DAY = timedelta(days=1)


def test_access_to_an_event_that_a_pack_moves_counts_from_its_new_start(
    apply_pack: ApplyPack, full_pack: Path, application: Application, transaction: Any
) -> None:
    channel_id = apply_pack(full_pack).channel_id
    orders = application.container.billing.orders()
    with transaction(channel_id):
        catalog = application.container.catalog.facade()
        event = catalog.list_ids_by_key("event")["hawks-at-otters"]
        start = catalog.list_event_starts([event])[event]
        order = _create_order(event, Term(days=2, not_before=start))
        assert orders.add(order)
    events = (full_pack / "events.yaml").read_text()
    (full_pack / "events.yaml").write_text(events.replace("starts: today 19:00", "starts: +9 days 19:00"))
    apply_pack(full_pack)
    with transaction(channel_id):
        stored = orders.get(order.id)
        assert stored is not None and stored.expires_at == start + (9 + 2) * DAY


def test_an_apply_that_postpones_nothing_requests_no_sync(
    apply_pack: ApplyPack,
    full_pack: Path,
    application: Application,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    requested: list[int] = []
    monkeypatch.setattr(application.container.billing.facade(), "sync_event_starts", requested.append)
    applied = apply_pack(full_pack)
    apply_pack(full_pack)
    assert requested == []
    clock.advance(DAY)
    apply_pack(full_pack)
    assert requested == [applied.channel_id]


def _create_order(event: int, term: Term) -> Order:
    grant = Grant(capabilities=build_order().grant.capabilities, event_id=event, term=term)
    order = build_order(grant=grant, product=Product(kind=ProductKind.EVENT, id=event, name={"en": "Game"}))
    order.mark_paid(PACK_TIME, expires_at=term.get_end(PACK_TIME))
    return order
