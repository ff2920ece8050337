"""Who is behind an api key, asked with one question (`platform.http.remembered.Door`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import bindparam, select
from werkzeug.datastructures import EnvironHeaders

from touchline.channel.adapters.sql.channel_tables import SessionRow
from touchline.channel.domain.keys import SEEN_EVERY, hash_of
from touchline.channel.ports.geo import Geo
from touchline.platform.db.base import UtcDateTime
from touchline.platform.db.marks import sum_of_marks
from touchline.platform.db.questions import Questions
from touchline.platform.http.remembered import Behind
from touchline.shared.clock import Clock


class SqlDoor:
    """Lets in whoever was let in within the last ten minutes; for all others the long way is taken, where
    their use is noted or they are refused (`FindPrincipal`)."""

    def __init__(self, questions: Questions, geo: Callable[[], Geo], clock: Callable[[], Clock]) -> None:
        self._geo = geo
        self._clock = clock
        self._question = questions.prepare(
            select(
                SessionRow.id,
                SessionRow.channel_id,
                SessionRow.account_id,
                SessionRow.must_change_password,
                sum_of_marks(),
            ).where(
                SessionRow.key_hash == bindparam("key_hash"),
                SessionRow.ended_at.is_(None),
                SessionRow.expires_at > bindparam("now", type_=UtcDateTime()),
                SessionRow.last_seen_at > bindparam("since", type_=UtcDateTime()),
            )
        )

    def __call__(self, api_key: str) -> Behind | None:
        """Who it is, and the sum of all marks; `NoAnswer`."""
        now = self._clock().now()
        found = self._question(key_hash=hash_of(api_key), now=now, since=now - SEEN_EVERY)
        if not found:
            return None
        session_id, channel_id, account_id, must_change, marks = found[0]
        return Behind(
            session_id, channel_id, account_id, int(marks or 0), must_change_password=bool(must_change)
        )

    def country(self, ip: str, environ: dict[str, Any]) -> str | None:
        """From where a request comes."""
        headers: Any = EnvironHeaders(environ)
        return self._geo().country_of(ip, headers)
