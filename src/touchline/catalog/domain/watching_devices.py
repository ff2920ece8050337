"""How many devices may watch with one purchase at once (product.md §4).

A device is a login session: all tabs of one browser, and the receiver that it casts to, are one device. It is
watching while it requested paid video within the last minute. The first devices keep their places. Another
one is refused until a place is free.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from touchline.catalog.domain.media.assets import MediaOwner
from touchline.shared.ids import SessionId

WATCHING_PERIOD = timedelta(seconds=60)
"""How long a device without requests keeps its place. Players request video at least every 20 seconds."""
LEAVING_PERIOD = timedelta(seconds=25)
"""How long a device that closed its page keeps its place. Another tab of it requests video before that."""
STOPPED_PERIOD = timedelta(hours=12)
"""How long a device stays stopped. Its media URLs have expired by then."""


class Admission(StrEnum):
    """Whether a device may watch: it has a place, all places are taken, or another device stopped it."""

    ALLOWED = "allowed"
    FULL = "full"
    STOPPED = "stopped"


@dataclass(frozen=True, kw_only=True)
class WatchingDevice:
    """A device that is watching, or that was stopped (`is_stopped`). `content` is what it requested last.
    `expires_at` is when the entry ends without another request.
    """

    session_id: SessionId
    content: MediaOwner
    since: datetime
    expires_at: datetime
    is_stopped: bool = False


Devices = Sequence[WatchingDevice]


def list_watching(devices: Devices, now: datetime) -> list[WatchingDevice]:
    """Return the devices that have a place now, the first one first."""
    return [device for device in _list_current(devices, now) if not device.is_stopped]


def check_admission(
    devices: Devices,
    session_id: SessionId,
    limit: int | None,
    now: datetime,
    content: MediaOwner | None = None,
) -> Admission:
    """Return whether a device may watch `content`, without giving it a place. `limit` is None for no limit.

    A device that watches the content keeps its place. One that watches something else may change to it if
    fewer devices than the limit came before it.
    """
    current = _list_current(devices, now)
    own = next((device for device in current if device.session_id == session_id), None)
    if own is not None and own.is_stopped:
        return Admission.STOPPED
    if limit is None or (own is not None and own.content == content):
        return Admission.ALLOWED
    watching = list_watching(current, now)
    taken = watching.index(own) if own is not None else len(watching)
    return Admission.FULL if taken >= limit else Admission.ALLOWED


def admit(
    devices: Devices, session_id: SessionId, content: MediaOwner, limit: int | None, now: datetime
) -> tuple[Admission, list[WatchingDevice]]:
    """Return whether a device may watch, and the devices after it. A device that may watch has a place."""
    current = _list_current(devices, now)
    admission = check_admission(current, session_id, limit, now, content)
    if admission is not Admission.ALLOWED:
        return admission, current
    own = next((device for device in current if device.session_id == session_id), None)
    since = own.since if own else now
    place = WatchingDevice(
        session_id=session_id, content=content, since=since, expires_at=now + WATCHING_PERIOD
    )
    return admission, [*_without(current, session_id), place]


def keeps_place(devices: Devices, session_id: SessionId, now: datetime) -> bool:
    """Return whether a device has a place that another request need not renew yet. A device that was
    stopped, that lost its place, or that may be leaving does not.
    """
    return any(
        device.session_id == session_id and device.expires_at > now + LEAVING_PERIOD
        for device in list_watching(devices, now)
    )


def release(devices: Devices, ended: Collection[SessionId], now: datetime) -> list[WatchingDevice]:
    """Return the devices without those whose sessions ended. Their places are free at once."""
    return [device for device in _list_current(devices, now) if device.session_id not in ended]


def stop(devices: Devices, session_id: SessionId, now: datetime) -> list[WatchingDevice]:
    """Return the devices after one of them was stopped. A device that is not watching stays as it is."""
    return [
        replace(device, is_stopped=True, expires_at=now + STOPPED_PERIOD)
        if device.session_id == session_id and not device.is_stopped
        else device
        for device in _list_current(devices, now)
    ]


def resume(devices: Devices, session_id: SessionId, now: datetime) -> list[WatchingDevice]:
    """Return the devices after a stopped one asks to watch again. It gets a place with its next request."""
    current = _list_current(devices, now)
    return [device for device in current if device.session_id != session_id or not device.is_stopped]


def leave(devices: Devices, session_id: SessionId, now: datetime) -> list[WatchingDevice]:
    """Return the devices after one of them closed its page. Its place is free soon, unless another of its
    tabs is watching.
    """
    return [
        replace(device, expires_at=min(device.expires_at, now + LEAVING_PERIOD))
        if device.session_id == session_id and not device.is_stopped
        else device
        for device in _list_current(devices, now)
    ]


def _list_current(devices: Devices, now: datetime) -> list[WatchingDevice]:
    """Return the entries that have not expired. An entry from the future, after the clock was set back,
    does not count.
    """
    return sorted(
        (device for device in devices if now < device.expires_at <= now + _get_period(device)),
        key=lambda device: (device.since, device.session_id),
    )


def _get_period(device: WatchingDevice) -> timedelta:
    return STOPPED_PERIOD if device.is_stopped else WATCHING_PERIOD


def _without(devices: Devices, session_id: SessionId) -> list[WatchingDevice]:
    return [device for device in devices if device.session_id != session_id]
