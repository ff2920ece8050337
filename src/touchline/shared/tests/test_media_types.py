"""Tests for media types by file name."""

import mimetypes

import pytest

from touchline.shared.files.media_types import media_type


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("hero.webp", "image/webp"),
        ("HERO.AVIF", "image/avif"),
        ("a.woff2", "font/woff2"),
        ("master.m3u8", "application/vnd.apple.mpegurl"),
        ("0001.ts", "video/mp2t"),
        ("init.m4s", "video/mp4"),
        ("index-a1b2.js", "text/javascript"),
        ("https://media.example.org/files/prairie/ad.mp4", "video/mp4"),
        ("notes", None),
    ],
)
def test_a_name_has_the_same_type_on_every_machine(
    monkeypatch: pytest.MonkeyPatch, name: str, kind: str | None
) -> None:
    monkeypatch.setattr(mimetypes, "guess_type", lambda *_: ("text/vnd.of-this-machine", None))
    assert media_type(name) == kind
