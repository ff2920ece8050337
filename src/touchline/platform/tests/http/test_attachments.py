"""Names of files in answers."""

from __future__ import annotations

import pytest
from flask import Response

from touchline.platform.http.attachments import attach


def said(name: str, key: str = "clips/4f/file/clip.mp4") -> str:
    """The header of an answer that is kept under a name."""
    response = Response()
    attach(response, name, key)
    return response.headers["Content-Disposition"]


def test_a_plain_name_is_said_once() -> None:
    name = "2026-11-20 Cedar Ridge @ Northgate, Glove save.mp4"
    assert said(name) == f'attachment; filename="{name}"'


def test_a_name_with_accents_is_said_for_old_browsers_too() -> None:
    names = ('filename="Arret a Montreal.mp4"', "filename*=UTF-8''Arr%C3%AAt%20%C3%A0%20Montr%C3%A9al.mp4")
    assert said("Arrêt à Montréal.mp4") == "; ".join(("attachment", *names))


def test_a_name_without_a_letter_of_ascii_has_its_ending() -> None:
    assert said("札幌.mp4") == "attachment; filename=\".mp4\"; filename*=UTF-8''%E6%9C%AD%E5%B9%8C.mp4"


@pytest.mark.parametrize("name", ["", ".mp4", " . ", "\r\n", '"', "/"])
def test_without_a_name_it_is_that_of_the_file(name: str) -> None:
    assert said(name) == 'attachment; filename="clip.mp4"'


def test_what_somebody_sent_breaks_no_header_and_makes_no_program() -> None:
    assert said('a"\r\nSet-Cookie: b=1\u202e.exe') == 'attachment; filename="aSet-Cookie: b=1.exe.mp4"'
    assert said("../../etc/passwd") == 'attachment; filename="etcpasswd.mp4"'
    assert len(said("é" * 10_000)) < 2_000


def test_what_becomes_a_quotation_mark_or_a_slash_in_plain_letters_ends_no_name() -> None:
    header = said("a\uff02; filename=\uff02b.exe\uff02; x=\uff0f\uff3c.mp4")
    assert header.startswith('attachment; filename="a; filename=b.exe; x=.mp4"; filename*=UTF-8')
    assert header.count('"') == 2
