"""`consents/KEY.csv` of a pack: applied, checked, and never written by an export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from touchline.entrypoints.bootstrap import House
from touchline.front.packs.applying import ApplyPack
from touchline.front.packs.exporting import ExportPack
from touchline.front.packs.problems import PackRefused


@pytest.fixture
def team(apply_pack: ApplyPack, whole: Path) -> str:
    """A participant of the pack."""
    return str(apply_pack.check(whole).content["participants"][0]["key"])


def put(pack: Path, team: str, text: str, mode: int = 0o600) -> Path:
    """Write a register into a pack."""
    (pack / "consents").mkdir(exist_ok=True)
    file = pack / "consents" / f"{team}.csv"
    file.write_text(text, encoding="utf-8")
    file.chmod(mode)
    return file


def names(house: House, transaction: Any, slug: str) -> list[str]:
    """The people on the registers of a channel."""
    with transaction(None, unscoped=True):
        channel_id = house.container.channel.facade().find_channel(slug).id
    with transaction(channel_id):
        found = house.container.catalog.facade().consents.all(None)
        return [one.name for people in found.values() for one in people]


def test_the_registers_of_a_pack_are_imported_and_no_export_writes_them(
    apply_pack: ApplyPack,
    export_pack: ExportPack,
    whole: Path,
    team: str,
    house: House,
    transaction: Any,
    tmp_path: Path,
) -> None:
    put(whole, team, "name;recorded\nAnn Lee;yes\n")
    applied = apply_pack(whole)
    assert names(house, transaction, applied.slug) == ["Ann Lee"]
    export_pack(applied.slug, tmp_path / "out")
    written = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert written and not any(b"Ann Lee" in path.read_bytes() for path in written)
    assert not any("consent" in path.name for path in (tmp_path / "out").rglob("*"))


def test_a_wrong_register_refuses_the_pack_with_file_line_and_column(
    apply_pack: ApplyPack, whole: Path, team: str
) -> None:
    put(whole, team, "name,recorded\nAnn Lee,perhaps\n")
    put(whole, "nobody", "name,recorded\nAnn Lee,yes\n")
    with pytest.raises(PackRefused) as refused:
        apply_pack.check(whole)
    found = {(one.file, one.line, one.field) for one in refused.value.problems}
    assert found == {(f"consents/{team}.csv", 2, "recorded"), ("consents/nobody.csv", 1, "")}


def test_a_register_that_others_can_read_is_a_warning(apply_pack: ApplyPack, whole: Path, team: str) -> None:
    put(whole, team, "name,recorded\nAnn Lee,yes\n", 0o644)
    (warning,) = [one for one in apply_pack.check(whole).warnings if one.file.startswith("consents/")]
    assert "chmod 600" in warning.right
    put(whole, team, "name,recorded\nAnn Lee,yes\n", 0o600)
    assert not any(one.file.startswith("consents/") for one in apply_pack.check(whole).warnings)
