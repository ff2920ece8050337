"""What all commands of billing start from: the channel that is meant, its days, its viewers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, date, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

import click
from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.gateways import ChannelDirectory
from touchline.billing.ports.channel_facts import ChannelFacts, Shop
from touchline.billing.ports.payments import PaymentsUnavailable
from touchline.platform.commands import channel_of
from touchline.platform.db.session import Database
from touchline.platform.settings import Settings
from touchline.shared.days import end_of_day, start_of_day
from touchline.shared.errors import Invalid, NotFound
from touchline.shared.ids import AccountId, ChannelId

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?P<clock>[ T][0-9]{2}:[0-9]{2})?")


class Away(click.ClickException):
    """The payment provider does not answer."""

    exit_code = 2


class Desk:
    """One channel; each step of a command is a transaction of its own in it."""

    @inject
    def __init__(
        self,
        slug: str | None,
        database: Database = Provide["database"],
        directory: ChannelDirectory = Provide["billing.desk.directory"],
        facts: ChannelFacts = Provide["billing.channel_facts"],
        settings: Settings = Provide["settings"],
    ) -> None:
        self._database = database
        self._directory = directory
        self._facts = facts
        self.channel_id = self._channel(slug or settings.default_channel)
        with self.inside():
            self.shop: Shop = facts.shop()

    def inside(self) -> AbstractContextManager[Any]:
        """A transaction of the channel."""
        return self._database.transaction(self.channel_id)

    def account(self, email: str) -> AccountId:
        """The viewer of an address; `NotFound`."""
        with self.inside():
            found = self._directory.account_of(email)
        if found is None:
            raise NotFound(f"There is no account of {email} in this channel.")
        return found

    def viewer(self, account_id: AccountId | None) -> str:
        """A viewer's address, for who reads; within a transaction."""
        person = self._facts.person(account_id) if account_id is not None else None
        return person.email if person else "(closed)"

    def begin(self, text: str | None) -> datetime | None:
        """When something begins: the first instant of a day, or a time, in the channel's zone."""
        return self._moment(text, start_of_day) if text else None

    def end(self, text: str | None) -> datetime | None:
        """When something ends: a day is meant with all of it."""
        return self._moment(text, end_of_day) if text else None

    def day(self, when: datetime | None) -> str:
        """A day in the channel's zone, as it may be typed again."""
        return f"{when.astimezone(ZoneInfo(self.shop.time_zone)):%Y-%m-%d %H:%M}" if when else ""

    def _channel(self, wanted: str) -> ChannelId:
        with self._database.transaction(None, unscoped=True):
            found = self._directory.ids()
        return channel_of(wanted, found)

    def _moment(self, text: str, edge_of: Callable[[date, tzinfo], datetime]) -> datetime:
        wrong = click.UsageError(f"{text} is no date: write 2026-12-31 or '2026-12-31 18:00'.")
        found = _DAY.fullmatch(text.strip())
        if found is None:
            raise wrong
        try:
            zone = ZoneInfo(self.shop.time_zone)
            if found["clock"] is None:
                return edge_of(date.fromisoformat(found[0]), zone)
            return datetime.fromisoformat(found[0]).replace(tzinfo=zone).astimezone(UTC)
        except (ValueError, OverflowError):
            raise wrong from None


@contextmanager
def told_plainly(when_away: str = "Please try again later.") -> Iterator[None]:
    """A form's refusal as one line for each field; a provider that is away as exit code 2."""
    try:
        yield
    except Invalid as refusal:
        lines = [f"{field}: {text}" for field, texts in refusal.errors.items() for text in texts]
        raise click.ClickException("\n".join(lines)) from None
    except PaymentsUnavailable as away:
        said = away.provider_message.rstrip(".")
        if away.is_refusal:
            raise Away(f"The payment provider refused: {said}.") from None
        why = f"The payment provider did not answer: {said}." if said else away.message
        raise Away(f"{why} {when_away}") from None
