"""The parts of `touchline run`."""

from __future__ import annotations

from pathlib import Path

import pytest

from touchline.entrypoints import embedded, install

SHOWN = ("packs/prairie/footage.yaml", "packs/prairie/crest.svg", "footage/games.py", "footage/art/a.ttf")
NOT_SHOWN = ("footage/tests/test_games.py", "footage/__pycache__/games.pyc")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one small pack and a little drawing code."""
    for name in (*SHOWN, *NOT_SHOWN):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("as it was")
    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setattr(embedded, "PACKS", tmp_path / "packs")
    monkeypatch.setattr(embedded, "FOOTAGE", tmp_path / "footage")
    return tmp_path


@pytest.mark.parametrize("name", SHOWN)
def test_films_are_made_again_when_anything_changes_that_they_show(checkout: Path, name: str) -> None:
    before = embedded.packs_digest()
    (checkout / name).write_text("otherwise")
    assert embedded.packs_digest() != before


@pytest.mark.parametrize("name", NOT_SHOWN)
def test_films_are_not_made_again_for_a_test(checkout: Path, name: str) -> None:
    before = embedded.packs_digest()
    (checkout / name).write_text("otherwise")
    assert embedded.packs_digest() == before
