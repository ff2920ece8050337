"""File names of downloads."""

from __future__ import annotations

import pytest
from flask import Response

from touchline.platform.http.attachments import set_attachment


def content_disposition(name: str, key: str = "clips/4f/file/clip.mp4") -> str:
    """Return the Content-Disposition header of a response that is saved under a name."""
    response = Response()
    set_attachment(response, name, key)
    return response.headers["Content-Disposition"]


def test_an_ascii_name_is_sent_once() -> None:
    name = "2026-11-20 Cedar Ridge @ Northgate, Glove save.mp4"
    assert content_disposition(name) == f'attachment; filename="{name}"'


def test_a_name_with_accents_has_an_ascii_fallback() -> None:
    names = ('filename="Arret a Montreal.mp4"', "filename*=UTF-8''Arr%C3%AAt%20%C3%A0%20Montr%C3%A9al.mp4")
    assert content_disposition("Arrêt à Montréal.mp4") == "; ".join(("attachment", *names))


def test_a_name_without_ascii_letters_keeps_its_extension() -> None:
    assert (
        content_disposition("札幌.mp4")
        == "attachment; filename=\".mp4\"; filename*=UTF-8''%E6%9C%AD%E5%B9%8C.mp4"
    )


@pytest.mark.parametrize("name", ["", ".mp4", " . ", "\r\n", '"', "/"])
def test_the_default_name_is_the_file_name(name: str) -> None:
    assert content_disposition(name) == 'attachment; filename="clip.mp4"'


def test_user_input_breaks_neither_header_nor_extension() -> None:
    assert (
        content_disposition('a"\r\nSet-Cookie: b=1\u202e.exe')
        == 'attachment; filename="aSet-Cookie: b=1.exe.mp4"'
    )
    assert content_disposition("../../etc/passwd") == 'attachment; filename="etcpasswd.mp4"'
    assert len(content_disposition("é" * 10_000)) < 2_000


def test_characters_that_normalize_to_quotes_or_slashes_are_removed() -> None:
    header = content_disposition("a\uff02; filename=\uff02b.exe\uff02; x=\uff0f\uff3c.mp4")
    assert header.startswith('attachment; filename="a; filename=b.exe; x=.mp4"; filename*=UTF-8')
    assert header.count('"') == 2
