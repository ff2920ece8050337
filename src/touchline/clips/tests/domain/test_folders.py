"""Names of folders."""

from __future__ import annotations

from datetime import UTC, datetime

from touchline.clips.domain.folders import get_created_at, new_folder, workspace_prefix

NOW = datetime(2026, 11, 21, 18, 0, 7, tzinfo=UTC)


def test_a_folder_name_has_its_creation_time_and_is_not_predictable() -> None:
    first, second = new_folder("clips", NOW), new_folder("clips", NOW)
    assert first != second
    assert get_created_at(first) == NOW
    assert get_created_at(new_folder("downloads", NOW)) == NOW


def test_a_foreign_folder_has_no_creation_time() -> None:
    name = new_folder("clips", NOW)
    for other in ("clips/x", "assets/" + name[6:], f"{name}/play", f"../{name}", f"{name}0", ""):
        assert get_created_at(other) is None


def test_workspaces_of_a_folder_have_their_own_prefix() -> None:
    assert workspace_prefix("clips/ab") == "clips-ab-"
