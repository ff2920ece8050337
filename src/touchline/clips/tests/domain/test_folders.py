"""Names of folders."""

from __future__ import annotations

from datetime import UTC, datetime

from touchline.clips.domain.folders import made_at, new_folder, work_name

NOW = datetime(2026, 11, 21, 18, 0, 7, tzinfo=UTC)


def test_a_folder_tells_when_it_was_made_and_not_what_the_next_is_called() -> None:
    first, second = new_folder("clips", NOW), new_folder("clips", NOW)
    assert first != second
    assert made_at(first) == NOW
    assert made_at(new_folder("downloads", NOW)) == NOW


def test_what_is_no_folder_of_ours_has_no_age() -> None:
    name = new_folder("clips", NOW)
    for other in ("clips/x", "assets/" + name[6:], f"{name}/play", f"../{name}", f"{name}0", ""):
        assert made_at(other) is None


def test_workspaces_of_a_folder_are_told_from_those_of_others() -> None:
    assert work_name("clips/ab") == "clips-ab-"
