"""Port `PlaybackRights`: checks whether a media URL may still be used, and caches the result for 20 s."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock

from touchline.catalog.application.playback.device_limits import DeviceLimits
from touchline.catalog.application.playback.playback_rights import CheckPlayback, restrict_to_region
from touchline.catalog.domain.media.assets import LIVE_PREFIX
from touchline.catalog.domain.watching_devices import Admission
from touchline.catalog.ports.media.delivery import (
    PUBLIC_SESSION,
    MediaTokenClaims,
    PlaybackRightsUnavailableError,
    Sessions,
)
from touchline.catalog.ports.media.playback_log import LiveViewer
from touchline.shared.clock import Clock
from touchline.shared.ids import EventId
from touchline.shared.principal import Principal
from touchline.shared.unit_of_work import BindChannel, UnitOfWorkFactory

CACHE_TTL = timedelta(seconds=20)
REFUSED_TTL = timedelta(seconds=3)
"""How long a refusal is cached. A purchase should open playback soon, and a free place at once."""
RETRY_AFTER = timedelta(seconds=5)
"""Time to wait before the next query after the database was unavailable."""
_MAX_CACHED = 20_000
_FOLDER_DEPTHS = {"clips": 3}
CacheKey = tuple[int, str, str | None, str | None]
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _CheckedRights:
    """The result of a check, and the live events that the folder shows, with the viewer's account.

    `seat` is set if the result depends on the places of a purchase: the viewer, and how many places it has.
    """

    is_allowed: bool
    checked_at: datetime
    viewers: tuple[LiveViewer, ...] = ()
    seat: tuple[Principal, int] | None = None

    def is_recent(self, now: datetime) -> bool:
        """Return whether the result still applies."""
        lifetime = CACHE_TTL if self.is_allowed else REFUSED_TTL
        return self.checked_at <= now < self.checked_at + lifetime


ListEventIds = Callable[[Principal, str], Sequence[EventId]]


def _list_nothing(_viewer: Principal, _path: str) -> Sequence[EventId]:
    """Return no events."""
    return ()


class CachedPlaybackRights:
    """Playback rights with a cache: one unit of work per viewer and folder in 20 s.

    Players request a segment every few seconds. A refund or a logout must end playback within a minute. A
    cached result ends early if the places of the viewer's devices have changed. They are not in the database.

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
        device_limits: DeviceLimits,
        list_event_ids: ListEventIds = _list_nothing,
    ) -> None:
        """`uow` raises `PlaybackRightsUnavailableError`. `list_event_ids` runs no query."""
        self._uow = uow
        self._bind_channel = bind_channel
        self._sessions = sessions
        self._check = check
        self._clock = clock
        self._device_limits = device_limits
        self._list_event_ids = list_event_ids
        self._cache: dict[CacheKey, _CheckedRights] = {}
        self._lock = Lock()
        self._unavailable_since: datetime | None = None

    def can_play(self, claims: MediaTokenClaims, path: str) -> bool:
        """Return True if the session is open and its viewer may still play the path."""
        now, cache_key = self._clock.now(), _get_cache_key(claims, path)
        cached = self._cache.get(cache_key)
        if cached is not None and cached.is_recent(now) and self._has_same_places(cached):
            return cached.is_allowed
        if (
            self._unavailable_since is None
            or not self._unavailable_since <= now < self._unavailable_since + RETRY_AFTER
        ):
            try:
                return self._remember(cache_key, self._check_now(claims, path, now))
            except PlaybackRightsUnavailableError as error:
                if self._unavailable_since is None:
                    log.error(
                        "the database is unavailable; current playback continues (%s)",
                        type(error.__cause__).__name__,
                    )
                self._unavailable_since = now
        return cached is None or cached.is_allowed

    def find_viewers(self, claims: MediaTokenClaims, path: str) -> tuple[LiveViewer, ...]:
        """Return whose live viewing the last check of a path was, without a query.

        Empty for other paths, for visitors who are not logged in, and before the first check.
        """
        if claims.session_id == PUBLIC_SESSION or not path.startswith(LIVE_PREFIX):
            return ()
        cached = self._cache.get(_get_cache_key(claims, path))
        return cached.viewers if cached is not None else ()

    def _has_same_places(self, cached: _CheckedRights) -> bool:
        """Return whether the places of the viewer's devices still lead to the cached result."""
        if cached.seat is None:
            return True
        viewer, limit = cached.seat
        if cached.is_allowed:
            return self._device_limits.keeps_place(viewer)
        return self._device_limits.check(viewer, limit) is not Admission.ALLOWED

    def _check_now(self, claims: MediaTokenClaims, path: str, now: datetime) -> _CheckedRights:
        """Check the rights in the database.

        The token names no channel, so the session is looked up across all channels.
        """
        with self._uow.all_channels():
            session = self._sessions.get_active_session(claims.session_id)
            if session is None:
                return _CheckedRights(is_allowed=False, checked_at=now)
            self._bind_channel(session.channel_id)
            viewer = Principal(
                session.channel_id,
                claims.session_id,
                session.account_id,
                language="",
                country=None,
                single_sign_on_at=session.single_sign_on_at,
            )
            viewer = restrict_to_region(claims, viewer)
            decision = self._check(viewer, claims, path)
            seat = (viewer, decision.limit) if decision.limit is not None else None
            viewers = self._list_viewers(viewer, path) if decision.is_allowed else ()
            return _CheckedRights(decision.is_allowed, now, viewers, seat)

    def _list_viewers(self, viewer: Principal, path: str) -> tuple[LiveViewer, ...]:
        account_id = viewer.account_id
        if account_id is None or not path.startswith(LIVE_PREFIX):
            return ()
        return tuple(
            LiveViewer(viewer.channel_id, event_id, account_id)
            for event_id in self._list_event_ids(viewer, path)
        )

    def _remember(self, cache_key: CacheKey, rights: _CheckedRights) -> bool:
        with self._lock:
            self._unavailable_since = None
            if len(self._cache) >= _MAX_CACHED:
                self._cache.clear()
            self._cache[cache_key] = rights
        return rights.is_allowed


def _get_cache_key(claims: MediaTokenClaims, path: str) -> CacheKey:
    parts = path.split("/")
    folder = "/".join(parts[: _FOLDER_DEPTHS.get(parts[0], 2)])
    return claims.session_id, f"{claims.scope}{claims.audio_only:d} {folder}", claims.region, claims.share_id
