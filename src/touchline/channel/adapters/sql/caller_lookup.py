"""Lookup of the caller for an API key with one query.

Implements `platform.http.response_cache.middleware.CallerLookup`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import bindparam, select
from werkzeug.datastructures import EnvironHeaders

from touchline.channel.adapters.sql.channel_tables import ChannelRow, DomainRow, SessionRow
from touchline.channel.domain.site.keys import LAST_SEEN_INTERVAL, hash_key
from touchline.channel.ports.site.geo import Geo
from touchline.platform.db.base import UtcDateTime
from touchline.platform.db.prepared_queries import PreparedQueries
from touchline.platform.db.table_versions import versions_total_query
from touchline.platform.http.response_cache.middleware import Caller
from touchline.shared.clock import Clock


class SqlCallerLookup:
    """A fast lookup for callers that were last seen within ten minutes.

    All other callers go through `FindPrincipal`, which records their use or rejects them.
    """

    tables: tuple[str, ...] = (ChannelRow.__tablename__, DomainRow.__tablename__)
    """The tables that decide a caller's language."""

    def __init__(self, queries: PreparedQueries, geo: Callable[[], Geo], clock: Callable[[], Clock]) -> None:
        self._geo = geo
        self._clock = clock
        self._prepared_query = queries.prepare(
            select(
                SessionRow.id,
                SessionRow.channel_id,
                SessionRow.account_id,
                SessionRow.must_change_password,
                versions_total_query(),
            ).where(
                SessionRow.key_hash == bindparam("key_hash"),
                SessionRow.ended_at.is_(None),
                SessionRow.expires_at > bindparam("now", type_=UtcDateTime()),
                SessionRow.last_seen_at > bindparam("since", type_=UtcDateTime()),
            ),
        )

    def __call__(self, api_key: str) -> Caller | None:
        """Return the caller and the sum of all table versions. Raises `QueryFailedError`."""
        now = self._clock().now()
        rows = self._prepared_query(key_hash=hash_key(api_key), now=now, since=now - LAST_SEEN_INTERVAL)
        if not rows:
            return None
        session_id, channel_id, account_id, must_change, versions_total = rows[0]
        return Caller(
            session_id,
            channel_id,
            account_id,
            int(versions_total or 0),
            must_change_password=bool(must_change),
        )

    def get_country(self, ip: str, environ: dict[str, Any]) -> str | None:
        """Return the country of a request."""
        headers: Any = EnvironHeaders(environ)
        return self._geo().get_country(ip, headers)
