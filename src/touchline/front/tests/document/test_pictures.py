"""Pictures that operators upload: what is stored, what is refused, and the preview of Markdown."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image
from werkzeug.test import TestResponse

from touchline.channel.domain.operators.roles import Role
from touchline.front.tests.document.test_document_api import Operator, join

__all__ = ["join"]
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><!-- Ada --><rect width="9"/></svg>'


def upload(operator: Operator, name: str, content: bytes) -> TestResponse:
    """Send a file as a browser does."""
    return operator.visitor.browser.post(
        "/api/studio/pictures",
        query_string={"api_key": operator.visitor.api_key},
        data={"picture": (BytesIO(content), name)},
    )


def create_photo() -> bytes:
    """Return a photo with a comment in its metadata, larger than the bodies of other calls."""
    out = BytesIO()
    image = Image.effect_noise((1400, 1000), 90)
    exif = Image.Exif()
    exif[0x010E] = "At Ada's house"
    image.save(out, "JPEG", quality=98, exif=exif)
    return out.getvalue()


def test_an_uploaded_picture_is_stored_without_metadata_and_entries_may_name_it(
    join: Callable[[Role], Operator],
) -> None:
    producer = join(Role.PRODUCER)
    photo = create_photo()
    assert len(photo) > 1_048_576
    response = upload(producer, "C:\\Photos\\Équipe 1.JPG", photo)
    assert response.status_code == 200 and response.json is not None, response.text
    stored = response.json["data"]
    assert (stored["width"], stored["height"]) == (1400, 1000)
    assert stored["path"].startswith("/files/riverside/") and stored["path"].endswith(".jpg")
    assert b"Ada" not in producer.visitor.browser.get(stored["path"]).data
    assert upload(producer, "C:\\Photos\\Équipe 1.JPG", photo).json == response.json
    talks = producer.data("/studio/entries/categories/talks")
    value = {**talks["value"], "image": stored["path"]}
    saved = producer.call("PUT", "/studio/entries/categories/talks", value=value, version=talks["version"])
    assert saved.status_code == 200, saved.text


def test_the_size_of_a_drawing_is_that_of_its_view_box(join: Callable[[Role], Operator]) -> None:
    producer = join(Role.PRODUCER)
    stored = upload(producer, "crest.svg", SVG)
    assert stored.json is not None and stored.json["data"]["width"] == 40
    assert b"Ada" not in producer.visitor.browser.get(stored.json["data"]["path"]).data


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("crest.exe", b"MZ", "`crest.exe` is not a picture; one of: .svg, .png"),
        ("crest.png", b"<svg/>", "`crest.png` is not a readable image"),
        ("crest.svg", SVG.replace(b"<rect", b"<script/><rect"), "images must not contain scripts"),
        ("crest.png", b"\x89PNG" + b"x" * 12_582_912, "`crest.png` is larger than 12 MB"),
    ],
)
def test_a_picture_is_refused_with_the_sentence_of_a_pack(
    name: str, content: bytes, sentence: str, join: Callable[[Role], Operator]
) -> None:
    response = upload(join(Role.PRODUCER), name, content)
    assert response.status_code == 422 and response.json is not None, response.text
    assert sentence in response.json["errors"]["picture"][0]


def test_an_upload_is_in_the_activity(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    path = upload(owner, "crest.svg", SVG).json["data"]["path"]  # type: ignore[index]
    entry = owner.data("/studio/activity")[0]
    assert (entry["action"], entry["subject_id"]) == ("picture.upload", path)


def test_an_upload_needs_the_permission_and_a_limited_size(join: Callable[[Role], Operator]) -> None:
    analyst = join(Role.ANALYST)
    assert upload(analyst, "crest.svg", SVG).status_code == 403
    assert upload(analyst, "crest.svg", b"x" * 13_700_000).status_code in (403, 413)


def test_markdown_is_previewed_as_the_site_shows_it(join: Callable[[Role], Operator]) -> None:
    producer = join(Role.PRODUCER)
    response = producer.call("POST", "/studio/markdown", text="# Hi\n**Us** <script>alert(1)</script>")
    assert response.json == {"data": {"html": "<h2>Hi</h2>\n<p><strong>Us</strong> </p>"}}
    assert producer.call("POST", "/studio/markdown", text="x" * 100_001).status_code == 422
