"""What billing leans on, made up: channels and their viewers, games, a queue."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from touchline.billing.domain.offers.coverage import ContentSupply
from touchline.billing.domain.offers.offers import Price
from touchline.billing.ports.current_channel import ViewerProfile
from touchline.billing.ports.sale_catalog import EventOnSale, Team
from touchline.billing.tests.sale_catalog_fakes import build_event
from touchline.platform.db.session import after_commit, current_channel_id
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.money import Money

EVENT_ID, TEAM_ID = 12, 70


class FakeChannelFacade:
    """Channels and their viewers, as context channel would tell of them. `currencies` are the channels'."""

    def __init__(self, currencies: dict[int, str]) -> None:
        self.currencies = currencies
        self.viewers: dict[AccountId, ViewerProfile] = {}

    def get_current(self) -> Any:
        """The channel of the present transaction."""
        number = current_channel_id()
        return SimpleNamespace(
            id=ChannelId(number), slug=f"c{number}", name=f"Channel {number}", site_url="https://c.example",
            currency=self.currencies[number], time_zone="America/Toronto", language="en", domains=(),
            accent="",
        )  # fmt: skip

    def get_viewer_profile(self, account_id: AccountId) -> ViewerProfile | None:
        """A viewer; None once the account is closed."""
        return self.viewers.get(account_id)


class FakeSaleCatalog:
    """One game that costs money in each channel; `single_event_packages` is the package that it is sold
    by."""

    def __init__(self, channels: FakeChannelFacade) -> None:
        self._channels = channels
        self.base_prices, self.single_event_packages = {}, {}  # type: dict[int, Money], dict[int, int]

    def get_event(self, event_id: int, country: str | None) -> EventOnSale | None:
        """The game."""
        channel_id = current_channel_id()
        if event_id != EVENT_ID:
            return None
        base = self.base_prices[channel_id]
        return EventOnSale(
            name={"en": "Aces @ Bears"}, price=Price(base, Money(0, base.currency)),
            package_id=self.single_event_packages[channel_id],
            coverage=build_event(participant_ids=(TEAM_ID, 71)),
        )  # fmt: skip

    def get_team(self, participant_id: int) -> Team | None:
        """Two teams."""
        return Team(participant_id, {"en": "Aces"}, (7,)) if participant_id in (TEAM_ID, 71) else None

    def get_supply(self, country: str | None, *_scope: object) -> ContentSupply:
        """The game."""
        return ContentSupply(events=[build_event(participant_ids=(TEAM_ID, 71))])


class InMemoryQueue:
    """Jobs wait here from the commit on; none is lost, and none that has a name waits twice."""

    def __init__(self) -> None:
        self.waiting: list[tuple[str, tuple[int | str, ...]]] = []

    def enqueue(self, name: str, *ids: int | str, unique: str | None = None, **_options: Any) -> None:
        """Ask for a job."""
        after_commit(lambda: self._add((name, ids), unique))

    def _add(self, task: tuple[str, tuple[int | str, ...]], unique: str | None) -> None:
        if unique is None or task not in self.waiting:
            self.waiting.append(task)
