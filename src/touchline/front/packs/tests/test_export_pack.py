"""Exporting channels from the real application."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import touchline.demo
from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.apply_pack import ApplyPack
from touchline.front.packs.export_pack import ExportPack
from touchline.front.packs.tests.pack_fixtures import DATA
from touchline.platform.tests.db.truncation import delete_all_rows
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFoundError, RefusedError

DEMO = Path(touchline.demo.__file__).parent / "packs"
PACKS = [DATA / "whole", DATA / "tiny", DEMO / "prairie", DEMO / "atelier"]


def read_files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def delete_everything(application: Application) -> None:
    delete_all_rows(application.container.database().engine)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("source", PACKS, ids=lambda path: path.name)
def test_an_export_applied_to_an_empty_application_exports_the_same(
    source: Path,
    apply_pack: ApplyPack,
    export_pack: ExportPack,
    application: Application,
    clock: FixedClock,
    tmp_path: Path,
) -> None:
    slug = apply_pack(source).slug
    export_pack(slug, tmp_path / "first")
    delete_everything(application)
    clock.advance(timedelta(days=40))
    apply_pack(tmp_path / "first")
    export_pack(slug, tmp_path / "second")
    assert read_files(tmp_path / "first") == read_files(tmp_path / "second")


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("source", PACKS, ids=lambda path: path.name)
def test_an_export_applied_to_its_own_channel_changes_nothing(
    source: Path, apply_pack: ApplyPack, export_pack: ExportPack, tmp_path: Path
) -> None:
    slug = apply_pack(source).slug
    export_pack(slug, tmp_path / "pack")
    assert apply_pack(tmp_path / "pack").total.changed == 0


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("source", PACKS, ids=lambda path: path.name)
def test_an_export_keeps_everything_except_demo_footage(
    source: Path, apply_pack: ApplyPack, export_pack: ExportPack, tmp_path: Path
) -> None:
    pack = apply_pack.check(source)
    apply_pack(source)
    export_pack(pack.slug, tmp_path / "pack")
    again = apply_pack.check(tmp_path / "pack").content
    for section in set(again) - {"footage"}:
        assert _normalize(again[section]) == _normalize(pack.content[section]), section


_DEMO_FIELDS = ("demo_footage", "demo_live")


def _normalize(value: Any) -> Any:
    """Return a section without its demo fields, with its lists sorted by key."""
    if isinstance(value, dict):
        return {name: _normalize(inner) for name, inner in value.items() if name not in _DEMO_FIELDS}
    if isinstance(value, list) and value and isinstance(value[0], dict) and {"key", "code"} & set(value[0]):
        return sorted(map(_normalize, value), key=lambda item: str(item.get("key", item.get("code"))))
    return value


def test_a_new_export_has_absolute_dates_in_the_channels_zone(
    apply_pack: ApplyPack, export_pack: ExportPack, full_pack: Path, tmp_path: Path
) -> None:
    apply_pack(full_pack)
    export_pack("riverside", tmp_path / "pack", keep_layout=False)
    text = (tmp_path / "pack" / "events.yaml").read_text()
    assert "starts: 2026-11-21 19:00\n" in text
    assert "today" not in text and "now" not in text


def test_images_are_exported_as_files_and_texts_by_name(
    apply_pack: ApplyPack, export_pack: ExportPack, full_pack: Path, tmp_path: Path
) -> None:
    apply_pack(full_pack)
    names = export_pack("riverside", tmp_path / "pack")
    assert {"pictures/mark.svg", "pictures/ground.png", "fonts/valley.woff2"} <= set(names)
    exported = read_files(tmp_path / "pack")
    assert exported["pictures/mark.svg"] == (full_pack / "pictures" / "mark.svg").read_bytes()
    assert b"![The mark](pictures/mark.svg)" in exported["pages/about.md"]
    assert not any(b"/files/" in text for name, text in exported.items() if name.endswith((".yaml", ".md")))


def test_a_folder_with_content_is_not_overwritten(
    apply_pack: ApplyPack, export_pack: ExportPack, full_pack: Path, tmp_path: Path
) -> None:
    apply_pack(full_pack)
    before = read_files(full_pack)
    with pytest.raises(RefusedError, match="not an empty folder"):
        export_pack("riverside", full_pack)
    assert read_files(full_pack) == before


def test_an_unknown_channel_is_named_in_the_error(export_pack: ExportPack, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no channel `nowhere`"):
        export_pack("nowhere", tmp_path / "pack")
    assert not (tmp_path / "pack").exists()


def test_an_export_that_fails_leaves_no_folder(
    apply_pack: ApplyPack, export_pack: ExportPack, full_pack: Path, tmp_path: Path, var: Path
) -> None:
    apply_pack(full_pack)
    stored: Any = next((var / "files" / "riverside").glob("*-ground.png"))
    content = stored.read_bytes()
    stored.unlink()
    try:
        with pytest.raises(RefusedError, match="is missing"):
            export_pack("riverside", tmp_path / "pack")
    finally:
        stored.write_bytes(content)
    assert not (tmp_path / "pack").exists() and not list(tmp_path.glob(".pack-*"))
