"""Tests for how many devices may watch at once."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.watching_devices import (
    LEAVING_PERIOD,
    WATCHING_PERIOD,
    Admission,
    WatchingDevice,
    admit,
    check_admission,
    keeps_place,
    leave,
    list_watching,
    release,
    resume,
    stop,
)
from touchline.shared.ids import SessionId

NOW = datetime(2026, 12, 1, 19, 0, tzinfo=UTC)
GAME = MediaOwner("event", 7)
SECOND = timedelta(seconds=1)
PHONE, TELEVISION, LAPTOP, TABLET = (SessionId(number) for number in (1, 2, 3, 4))


def watch(*session_ids: SessionId, at: datetime = NOW) -> list[WatchingDevice]:
    """Return the devices after each of them requested video."""
    devices: list[WatchingDevice] = []
    for session_id in session_ids:
        _, devices = admit(devices, session_id, GAME, None, at)
    return devices


def list_ids(devices: list[WatchingDevice], now: datetime = NOW) -> list[int]:
    return [device.session_id for device in list_watching(devices, now)]


def test_the_first_devices_watch_and_the_next_one_is_refused() -> None:
    devices = watch(PHONE, TELEVISION, LAPTOP)
    admission, after = admit(devices, TABLET, GAME, 3, NOW + SECOND)
    assert (admission, list_ids(after)) == (Admission.FULL, [PHONE, TELEVISION, LAPTOP])
    assert admit(after, PHONE, GAME, 3, NOW + SECOND)[0] is Admission.ALLOWED


def test_without_a_limit_every_device_watches() -> None:
    assert admit(watch(PHONE, TELEVISION, LAPTOP), TABLET, GAME, None, NOW)[0] is Admission.ALLOWED


def test_a_device_without_requests_loses_its_place_after_a_minute() -> None:
    devices = watch(PHONE)
    assert check_admission(devices, TABLET, 1, NOW + WATCHING_PERIOD - SECOND) is Admission.FULL
    assert check_admission(devices, TABLET, 1, NOW + WATCHING_PERIOD) is Admission.ALLOWED


def test_a_place_needs_no_renewal_until_its_device_stops_or_leaves() -> None:
    devices = watch(PHONE, TELEVISION)
    assert keeps_place(devices, PHONE, NOW + timedelta(seconds=20))
    assert not keeps_place(devices, PHONE, NOW + WATCHING_PERIOD - LEAVING_PERIOD)
    assert not keeps_place(devices, TABLET, NOW)
    for change in (stop, leave):
        changed = change(devices, PHONE, NOW)
        assert (keeps_place(changed, PHONE, NOW), keeps_place(changed, TELEVISION, NOW)) == (False, True)


def test_a_session_that_ended_has_no_place_and_is_not_stopped_any_more() -> None:
    devices = stop(watch(PHONE, TELEVISION, LAPTOP), LAPTOP, NOW)
    after = release(devices, {PHONE, LAPTOP}, NOW)
    assert [device.session_id for device in after] == [TELEVISION]


def test_a_device_that_watches_more_than_a_new_limit_allows_keeps_its_place() -> None:
    devices = watch(PHONE, TELEVISION, LAPTOP)
    assert admit(devices, LAPTOP, GAME, 1, NOW + SECOND)[0] is Admission.ALLOWED


def test_a_device_that_watches_a_game_has_no_place_for_content_with_a_lower_limit() -> None:
    documentary = MediaOwner("library_item", 8)
    devices = watch(PHONE, TELEVISION, LAPTOP)
    admissions = []
    for session_id in (PHONE, TELEVISION, LAPTOP):
        admission, devices = admit(devices, session_id, documentary, 1, NOW + SECOND)
        admissions.append(admission)
    assert admissions == [Admission.ALLOWED, Admission.FULL, Admission.FULL]
    assert admit(devices, LAPTOP, GAME, 3, NOW + SECOND)[0] is Admission.ALLOWED


def test_a_closed_page_frees_its_place_soon_unless_another_tab_is_watching() -> None:
    left = leave(watch(PHONE), PHONE, NOW)
    assert check_admission(left, TABLET, 1, NOW + LEAVING_PERIOD - SECOND) is Admission.FULL
    assert check_admission(left, TABLET, 1, NOW + LEAVING_PERIOD) is Admission.ALLOWED
    _, returned = admit(left, PHONE, GAME, 1, NOW + LEAVING_PERIOD - SECOND)
    assert check_admission(returned, TABLET, 1, NOW + LEAVING_PERIOD) is Admission.FULL


def test_a_stopped_device_frees_its_place_and_stays_stopped_until_it_resumes() -> None:
    stopped = stop(watch(PHONE, TELEVISION), PHONE, NOW)
    assert list_ids(stopped) == [TELEVISION]
    assert admit(stopped, PHONE, GAME, 2, NOW + timedelta(hours=6))[0] is Admission.STOPPED
    admission, filled = admit(stopped, TABLET, GAME, 2, NOW)
    assert admission is Admission.ALLOWED
    resumed = resume(filled, PHONE, NOW)
    assert admit(resumed, PHONE, GAME, 2, NOW)[0] is Admission.FULL
    assert admit(resumed, PHONE, GAME, 2, NOW + WATCHING_PERIOD)[0] is Admission.ALLOWED


@pytest.mark.parametrize("change", [stop, leave, resume])
def test_a_device_that_is_not_watching_cannot_be_changed(change: object) -> None:
    devices = watch(PHONE)
    assert callable(change)
    assert change(devices, TABLET, NOW) == devices


def test_a_clock_that_is_set_back_blocks_nobody() -> None:
    devices = watch(PHONE, at=NOW + timedelta(hours=1))
    assert check_admission(devices, TABLET, 1, NOW) is Admission.ALLOWED


def test_a_device_keeps_the_time_since_which_it_watches() -> None:
    _, devices = admit(watch(PHONE), PHONE, MediaOwner("library_item", 8), 1, NOW + 20 * SECOND)
    assert [(device.since, device.content.id) for device in devices] == [(NOW, 8)]


@pytest.mark.parametrize("seed", range(20))
def test_never_more_devices_watch_than_allowed_and_a_place_is_free_after_a_minute(seed: int) -> None:
    choose = random.Random(seed)  # noqa: S311
    devices: list[WatchingDevice] = []
    now, limit = NOW, 3
    for _ in range(500):
        now += timedelta(seconds=choose.randrange(30))
        session_id = SessionId(choose.randrange(1, 8))
        action = choose.choice(("watch", "watch", "watch", "leave", "stop", "resume", "crash"))
        if action == "watch":
            before = list_ids(devices, now)
            admission, devices = admit(devices, session_id, GAME, limit, now)
            assert (admission is Admission.ALLOWED) == (session_id in list_ids(devices, now))
            if session_id in before or (len(before) < limit and admission is not Admission.STOPPED):
                assert admission is Admission.ALLOWED
        elif action != "crash":
            devices = {"leave": leave, "stop": stop, "resume": resume}[action](devices, session_id, now)
        assert len(list_watching(devices, now)) <= limit
    assert list_watching(devices, now + WATCHING_PERIOD) == []
