"""Port `PlaybackRights`: checks whether a media URL may still be used, and caches the result for 20 s."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from threading import Lock

from touchline.catalog.application.playback.playback_rights import CheckPlayback, restrict_to_region
from touchline.catalog.ports.media.delivery import (
    MediaTokenClaims,
    PlaybackRightsUnavailableError,
    Sessions,
)
from touchline.shared.clock import Clock
from touchline.shared.principal import Principal
from touchline.shared.unit_of_work import BindChannel, UnitOfWorkFactory

CACHE_TTL = timedelta(seconds=20)
RETRY_AFTER = timedelta(seconds=5)
"""Time to wait before the next query after the database was unavailable."""
_MAX_CACHED = 20_000
_FOLDER_DEPTHS = {"clips": 3}
CacheKey = tuple[int, str, str | None, str | None]
log = logging.getLogger(__name__)


class CachedPlaybackRights:
    """Playback rights with a cache: one unit of work per viewer and folder in 20 s.

    Players request a segment every few seconds. A refund or a logout must end playback within a minute.

    While the database is unavailable, the last result applies. A viewer without a cached result may play: the
    URL was signed for them and has not expired.
    """

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        bind_channel: BindChannel,
        sessions: Sessions,
        check: CheckPlayback,
        clock: Clock,
    ) -> None:
        """`uow` raises `PlaybackRightsUnavailableError`."""
        self._uow = uow
        self._bind_channel = bind_channel
        self._sessions = sessions
        self._check = check
        self._clock = clock
        self._cache: dict[CacheKey, tuple[bool, datetime]] = {}
        self._lock = Lock()
        self._unavailable_since: datetime | None = None

    def can_play(self, claims: MediaTokenClaims, path: str) -> bool:
        """Return True if the session is open and its viewer may still play the path."""
        now, cache_key = self._clock.now(), _get_cache_key(claims, path)
        cached = self._cache.get(cache_key)
        if cached is not None and cached[1] <= now < cached[1] + CACHE_TTL:
            return cached[0]
        if (
            self._unavailable_since is None
            or not self._unavailable_since <= now < self._unavailable_since + RETRY_AFTER
        ):
            try:
                return self._remember(cache_key, self._check_now(claims, path), now)
            except PlaybackRightsUnavailableError as error:
                if self._unavailable_since is None:
                    log.error(
                        "the database is unavailable; current playback continues (%s)",
                        type(error.__cause__).__name__,
                    )
                self._unavailable_since = now
        return cached is None or cached[0]

    def _check_now(self, claims: MediaTokenClaims, path: str) -> bool:
        """Check the rights in the database.

        The token names no channel, so the session is looked up across all channels.
        """
        with self._uow.all_channels():
            session = self._sessions.get_active_session(claims.session_id)
            if session is None:
                return False
            self._bind_channel(session.channel_id)
            viewer = Principal(
                session.channel_id,
                claims.session_id,
                session.account_id,
                language="",
                country=None,
                single_sign_on_at=session.single_sign_on_at,
            )
            return self._check(restrict_to_region(claims, viewer), claims, path)

    def _remember(self, cache_key: CacheKey, is_allowed: bool, now: datetime) -> bool:
        with self._lock:
            self._unavailable_since = None
            if len(self._cache) >= _MAX_CACHED:
                self._cache.clear()
            self._cache[cache_key] = (is_allowed, now)
        return is_allowed


def _get_cache_key(claims: MediaTokenClaims, path: str) -> CacheKey:
    parts = path.split("/")
    folder = "/".join(parts[: _FOLDER_DEPTHS.get(parts[0], 2)])
    return claims.session_id, f"{claims.scope} {folder}", claims.region, claims.share_id
