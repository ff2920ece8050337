"""What billing leans on, made up: channels and their viewers, games, a queue."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from touchline.billing.domain.coverage import Supply
from touchline.billing.domain.offers import Price
from touchline.billing.ports.channel_facts import Person
from touchline.billing.ports.shelf import EventOnSale, Team
from touchline.billing.tests.shelf_fakes import an_event
from touchline.platform.db.session import after_commit, present_channel
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.money import Money

GAME, TEAM = 12, 70


class People:
    """Channels and their viewers, as context channel would tell of them. `currencies` are the channels'."""

    def __init__(self, currencies: dict[int, str]) -> None:
        self.currencies = currencies
        self.known: dict[AccountId, Person] = {}

    def present(self) -> Any:
        """The channel of the present transaction."""
        number = present_channel()
        return SimpleNamespace(
            id=ChannelId(number), slug=f"c{number}", name=f"Channel {number}", site="https://c.example",
            currency=self.currencies[number], time_zone="America/Toronto", language="en", domains=(),
            accent="",
        )  # fmt: skip

    def person(self, account_id: AccountId) -> Person | None:
        """A viewer; None once the account is closed."""
        return self.known.get(account_id)


class Games:
    """One game that costs money in each channel; `sold_by` is the package that it is sold by."""

    def __init__(self, people: People) -> None:
        self._people = people
        self.base, self.sold_by = {}, {}  # type: dict[int, Money], dict[int, int]

    def event(self, event_id: int, country: str | None) -> EventOnSale | None:
        """The game."""
        here = present_channel()
        if event_id != GAME:
            return None
        base = self.base[here]
        return EventOnSale(
            name={"en": "Aces @ Bears"}, price=Price(base, Money(0, base.currency)),
            package_id=self.sold_by[here], covered=an_event(participant_ids=(TEAM, 71)),
        )  # fmt: skip

    def team(self, participant_id: int) -> Team | None:
        """Two teams."""
        return Team(participant_id, {"en": "Aces"}, (7,)) if participant_id in (TEAM, 71) else None

    def supply(self, country: str | None, *_scope: object) -> Supply:
        """The game."""
        return Supply(events=[an_event(participant_ids=(TEAM, 71))])


class Queue:
    """Jobs wait here from the commit on; none is lost, and none that has a name waits twice."""

    def __init__(self) -> None:
        self.waiting: list[tuple[str, tuple[int | str, ...]]] = []

    def enqueue(self, name: str, *ids: int | str, unique: str | None = None, **_options: Any) -> None:
        """Ask for a job."""
        after_commit(lambda: self._push((name, ids), unique))

    def _push(self, task: tuple[str, tuple[int | str, ...]], unique: str | None) -> None:
        if unique is None or task not in self.waiting:
            self.waiting.append(task)
