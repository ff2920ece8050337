"""The parts of `touchline run`."""

from __future__ import annotations

from pathlib import Path

import pytest

from touchline.entrypoints import embedded, install


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one small pack and a little drawing code."""
    for name in ("packs/prairie/channel.yaml", "packs/prairie/pictures/crest.svg", "footage/games.py",
                 "footage/art/letters.ttf", "footage/tests/test_games.py", "footage/__pycache__/games.pyc"):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("as it was")
    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setattr(embedded, "PACKS", tmp_path / "packs")
    monkeypatch.setattr(embedded, "FOOTAGE", tmp_path / "footage")
    return tmp_path


@pytest.mark.parametrize(
    "name", ["packs/prairie/pictures/crest.svg", "footage/games.py", "footage/art/letters.ttf"]
)
def test_films_are_made_again_when_anything_changes_that_they_show(checkout: Path, name: str) -> None:
    before = embedded.packs_digest()
    (checkout / name).write_text("otherwise")
    assert embedded.packs_digest() != before


@pytest.mark.parametrize("name", ["footage/tests/test_games.py", "footage/__pycache__/games.pyc"])
def test_films_are_not_made_again_for_a_test(checkout: Path, name: str) -> None:
    before = embedded.packs_digest()
    (checkout / name).write_text("otherwise")
    assert embedded.packs_digest() == before
