"""Channels in the database (port `Channels`)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from touchline.channel.adapters.sql.channel_tables import ChannelRow, DomainRow
from touchline.channel.domain.channel import Channel
from touchline.platform.db.session import present_channel
from touchline.shared.errors import NotFound, Refused
from touchline.shared.ids import ChannelId

_COLUMNS = [
    spot.name
    for spot in fields(Channel)
    if spot.name not in ("id", "domains", "languages", "calendar_domain")
]
_CALENDAR_DOMAIN = "calendar_domain"
"""Beside the settings of a pack: the domain in the UIDs of the channel's calendars. Once given, it stays."""


class SqlChannels:
    """Reads and keeps channels; a channel read once stays in the session's identity map."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, channel_id: ChannelId) -> Channel:
        """The channel; `NotFound`."""
        session = self._session()
        row = session.get(ChannelRow, channel_id)
        if row is None:
            raise NotFound("There is no such channel.")
        session.info["channel"] = row  # the identity map alone forgets what nobody holds
        return _channel(row)

    def present(self) -> Channel:
        """The channel that the present transaction is bound to."""
        return self.get(ChannelId(present_channel()))

    def by_slug(self, slug: str) -> Channel | None:
        """The channel of a slug."""
        row = self._session().scalar(select(ChannelRow).where(ChannelRow.slug == slug))
        return _channel(row) if row else None

    def by_domain(self, host: str) -> Channel | None:
        """The channel that answers on a host name."""
        query = select(ChannelRow).join(ChannelRow.domains).where(DomainRow.host == host)
        row = self._session().scalar(query)
        return _channel(row) if row else None

    def all(self) -> Sequence[Channel]:
        """Every channel, by slug."""
        return [
            _channel(row) for row in self._session().scalars(select(ChannelRow).order_by(ChannelRow.slug))
        ]

    def by_analytics_key(self) -> Mapping[str, ChannelId]:
        """One query, and nothing else of the channels: it is asked with every batch of facts."""
        found = self._session().execute(select(ChannelRow.id, ChannelRow.settings))
        keys = ((settings.get("analytics_key"), ChannelId(channel_id)) for channel_id, settings in found)
        return {key: channel_id for key, channel_id in keys if key}

    def save(self, channel: Channel) -> ChannelId:
        """Keep a channel; `Refused` when another has one of its domains, or its profile key."""
        session = self._session()
        self._refuse_taken(channel)
        self._refuse_taken_key(channel)
        values: dict[str, Any] = {name: getattr(channel, name) for name in _COLUMNS}
        values["languages"] = list(channel.languages)
        row = session.get(ChannelRow, channel.id) if channel.id else None
        given = _calendar_domain(row) if row else ""
        first = channel.domains[0] if channel.domains else ""
        values["settings"] = {**channel.settings, _CALENDAR_DOMAIN: given or first}
        if row is None:
            row = ChannelRow(**values)
            session.add(row)
        else:
            for name, value in values.items():
                setattr(row, name, value)
        kept = {domain.host: domain for domain in row.domains}
        row.domains = [kept.get(host) or DomainRow(host=host) for host in channel.domains]
        for position, domain in enumerate(row.domains):
            domain.position = position
        session.flush()
        return ChannelId(row.id)

    def _refuse_taken(self, channel: Channel) -> None:
        query = select(DomainRow.host).where(
            DomainRow.host.in_(channel.domains), DomainRow.channel_id != channel.id
        )
        taken = self._session().scalar(query)
        if taken is not None:
            raise Refused(f"The domain {taken} belongs to another channel.")

    def _refuse_taken_key(self, channel: Channel) -> None:
        """Visits are told apart by it alone."""
        key = channel.settings.get("analytics_key")
        if key and self.by_analytics_key().get(key, channel.id) != channel.id:
            raise Refused(f"The analytics key {key} belongs to another channel.")


def _channel(row: ChannelRow) -> Channel:
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
    """The domain that was given; for a channel that was saved before any was, its first one."""
    given: str = row.settings.get(_CALENDAR_DOMAIN) or ""
    return given or (row.domains[0].host if row.domains else "")
