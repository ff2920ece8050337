"""The sales and viewers of one event in the studio."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import count
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from touchline.analytics.application.reports.event_audience import GetEventAudience
from touchline.analytics.tests.fakes import InMemoryAnalyticsStore
from touchline.analytics.tests.record_builders import START, batch, first_frame, viewing, visitor
from touchline.billing.domain.checkout.orders import Grant, OrderStatus
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.domain.offers.offers import Capability, Price
from touchline.billing.tests.order_samples import EVENT_PRODUCT, build_order, build_transaction
from touchline.catalog.tests.samples import NOON
from touchline.channel.domain.operators.roles import Role
from touchline.channel.facade import ChannelDetails
from touchline.clips.tests.samples import build_clip
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.front.event_figures import GetEventFigures
from touchline.shared.ids import EventId
from touchline.shared.money import Money

Sell = Callable[..., None]
Watch = Callable[..., None]
PATH = "/studio/events/over/figures"
NO_MONEY = {"gross": "0.00", "refunds": "0.00", "net": "0.00", "currency": "USD"}
NOTHING = {
    "sales": {"orders": 0, **NO_MONEY, "holders": 0, "days": []},
    "audience": {
        **{"viewers": 0, "views": 0, "minutes": 0.0, "average_minutes": 0.0, "peak_viewers": 0},
        **{"moments": [], "days": []},
    },
    "clips": 0,
}


@pytest.fixture
def join(
    application: Application, site: ChannelDetails, visit: Callable[[ChannelDetails], Visitor]
) -> Callable[[Role], Visitor]:
    """Return a function that returns an operator with a role."""

    def add(role: Role) -> Visitor:
        email = f"{role.value}@example.org"
        operator = visit(site).register(email=email)
        container: Any = application.container
        with container.database().transaction(site.id):
            container.channel.operator_admin().add(email, role, unverified=True)
        return operator

    return add


@pytest.fixture
def owner(join: Callable[[Role], Visitor]) -> Visitor:
    """Return an owner of the channel."""
    return join(Role.OWNER)


@pytest.fixture
def sell(application: Application, site: ChannelDetails) -> Sell:
    """Return a function that stores a paid order of an event, with movements of its money in cents."""
    numbers = count(1)

    def add(event_id: int, *movements: tuple[Movement, int], currency: str = "USD", **changes: Any) -> None:
        billing, number = application.container.billing, next(numbers)
        price = Price(Money(1350, currency), Money(0, currency))
        with application.container.database().transaction(site.id):
            order = build_order(
                uuid=str(number), account_id=None, status=OrderStatus.PAID, price=price,
                discount=Money(0, currency), grant=Grant(capabilities=(Capability.WATCH,), event_id=event_id),
                **{"product": replace(EVENT_PRODUCT, id=event_id), **changes},
            )  # fmt: skip
            assert billing.orders().add(order)
            for movement, minor in movements:
                billing.ledger().add(
                    build_transaction(
                        order.id,
                        movement=movement,
                        status=OrderStatus.PAID if movement is Movement.CHARGE else OrderStatus.REFUNDED,
                        amount=Money(minor, currency),
                    )
                )

    return add


@pytest.fixture
def watch(application: Application, site: ChannelDetails) -> Watch:
    """Return a function that stores a view of an event by each of some visitors, all in the same minute."""
    start = int((NOON - timedelta(hours=48)).timestamp()) - START

    def add(event_id: int, seconds: int, *names: str) -> None:
        with application.container.database().transaction(None, unscoped=True):
            for name in names:
                session = visitor(name, channel_id=site.id)
                records = (
                    first_frame(start, session, thing_id=event_id),
                    viewing(seconds, start + 30, session, thing_id=event_id, live=True),
                )
                application.container.analytics.store().write(batch(*records))

    return add


def test_an_event_shows_its_own_sales_and_viewers(
    owner: Visitor,
    ids: Callable[[str, str], int],
    sell: Sell,
    watch: Watch,
    application: Application,
) -> None:
    over, later = ids("event", "over"), ids("event", "later")
    sell(over, (Movement.CHARGE, 1350))
    sell(over, (Movement.CHARGE, 1350), (Movement.REFUND, 1350), ended_at=NOON)
    sell(over)
    sell(over, (Movement.CHARGE, 900), currency="CAD", expires_at=NOON - timedelta(days=30))
    sell(later, (Movement.CHARGE, 1350))
    watch(over, 90, "ada", "bo")
    watch(over, 30, "cy")
    watch(later, 60, "ada")
    clips = application.container.clips.clips()
    with application.container.database().transaction(owner.channel.id):
        for number, event_id, hidden_at in ((1, over, None), (2, over, NOON), (3, later, None)):
            clips.add(build_clip(uuid=UUID(int=number), event_id=EventId(event_id), hidden_at=hidden_at))
    assert owner.data(PATH) == {
        "event_id": over,
        "sales": {
            "orders": 2, "gross": "27.00", "refunds": "13.50", "net": "13.50", "currency": "USD",
            "holders": 2,
            "days": [{"day": "2026-11-21", "orders": 2, "gross": "27.00"}],
        },
        "audience": {
            "viewers": 3, "views": 3, "minutes": 3.5, "average_minutes": 1.2, "peak_viewers": 3,
            "moments": [{"at": "2026-11-19T18:00:00Z", "live": 3, "replay": 0}],
            "days": [{"day": "2026-11-19", "views": 3}],
        },
        "clips": 1,
    }  # fmt: skip


def test_an_event_that_nobody_watched_or_bought_shows_zeros(
    owner: Visitor, ids: Callable[[str, str], int]
) -> None:
    assert owner.data(PATH) == {"event_id": ids("event", "over"), **NOTHING}


def test_an_unknown_event_is_not_found(owner: Visitor) -> None:
    assert owner.get("/studio/events/nothing/figures").status_code == 404


def test_an_event_of_another_channel_is_not_found(
    owner: Visitor, add_channel: Callable[..., ChannelDetails], visit: Any, application: Application
) -> None:
    other = visit(add_channel("atelier")).register(email="other@example.org")
    container: Any = application.container
    with container.database().transaction(other.channel.id):
        container.channel.operator_admin().add("other@example.org", unverified=True)
    assert other.get(PATH).status_code == 404


def test_only_roles_that_may_see_reports_see_the_figures(join: Callable[[Role], Visitor]) -> None:
    statuses = {role: join(role).get(PATH).status_code for role in Role}
    allowed = {role for role, status in statuses.items() if status == 200}
    assert allowed == {Role.OWNER, Role.ANALYST}
    assert {statuses[role] for role in set(Role) - allowed} == {403}


def test_more_sales_and_viewers_cost_no_more_queries(
    owner: Visitor, ids: Callable[[str, str], int], sell: Sell, watch: Watch, queries: Callable[[], Any]
) -> None:
    with queries() as before:
        owner.data(PATH)
    over = ids("event", "over")
    for _ in range(5):
        sell(over, (Movement.CHARGE, 1350))
    watch(over, 30, *"abcde")
    with queries() as after:
        assert owner.data(PATH)["sales"]["orders"] == 5
    assert len(after) <= len(before)


def test_sales_are_shown_while_the_viewers_are_unknown(
    site: ChannelDetails, application: Application
) -> None:
    store, container = InMemoryAnalyticsStore(), application.container
    store.is_unavailable = True
    catalog, billing, clips = (getattr(container, name).facade() for name in ("catalog", "billing", "clips"))
    caller: Any = SimpleNamespace(channel_id=site.id)
    get_audience = GetEventAudience(store, container.analytics.current_channel(), container.clock())
    with container.database().transaction(site.id):
        figures = GetEventFigures(catalog, billing, clips, get_audience)(caller, "over")
    assert (figures.audience, figures.sales.orders) == (None, 0)
