"""Context of all billing commands: the channel, its time zone and its viewers."""

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
from touchline.billing.container import BillingContainer
from touchline.billing.ports.current_channel import BillingSettings, CurrentChannel
from touchline.billing.ports.payments import PaymentsUnavailableError
from touchline.platform.cli.commands import resolve_channel
from touchline.platform.config.settings import Settings
from touchline.platform.db.session import Database
from touchline.shared.days import end_of_day, start_of_day
from touchline.shared.errors import InvalidInputError, NotFoundError
from touchline.shared.ids import AccountId, ChannelId

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?P<time>[ T][0-9]{2}:[0-9]{2})?")


class PaymentProviderUnavailableError(click.ClickException):
    """The payment provider is unavailable, or refused the request."""

    exit_code = 2


class CommandContext:
    """The channel of a command. Each step of the command runs in its own transaction."""

    @inject
    def __init__(
        self,
        slug: str | None,
        database: Database = Provide[BillingContainer.database],
        channel_directory: ChannelDirectory = Provide[BillingContainer.channel_directory],
        current_channel: CurrentChannel = Provide[BillingContainer.current_channel],
        settings: Settings = Provide[BillingContainer.settings],
    ) -> None:
        self._database = database
        self._channel_directory = channel_directory
        self._current_channel = current_channel
        self.channel_id = self._find_channel_id(slug or settings.default_channel)
        with self.transaction():
            self.billing_settings: BillingSettings = current_channel.get_billing_settings()

    def transaction(self) -> AbstractContextManager[Any]:
        """Open a transaction of the channel."""
        return self._database.transaction(self.channel_id)

    def get_account_id(self, email: str) -> AccountId:
        """Return the account with an email address. Raises `NotFoundError`."""
        with self.transaction():
            account_id = self._channel_directory.find_account_id(email)
        if account_id is None:
            raise NotFoundError(f"There is no account for {email} in this channel.")
        return account_id

    def get_viewer_email(self, account_id: AccountId | None) -> str:
        """Return a viewer's email address, `(closed)` for a closed account. Needs a transaction."""
        viewer_profile = (
            self._current_channel.get_viewer_profile(account_id) if account_id is not None else None
        )
        return viewer_profile.email if viewer_profile else "(closed)"

    def parse_start(self, text: str | None) -> datetime | None:
        """Return the start of a day, or the given time, in the channel's time zone."""
        return self._parse_instant(text, start_of_day) if text else None

    def parse_end(self, text: str | None) -> datetime | None:
        """Return the end of a day, or the given time, in the channel's time zone."""
        return self._parse_instant(text, end_of_day) if text else None

    def format_time(self, instant: datetime | None) -> str:
        """Return a time in the channel's time zone, in the format that the options accept."""
        return (
            f"{instant.astimezone(ZoneInfo(self.billing_settings.time_zone)):%Y-%m-%d %H:%M}"
            if instant
            else ""
        )

    def _find_channel_id(self, channel_slug: str) -> ChannelId:
        with self._database.transaction(None, unscoped=True):
            channel_ids = self._channel_directory.list_ids_by_slug()
        return resolve_channel(channel_slug, channel_ids)

    def _parse_instant(self, text: str, get_day_edge: Callable[[date, tzinfo], datetime]) -> datetime:
        usage_error = click.UsageError(f"{text} is not a date. Write 2026-12-31 or '2026-12-31 18:00'.")
        match = _DAY.fullmatch(text.strip())
        if match is None:
            raise usage_error
        try:
            zone = ZoneInfo(self.billing_settings.time_zone)
            if match["time"] is None:
                return get_day_edge(date.fromisoformat(match[0]), zone)
            return datetime.fromisoformat(match[0]).replace(tzinfo=zone).astimezone(UTC)
        except (ValueError, OverflowError):
            raise usage_error from None


@contextmanager
def report_errors(advice: str = "Please try again later.") -> Iterator[None]:
    """Report invalid fields, one on each line, and an unavailable provider with exit code 2."""
    try:
        yield
    except InvalidInputError as error:
        lines = [f"{field}: {text}" for field, texts in error.errors.items() for text in texts]
        raise click.ClickException("\n".join(lines)) from None
    except PaymentsUnavailableError as error:
        provider_message = error.provider_message.rstrip(".")
        if error.is_refusal:
            raise PaymentProviderUnavailableError(
                f"The payment provider refused: {provider_message}."
            ) from None
        reason = (
            f"The payment provider did not respond: {provider_message}."
            if provider_message
            else error.message
        )
        raise PaymentProviderUnavailableError(f"{reason} {advice}") from None
