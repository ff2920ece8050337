"""Open files are kept by content."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from touchline.platform.files import OpenFiles


def test_the_same_bytes_have_the_same_path_and_others_another(tmp_path: Path) -> None:
    files = OpenFiles(tmp_path, "https://media.example.org")
    first = files.add_bytes("prairie", "Crest One.SVG", b"<svg/>")
    assert first == files.add_bytes("prairie", "Crest One.SVG", b"<svg/>")
    assert first.endswith("-crest-one.svg")
    assert first != files.add_bytes("prairie", "Crest One.SVG", b"<svg />")
    assert files.url(first) == "https://media.example.org" + first
    assert files.url("https://elsewhere.example/a.png") == "https://elsewhere.example/a.png"
    assert files.url(None) is None


def test_nothing_outside_of_the_folder_is_found(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_text("hush")
    files = OpenFiles(tmp_path / "files")
    path = files.add_bytes("prairie", "a.png", b"a")
    found = files.locate(path)
    assert found is not None and found.read_bytes() == b"a"
    assert files.locate("/files/../secret.key") is None
    assert files.locate("/files/prairie") is None


@pytest.mark.parametrize("path", ["/assets/%00", "/files/prairie/%00", "/assets/a%00.js"])
def test_a_name_that_no_file_can_have_is_not_found(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.content_type) == (404, "application/problem+json")


def test_a_file_may_be_kept_under_its_own_name_and_replaced(tmp_path: Path) -> None:
    files = OpenFiles(tmp_path / "files")
    film = tmp_path / "drawn.mp4"
    for content in (b"first", b"second"):
        film.write_bytes(content)
        assert files.place("prairie", "sponsor.mp4", film) == "/files/prairie/sponsor.mp4"
        found = files.locate("/files/prairie/sponsor.mp4")
        assert found is not None
        assert found.read_bytes() == content
    assert [path.name for path in (tmp_path / "files" / "prairie").iterdir()] == ["sponsor.mp4"]
