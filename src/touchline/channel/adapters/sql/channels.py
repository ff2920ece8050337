"""Channels in the database (port `Channels`)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from touchline.channel.adapters.sql.channel_tables import ChannelRow, DomainRow
from touchline.channel.domain.site.channel import Channel
from touchline.platform.db.session import current_channel_id
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import ChannelId

_COLUMNS = [
    field.name
    for field in fields(Channel)
    if field.name not in ("id", "domains", "languages", "calendar_domain")
]
_CALENDAR_DOMAIN = "calendar_domain"
"""The domain in the UIDs of the channel's calendars, stored next to a pack's settings.

The domain never changes once it is set.
"""


class SqlChannels:
    """Repository of channels. A loaded channel stays in the session's identity map."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, channel_id: ChannelId) -> Channel:
        """Return the channel. Raises `NotFoundError` if it does not exist."""
        session = self._session()
        row = session.get(ChannelRow, channel_id)
        if row is None:
            raise NotFoundError("This channel does not exist.")
        session.info["channel"] = row  # the identity map holds only weak references
        return _to_channel(row)

    def get_current(self) -> Channel:
        """Return the channel that the current transaction is bound to."""
        return self.get(ChannelId(current_channel_id()))

    def get_by_slug(self, slug: str) -> Channel | None:
        """Return the channel with a slug."""
        row = self._session().scalar(select(ChannelRow).where(ChannelRow.slug == slug))
        return _to_channel(row) if row else None

    def get_by_domain(self, host: str) -> Channel | None:
        """Return the channel with a host name."""
        query = select(ChannelRow).join(ChannelRow.domains).where(DomainRow.host == host)
        row = self._session().scalar(query)
        return _to_channel(row) if row else None

    def list_all(self) -> Sequence[Channel]:
        """List all channels, sorted by slug."""
        return [
            _to_channel(row) for row in self._session().scalars(select(ChannelRow).order_by(ChannelRow.slug))
        ]

    def list_ids_by_analytics_key(self) -> Mapping[str, ChannelId]:
        """Return the id of each channel by analytics key.

        Runs one query that loads only the ids and settings, because it is called for every batch of records.
        """
        rows = self._session().execute(select(ChannelRow.id, ChannelRow.settings))
        keys = ((settings.get("analytics_key"), ChannelId(channel_id)) for channel_id, settings in rows)
        return {key: channel_id for key, channel_id in keys if key}

    def save(self, channel: Channel) -> ChannelId:
        """Save a channel.

        Raises `RefusedError` if another channel has one of its domains or its analytics key.
        """
        session = self._session()
        self._reject_taken_domains(channel)
        self._reject_taken_analytics_key(channel)
        values: dict[str, Any] = {name: getattr(channel, name) for name in _COLUMNS}
        values["languages"] = list(channel.languages)
        row = session.get(ChannelRow, channel.id) if channel.id else None
        saved_domain = _calendar_domain(row) if row else ""
        first_domain = channel.domains[0] if channel.domains else ""
        values["settings"] = {**channel.settings, _CALENDAR_DOMAIN: saved_domain or first_domain}
        if row is None:
            row = ChannelRow(**values)
            session.add(row)
        else:
            for name, value in values.items():
                setattr(row, name, value)
        existing_domains = {domain.host: domain for domain in row.domains}
        row.domains = [existing_domains.get(host) or DomainRow(host=host) for host in channel.domains]
        for position, domain in enumerate(row.domains):
            domain.position = position
        session.flush()
        return ChannelId(row.id)

    def _reject_taken_domains(self, channel: Channel) -> None:
        query = select(DomainRow.host).where(
            DomainRow.host.in_(channel.domains), DomainRow.channel_id != channel.id
        )
        taken_host = self._session().scalar(query)
        if taken_host is not None:
            raise RefusedError(f"The domain {taken_host} already belongs to another channel.")

    def _reject_taken_analytics_key(self, channel: Channel) -> None:
        """Raise `RefusedError` if another channel has the analytics key.

        Visits are attributed by this key alone.
        """
        key = channel.settings.get("analytics_key")
        if key and self.list_ids_by_analytics_key().get(key, channel.id) != channel.id:
            raise RefusedError(f"The analytics key {key} already belongs to another channel.")


def _to_channel(row: ChannelRow) -> Channel:
    values = {name: getattr(row, name) for name in _COLUMNS}
    values["settings"] = {name: value for name, value in row.settings.items() if name != _CALENDAR_DOMAIN}
    return Channel(
        calendar_domain=_calendar_domain(row),
        id=ChannelId(row.id),
        domains=tuple(domain.host for domain in row.domains),
        languages=tuple(row.languages),
        **values,
    )


def _calendar_domain(row: ChannelRow) -> str:
    """Return the saved calendar domain, or the channel's first domain if none is saved."""
    saved_domain: str = row.settings.get(_CALENDAR_DOMAIN) or ""
    return saved_domain or (row.domains[0].host if row.domains else "")
