"""`consents/KEY.csv` of a pack: applied, validated and never written by an export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.apply_pack import ApplyPack
from touchline.front.packs.export_pack import ExportPack
from touchline.front.packs.problems import PackRefusedError


@pytest.fixture
def participant_key(apply_pack: ApplyPack, full_pack: Path) -> str:
    """Return the key of a participant of the pack."""
    return str(apply_pack.check(full_pack).content["participants"][0]["key"])


def write_register(pack: Path, participant_key: str, text: str, mode: int = 0o600) -> Path:
    """Write a consent register into a pack."""
    (pack / "consents").mkdir(exist_ok=True)
    file = pack / "consents" / f"{participant_key}.csv"
    file.write_text(text, encoding="utf-8")
    file.chmod(mode)
    return file


def list_names(application: Application, transaction: Any, slug: str) -> list[str]:
    """Return the names of the people on a channel's registers."""
    with transaction(None, unscoped=True):
        channel_id = application.container.channel.facade().find_channel(slug).id
    with transaction(channel_id):
        registers = application.container.catalog.facade().consent_register.list_registers(None)
        return [consent.name for people in registers.values() for consent in people]


def test_the_registers_of_a_pack_are_imported_and_no_export_writes_them(
    apply_pack: ApplyPack,
    export_pack: ExportPack,
    full_pack: Path,
    participant_key: str,
    application: Application,
    transaction: Any,
    tmp_path: Path,
) -> None:
    write_register(full_pack, participant_key, "name;recorded\nAnn Lee;yes\n")
    applied = apply_pack(full_pack)
    assert list_names(application, transaction, applied.slug) == ["Ann Lee"]
    export_pack(applied.slug, tmp_path / "out")
    written = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert written and not any(b"Ann Lee" in path.read_bytes() for path in written)
    assert not any("consent" in path.name for path in (tmp_path / "out").rglob("*"))


def test_a_wrong_register_refuses_the_pack_with_file_line_and_column(
    apply_pack: ApplyPack, full_pack: Path, participant_key: str
) -> None:
    write_register(full_pack, participant_key, "name,recorded\nAnn Lee,perhaps\n")
    write_register(full_pack, "nobody", "name,recorded\nAnn Lee,yes\n")
    with pytest.raises(PackRefusedError) as error:
        apply_pack.check(full_pack)
    problems = {(problem.file, problem.line, problem.field) for problem in error.value.problems}
    assert problems == {(f"consents/{participant_key}.csv", 2, "recorded"), ("consents/nobody.csv", 1, "")}


def test_a_register_that_others_can_read_is_a_warning(
    apply_pack: ApplyPack, full_pack: Path, participant_key: str
) -> None:
    write_register(full_pack, participant_key, "name,recorded\nAnn Lee,yes\n", 0o644)
    (warning,) = [
        problem for problem in apply_pack.check(full_pack).warnings if problem.file.startswith("consents/")
    ]
    assert "chmod 600" in warning.hint
    write_register(full_pack, participant_key, "name,recorded\nAnn Lee,yes\n", 0o600)
    assert not any(problem.file.startswith("consents/") for problem in apply_pack.check(full_pack).warnings)
