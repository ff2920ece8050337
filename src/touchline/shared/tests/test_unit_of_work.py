"""The fake unit of work behaves like the real one, and records what happened."""

from __future__ import annotations

import pytest

from touchline.shared.ids import ChannelId
from touchline.shared.tests.unit_of_work import FakeUnitOfWorkFactory

CHANNEL = ChannelId(1)


class Names:
    """An in-memory store."""

    def __init__(self) -> None:
        self.stored: list[str] = []


def test_commits_and_rollbacks_are_recorded_by_scope() -> None:
    names = Names()
    uow = FakeUnitOfWorkFactory(names)
    with uow(CHANNEL):
        names.stored.append("first")
        assert uow.is_open
    with pytest.raises(LookupError), uow.all_channels():
        names.stored.append("second")
        raise LookupError
    assert (uow.commits, uow.rollbacks, uow.is_open) == ([CHANNEL], ["all"], False)
    assert names.stored == ["first"]


def test_a_unit_of_work_inside_another_is_an_error() -> None:
    uow = FakeUnitOfWorkFactory()
    with pytest.raises(AssertionError, match="inside another"), uow(CHANNEL), uow.all_channels():
        pass
