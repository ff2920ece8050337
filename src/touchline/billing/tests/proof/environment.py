"""Fake dependencies of billing: channels and their viewers, events, and a queue."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from touchline.billing.domain.offers.offers import Price
from touchline.billing.domain.offers.sale_refusals import ContentSupply
from touchline.billing.ports.current_channel import ViewerProfile
from touchline.billing.ports.sale_catalog import EventOnSale, Team
from touchline.billing.tests.sale_catalog_fakes import build_event
from touchline.platform.db.session import after_commit, current_channel_id
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.money import Money
from touchline.shared.principal import Principal

EVENT_ID, TEAM_ID = 12, 70


class FakeChannelFacade:
    """Channels and their viewers, as the channel context returns them. `currencies` maps channel ids to
    currencies.
    """

    def __init__(self, currencies: dict[int, str]) -> None:
        self.currencies = currencies
        self.viewers: dict[AccountId, ViewerProfile] = {}
        self.make_good: dict[str, Any] = {}
        self.verified: dict[tuple[int, str], AccountId] = {}
        """The account of each channel that has verified an address."""

    def get_current(self) -> Any:
        """Return the channel of the current transaction."""
        channel_id = current_channel_id()
        assert channel_id is not None
        return self.get_channel(channel_id)

    def get_channel(self, channel_id: int) -> Any:
        """Return a channel."""
        return SimpleNamespace(
            id=ChannelId(channel_id), slug=f"c{channel_id}", name=f"Channel {channel_id}",
            site_url="https://c.example", currency=self.currencies[channel_id], time_zone="America/Toronto",
            language="en", domains=(), accent="", make_good=self.make_good,
        )  # fmt: skip

    def get_viewer_profile(self, account_id: AccountId) -> ViewerProfile | None:
        """Return a viewer's profile; None after the account is closed."""
        return self.viewers.get(account_id)

    def list_viewer_profiles(self, account_ids: Any) -> dict[AccountId, ViewerProfile]:
        """Return the profiles of open accounts."""
        return {account: self.viewers[account] for account in account_ids if account in self.viewers}

    def remove_viewer(self, account_id: AccountId) -> None:
        """Forget a viewer. Nothing happens if the account does not exist."""
        self.viewers.pop(account_id, None)
        self.verified = {key: owner for key, owner in self.verified.items() if owner != account_id}

    def list_channels(self) -> list[Any]:
        """Return all channels."""
        return [self.get_channel(channel_id) for channel_id in self.currencies]

    def get_logo_url(self, channel_id: int) -> None:
        """Return None: no channel has a logo."""

    def get_verified_address(self, account_id: AccountId) -> str | None:
        """Return the address that an account of the current channel has verified."""
        for (channel_id, address), verified_id in self.verified.items():
            if (channel_id, verified_id) == (current_channel_id(), account_id):
                return address
        return None

    def find_verified_account_id(self, email: str) -> AccountId | None:
        """Return the account of the current channel that has verified an address."""
        return self.verified.get((current_channel_id() or 0, email))


class FakeSaleCatalog:
    """One paid event in each channel. `single_event_packages` maps a channel's id to the id of the package
    that sells the event.
    """

    def __init__(self, channels: FakeChannelFacade) -> None:
        self._channels = channels
        self.base_prices, self.single_event_packages = {}, {}  # type: dict[int, Money], dict[int, int]

    def get_event(self, event_id: int, viewer: Principal | None) -> EventOnSale | None:
        """Return the event."""
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
        """Return one of the two teams."""
        return Team(participant_id, {"en": "Aces"}, (7,)) if participant_id in (TEAM_ID, 71) else None

    def get_supply(self, country: str | None, *_scope: object) -> ContentSupply:
        """Return the event as the only content."""
        return ContentSupply(events=[build_event(participant_ids=(TEAM_ID, 71))])


class InMemoryQueue:
    """Jobs that wait from the commit on. No job is lost. A job with a `unique` name waits only once."""

    def __init__(self) -> None:
        self.waiting: list[tuple[str, tuple[int | str, ...]]] = []

    def enqueue(self, name: str, *ids: int | str, unique: str | None = None, **_options: Any) -> None:
        """Enqueue a job after the commit."""
        after_commit(lambda: self._add((name, ids), unique))

    def _add(self, task: tuple[str, tuple[int | str, ...]], unique: str | None) -> None:
        if unique is None or task not in self.waiting:
            self.waiting.append(task)
