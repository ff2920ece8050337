"""Which devices of an account are watching paid video, shared by all processes.

If the shared state is unavailable, everybody may watch.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Collection
from datetime import UTC, datetime

from touchline.catalog.domain import watching_devices as rules
from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.watching_devices import Admission, WatchingDevice
from touchline.catalog.ports.media.delivery import Sessions
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.principal import Principal
from touchline.shared.shared_state import SharedState, SharedStateUnavailableError

log = logging.getLogger(__name__)


class DeviceLimits:
    """The devices of viewers. Each change is atomic for one account."""

    def __init__(self, state: SharedState, sessions: Sessions, clock: Clock) -> None:
        self._state = state
        self._sessions = sessions
        self._clock = clock

    def admit(self, principal: Principal, content: MediaOwner, limit: int | None) -> Admission:
        """Give the caller's device a place, or return why it has none.

        Devices that logged out have no place, so a device that would be refused costs one query.
        """
        admission = self._admit(principal, content, limit)
        if admission is Admission.FULL and self._release_ended(principal):
            return self._admit(principal, content, limit)
        return admission

    def _admit(self, principal: Principal, content: MediaOwner, limit: int | None) -> Admission:
        result = Admission.ALLOWED

        def change(devices: list[WatchingDevice], now: datetime) -> list[WatchingDevice]:
            nonlocal result
            result, changed = rules.admit(devices, principal.session_id, content, limit, now)
            return changed

        self._change(principal, change)
        return result

    def check(self, principal: Principal, limit: int | None) -> Admission:
        """Return whether the caller's device would get a place now. Runs no query."""
        now = self._clock.now()
        return rules.check_admission(self._read(principal), principal.session_id, limit, now)

    def keeps_place(self, principal: Principal) -> bool:
        """Return whether the caller's device has a place that it need not renew yet. Runs no query."""
        try:
            devices = _parse(self._state.read(_get_name(principal)))
        except SharedStateUnavailableError as error:
            _log_failure(error)
            return True
        return rules.keeps_place(devices, principal.session_id, self._clock.now())

    def list_watching(
        self, principal: Principal, content: MediaOwner | None, limit: int | None
    ) -> tuple[Admission, list[WatchingDevice]]:
        """Return whether the caller's device would get a place for `content`, and the viewer's devices that
        are watching now, the first one first. Both are of the same moment.
        """
        if self.check(principal, limit) is Admission.FULL:
            self._release_ended(principal)
        devices, now = self._read(principal), self._clock.now()
        admission = rules.check_admission(devices, principal.session_id, limit, now, content)
        return admission, rules.list_watching(devices, now)

    def release(
        self, channel_id: ChannelId, account_id: AccountId, session_ids: Collection[SessionId]
    ) -> None:
        """Free the places of sessions that ended."""
        self._change_named(
            _format_name(channel_id, account_id),
            lambda devices, now: rules.release(devices, session_ids, now),
        )

    def _release_ended(self, principal: Principal) -> bool:
        """Free the places of devices that logged out, and return whether there are any. Runs one query if a
        device has a place.
        """
        known = {device.session_id for device in self._read(principal)}
        ended = known - self._sessions.list_devices(principal.viewer_id).keys() if known else set()
        if ended:
            self.release(principal.channel_id, principal.viewer_id, ended)
        return bool(ended)

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
        self._change_named(_get_name(principal), change)

    def _change_named(
        self, name: str, change: Callable[[list[WatchingDevice], datetime], list[WatchingDevice]]
    ) -> None:
        now = self._clock.now()
        try:
            self._state.change(
                name,
                lambda text: _format(change(_parse(text), now)),
                rules.STOPPED_PERIOD,
            )
        except SharedStateUnavailableError as error:
            _log_failure(error)


def _get_name(principal: Principal) -> str:
    return _format_name(principal.channel_id, principal.viewer_id)


def _format_name(channel_id: ChannelId, account_id: AccountId) -> str:
    return f"watching-devices:{channel_id}:{account_id}"


def _log_failure(error: SharedStateUnavailableError) -> None:
    log.warning("Devices are not counted: the shared storage is unavailable (%s)", error.__cause__)


def _format(devices: list[WatchingDevice]) -> str | None:
    if not devices:
        return None
    return json.dumps(
        [
            [
                device.session_id,
                device.content.kind,
                device.content.id,
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
            content=MediaOwner(kind, content_id),
            since=datetime.fromtimestamp(since, UTC),
            expires_at=datetime.fromtimestamp(expires_at, UTC),
            is_stopped=is_stopped,
        )
        for session_id, kind, content_id, since, expires_at, is_stopped in json.loads(text or "[]")
    ]
