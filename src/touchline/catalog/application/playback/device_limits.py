"""Which devices of an account are watching paid video, shared by all processes.

If the shared state is unavailable, everybody may watch.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime

from touchline.catalog.domain import watching_devices as rules
from touchline.catalog.domain.watching_devices import Admission, WatchingDevice
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId, ChannelId, EventId, SessionId
from touchline.shared.principal import Principal
from touchline.shared.shared_state import SharedState, SharedStateUnavailableError

log = logging.getLogger(__name__)


class DeviceLimits:
    """The devices of viewers. Each change is atomic for one account."""

    def __init__(self, state: SharedState, clock: Clock) -> None:
        self._state = state
        self._clock = clock

    def admit(self, principal: Principal, event_id: EventId | None, limit: int | None) -> Admission:
        """Give the caller's device a place, or return why it has none. A library item has no event."""
        result = Admission.ALLOWED

        def change(devices: list[WatchingDevice], now: datetime) -> list[WatchingDevice]:
            nonlocal result
            result, changed = rules.admit(devices, principal.session_id, event_id, limit, now)
            return changed

        self._change(principal, change)
        return result

    def check(self, principal: Principal, limit: int | None) -> Admission:
        """Return whether the caller's device would get a place now."""
        now = self._clock.now()
        return rules.check_admission(self._read(principal), principal.session_id, limit, now)

    def list_watching(self, principal: Principal) -> list[WatchingDevice]:
        """Return the viewer's devices that are watching now, the first one first."""
        return rules.list_watching(self._read(principal), self._clock.now())

    def stop(self, principal: Principal, session_id: SessionId) -> None:
        """Stop one of the viewer's devices. Raises `NotFoundError` if none of them with this session is
        watching or stopped.
        """
        if all(device.session_id != session_id for device in self._read(principal)):
            raise NotFoundError
        self._change(principal, lambda devices, now: rules.stop(devices, session_id, now))

    def resume(self, principal: Principal) -> None:
        """Let the caller's stopped device ask for a place again."""
        self._change(principal, lambda devices, now: rules.resume(devices, principal.session_id, now))

    def leave(self, principal: Principal) -> None:
        """Free the place of the caller's device soon, unless it goes on."""
        self._change(principal, lambda devices, now: rules.leave(devices, principal.session_id, now))

    def _read(self, principal: Principal) -> list[WatchingDevice]:
        try:
            return _parse(self._state.read(_get_name(principal)))
        except SharedStateUnavailableError as error:
            _log_failure(error)
            return []

    def _change(
        self, principal: Principal, change: Callable[[list[WatchingDevice], datetime], list[WatchingDevice]]
    ) -> None:
        now = self._clock.now()
        try:
            self._state.change(
                _get_name(principal),
                lambda text: _format(change(_parse(text), now)),
                rules.STOPPED_PERIOD,
            )
        except SharedStateUnavailableError as error:
            _log_failure(error)


def _get_name(principal: Principal) -> str:
    channel_id: ChannelId = principal.channel_id
    account_id: AccountId = principal.viewer_id
    return f"watching:{channel_id}:{account_id}"


def _log_failure(error: SharedStateUnavailableError) -> None:
    log.warning("Devices are not counted: the shared storage is unavailable (%s)", error.__cause__)


def _format(devices: list[WatchingDevice]) -> str | None:
    if not devices:
        return None
    return json.dumps(
        [
            [
                device.session_id,
                device.event_id,
                device.since.timestamp(),
                device.expires_at.timestamp(),
                device.is_stopped,
            ]
            for device in devices
        ]
    )


def _parse(text: str | None) -> list[WatchingDevice]:
    return [
        WatchingDevice(
            session_id=SessionId(session_id),
            event_id=None if event_id is None else EventId(event_id),
            since=datetime.fromtimestamp(since, UTC),
            expires_at=datetime.fromtimestamp(expires_at, UTC),
            is_stopped=is_stopped,
        )
        for session_id, event_id, since, expires_at, is_stopped in json.loads(text or "[]")
    ]
