"""Uploads of font files, and their use as the fonts of the channel."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from werkzeug.test import TestResponse

from touchline.channel.domain.operators.roles import Role
from touchline.front.tests.document.test_document_api import Operator, join

__all__ = ["join"]
FONT = b"wOF2" + bytes(60)


def upload(operator: Operator, name: str, content: bytes) -> TestResponse:
    """Send a file as a browser does."""
    return operator.visitor.browser.post(
        "/api/studio/fonts",
        query_string={"api_key": operator.visitor.api_key},
        data={"font": (BytesIO(content), name)},
    )


def test_an_uploaded_font_is_a_font_of_the_site(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    response = upload(owner, "Inter-Bold.woff2", FONT)
    assert response.status_code == 200 and response.json is not None, response.text
    path = response.json["data"]["path"]
    assert path.startswith("/files/riverside/") and path.endswith("-inter-bold.woff2")
    assert owner.visitor.browser.get(path).data == FONT
    assert upload(owner, "Inter-Bold.woff2", FONT).json == response.json

    entry = owner.data("/studio/entries/channel")[0]
    font = {"family": "Inter", "file": path, "weight": "700"}
    value = {**entry["value"], "theme": {"fonts": [font], "font_display": "Inter"}}
    edit = {"section": "channel", "key": "", "value": value, "version": entry["version"]}
    saved = owner.call("PUT", "/studio/entries", entries=[edit])
    assert saved.status_code == 200, saved.text
    assert owner.data("/studio/entries/channel")[0]["value"]["theme"] == value["theme"]


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("inter.zip", b"PK", "`inter.zip` is not a font; one of: .woff2, .woff, .ttf, .otf"),
        ("inter.woff2", b"<svg/>", "`inter.woff2` is not a font; convert it to WOFF2"),
        ("inter.woff2", b"wOF2" + bytes(4_194_304), "`inter.woff2` is larger than 4 MB; make it smaller"),
    ],
)
def test_a_font_is_refused_with_the_sentence_of_a_pack(
    name: str, content: bytes, sentence: str, join: Callable[[Role], Operator]
) -> None:
    response = upload(join(Role.OWNER), name, content)
    assert response.status_code == 422 and response.json is not None, response.text
    assert response.json["errors"]["font"] == [sentence]


def test_an_upload_of_a_font_is_in_the_activity(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    path = upload(owner, "inter.woff2", FONT).json["data"]["path"]  # type: ignore[index]
    entry = owner.data("/studio/activity")[0]
    assert (entry["action"], entry["subject_id"]) == ("font.upload", path)


def test_fonts_are_for_operators_who_may_change_the_look(join: Callable[[Role], Operator]) -> None:
    producer = join(Role.PRODUCER)
    assert upload(producer, "inter.woff2", FONT).status_code == 403


def test_a_body_that_no_font_needs_is_refused(join: Callable[[Role], Operator]) -> None:
    assert upload(join(Role.OWNER), "inter.woff2", bytes(5_300_000)).status_code == 413
