"""The job that reminds, on both databases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.adapters.jobs import REMIND
from touchline.billing.application import remind
from touchline.billing.domain.orders import Order
from touchline.billing.tests.payments import YEAR, subscribed
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId
from touchline.shared.jobs import Task

Letters = Callable[[], Sequence[Any]]
WEEK, DAY = timedelta(days=7), timedelta(days=1)


class Desk:
    """Places orders of a viewer, and runs the job of the day."""

    def __init__(self, house: House, clock: FixedClock, letters: Letters) -> None:
        self.house, self.clock, self._letters = house, clock, letters
        self._number = 0

    def order(self, channel: ChannelFacts, viewer: Visitor, **changes: Any) -> Order:
        """A yearly subscription that renews at `YEAR`."""
        self._number += 1
        account = AccountId(viewer.data("/profile")["id"])
        placed = subscribed(account_id=account, uuid=f"{self._number:032}", slot=None, **changes)
        with self.house.container.database().transaction(channel.id):
            billing: Any = self.house.container.billing
            assert billing.kept_orders().place(placed)
        return placed

    def day(self, before: timedelta, renewal: Any = YEAR) -> list[str]:
        """The subjects of all reminders that were sent by a day before the renewal."""
        self.clock.set(renewal - before)
        self.house.runner.run(Task(REMIND, ()))
        return [one.subject for one in self._letters() if "renews" in one.subject or "ends" in one.subject]


@pytest.fixture
def desk(house: House, clock: FixedClock, letters: Letters) -> Desk:
    return Desk(house, clock, letters)


def test_a_viewer_is_told_once_for_each_period(desk: Desk, channel: ChannelFacts, ada: Visitor) -> None:
    desk.order(channel, ada)
    assert desk.day(8 * DAY) == []
    assert desk.day(7 * DAY) == ["Yearly renews on November 21, 2027"]
    assert len(desk.day(6 * DAY)) == len(desk.day(DAY)) == 1


def test_the_next_period_is_told_of_again(
    desk: Desk, channel: ChannelFacts, ada: Visitor, house: House, transaction: Any
) -> None:
    order = desk.order(channel, ada)
    desk.day(WEEK)
    order.expires_at = YEAR + timedelta(days=366)
    with transaction(channel.id):
        house.container.billing.kept_orders().save(order)
    assert desk.day(WEEK, order.expires_at)[0] == "Yearly renews on November 21, 2028"


def test_the_end_of_a_trial_is_told_of(desk: Desk, channel: ChannelFacts, ada: Visitor) -> None:
    end = YEAR - timedelta(days=358)
    desk.order(channel, ada, trial_days=7, expires_at=end)
    assert desk.day(4 * DAY, end) == []
    assert desk.day(3 * DAY, end) == ["Your free trial at Prairie ends on November 28, 2026"]


def test_orders_of_all_channels_are_found_however_many_they_are(
    desk: Desk,
    channel: ChannelFacts,
    ada: Visitor,
    other_channel: ChannelFacts,
    stranger: Visitor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(remind, "AT_ONCE", 2)
    for _ in range(3):
        desk.order(channel, ada)
    desk.order(other_channel, stranger.register(email="zoe@example.org"))
    assert len(desk.day(DAY)) == 4


def test_a_viewer_is_not_told_of_what_was_cancelled(desk: Desk, channel: ChannelFacts, ada: Visitor) -> None:
    desk.order(channel, ada, auto_renewal=None)
    assert desk.day(DAY) == []
