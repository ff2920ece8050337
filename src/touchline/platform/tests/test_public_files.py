"""Public files are stored by their content."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from touchline.platform.files.public_files import PublicFiles


def test_the_same_bytes_have_the_same_path_and_others_another(tmp_path: Path) -> None:
    public_files = PublicFiles(tmp_path, "https://media.example.org")
    first = public_files.add_bytes("prairie", "Crest One.SVG", b"<svg/>")
    assert first == public_files.add_bytes("prairie", "Crest One.SVG", b"<svg/>")
    assert first.endswith("-crest-one.svg")
    assert first != public_files.add_bytes("prairie", "Crest One.SVG", b"<svg />")
    assert public_files.url(first) == "https://media.example.org" + first
    assert public_files.url("https://elsewhere.example/a.png") == "https://elsewhere.example/a.png"
    assert public_files.url(None) is None


def test_nothing_outside_of_the_folder_is_found(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_text("hush")
    public_files = PublicFiles(tmp_path / "files")
    path = public_files.add_bytes("prairie", "a.png", b"a")
    found = public_files.resolve(path)
    assert found is not None and found.read_bytes() == b"a"
    assert public_files.resolve("/files/../secret.key") is None
    assert public_files.resolve("/files/prairie") is None


@pytest.mark.parametrize("path", ["/assets/%00", "/files/prairie/%00", "/assets/a%00.js"])
def test_an_impossible_name_is_not_found(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert (response.status_code, response.content_type) == (404, "application/problem+json")


def test_a_file_can_be_stored_under_its_own_name_and_replaced(tmp_path: Path) -> None:
    public_files = PublicFiles(tmp_path / "files")
    video = tmp_path / "drawn.mp4"
    for content in (b"first", b"second"):
        video.write_bytes(content)
        assert public_files.replace("prairie", "sponsor.mp4", video) == "/files/prairie/sponsor.mp4"
        found = public_files.resolve("/files/prairie/sponsor.mp4")
        assert found is not None
        assert found.read_bytes() == content
    assert [path.name for path in (tmp_path / "files" / "prairie").iterdir()] == ["sponsor.mp4"]
