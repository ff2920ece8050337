"""File names of downloads."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from touchline.clips.domain.filenames import filename


def build_event(
    name: str = "Cedar Ridge @ Northgate", zone: str | None = "America/Chicago"
) -> dict[str, Any]:
    """Return an event list row.

    The event starts in the evening in Chicago, which is the next day in UTC.
    """
    start_time = datetime(2026, 11, 21, 1, 30, tzinfo=UTC)
    return {"name": name, "event_utc_ts": int(start_time.timestamp()), "time_zone": zone}


def test_an_event_is_named_by_its_own_day_and_its_teams() -> None:
    assert filename(build_event()) == "2026-11-20 19.30 Cedar Ridge @ Northgate.mp4"
    assert filename(build_event(zone="UTC")).startswith("2026-11-21 01.30 ")


def test_two_games_of_one_day_have_two_names() -> None:
    later = build_event() | {"event_utc_ts": build_event()["event_utc_ts"] + 3 * 3600}
    assert filename(later) != filename(build_event())


def test_a_clip_adds_its_name() -> None:
    assert filename(build_event(), "Glove save") == "2026-11-20 19.30 Cedar Ridge @ Northgate, Glove save.mp4"


@pytest.mark.parametrize("zone", [None, "", "Nowhere/Land", "../../etc/passwd", "America"])
def test_an_unknown_time_zone_counts_as_utc(zone: str | None) -> None:
    assert filename(build_event(zone=zone)).startswith("2026-11-21 01.30 ")


def test_characters_that_file_systems_reject_are_replaced() -> None:
    name = filename(build_event("A/B: C\\D"), 'Who "won"? <3 | *')
    assert name == "2026-11-20 19.30 A-B- C-D, Who -won-- -3 - -.mp4"


def test_invisible_characters_are_removed_from_names() -> None:
    assert filename(build_event(), "line\r\nbreak\u202egnp.exe") == (
        "2026-11-20 19.30 Cedar Ridge @ Northgate, line break gnp.exe.mp4"
    )


def test_characters_of_all_languages_stay() -> None:
    assert (
        filename(build_event("Étoiles @ 札幌"), "Arre\u0302t") == "2026-11-20 19.30 Étoiles @ 札幌, Arrêt.mp4"
    )


def test_a_long_name_is_cut_between_characters() -> None:
    name = filename(build_event("é" * 300))
    assert len(name.encode()) <= 240
    assert name.endswith("é.mp4")


def test_no_name_ends_in_a_dot_or_a_space_before_its_extension() -> None:
    assert filename(build_event(), "The end. . .") == "2026-11-20 19.30 Cedar Ridge @ Northgate, The end.mp4"
