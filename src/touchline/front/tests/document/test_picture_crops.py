"""Crops of stored pictures: what is kept, what is refused, and in which channel."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageCms

from touchline.channel.domain.operators.roles import Role
from touchline.entrypoints.bootstrap import Application
from touchline.front.tests.document.test_document_api import Operator, join
from touchline.front.tests.document.test_pictures import SVG, upload

__all__ = ["join"]
BOX = {"x": 40, "y": 20, "width": 64, "height": 36}
PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def create_picture(kind: str, **options: Any) -> bytes:
    """Return a picture of 160 × 120: red, and blue from column 100."""
    image = Image.new("RGB", (160, 120), "#f00000")
    image.paste("#0000f0", (100, 0, 160, 120))
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def store(operator: Operator, name: str, content: bytes) -> str:
    """Upload a picture and return its path."""
    stored = upload(operator, name, content)
    assert stored.json is not None and stored.status_code == 200, stored.text
    return str(stored.json["data"]["path"])


def crop(operator: Operator, path: str, **changes: Any) -> Any:
    """Return the response to a crop."""
    return operator.visitor.browser.post(
        "/api/studio/pictures/crops",
        query_string={"api_key": operator.visitor.api_key},
        json={"path": path, **BOX, **changes},
    )


def open_picture(operator: Operator, path: str) -> Image.Image:
    """Return a picture as a browser gets it."""
    return Image.open(BytesIO(operator.visitor.browser.get(path).data))


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.jpg", "JPEG"), ("a.png", "PNG"), ("a.webp", "WEBP"), ("a.avif", "AVIF"), ("a.gif", "GIF")],
)
def test_a_crop_has_the_pixels_of_the_box_in_the_same_format(
    name: str, kind: str, join: Callable[[Role], Operator]
) -> None:
    producer = join(Role.PRODUCER)
    path = store(producer, name, create_picture(kind))
    response = crop(producer, path)
    assert response.status_code == 200, response.text
    cropped = response.json["data"]
    assert (cropped["width"], cropped["height"]) == (64, 36)
    assert cropped["path"].startswith("/files/riverside/") and cropped["path"].endswith(f"-{name}")
    with open_picture(producer, cropped["path"]) as image:
        assert (image.format, image.size) == (kind, (64, 36))
        red, _, _ = image.convert("RGB").getpixel((50, 18))  # type: ignore[misc]
        _, _, blue = image.convert("RGB").getpixel((63, 18))  # type: ignore[misc]
    assert red > 200 and blue > 200
    assert open_picture(producer, path).size == (160, 120), "the picture itself stays"
    assert crop(producer, path).json == response.json, "a second crop has the same path"


@pytest.mark.parametrize(("name", "kind"), [("a.jpg", "JPEG"), ("a.gif", "GIF")])
def test_a_crop_is_made_smaller_than_a_width(name: str, kind: str, join: Callable[[Role], Operator]) -> None:
    producer = join(Role.PRODUCER)
    path = store(producer, name, create_picture(kind))
    cropped = crop(producer, path, max_width=32).json["data"]
    assert (cropped["width"], cropped["height"]) == (32, 18)
    assert open_picture(producer, cropped["path"]).size == (32, 18)
    assert crop(producer, path, max_width=640).json["data"]["width"] == 64, "it never becomes larger"


@pytest.mark.parametrize(("name", "kind"), [("a.jpg", "JPEG"), ("a.png", "PNG"), ("a.webp", "WEBP")])
def test_a_crop_keeps_the_color_profile_and_no_metadata(
    name: str, kind: str, join: Callable[[Role], Operator]
) -> None:
    producer = join(Role.PRODUCER)
    exif = Image.Exif()
    exif[0x010E] = "At Ada's house"
    path = store(producer, name, create_picture(kind, icc_profile=PROFILE, exif=exif))
    cropped = crop(producer, path).json["data"]["path"]
    with open_picture(producer, cropped) as image:
        assert image.info["icc_profile"] == PROFILE
        assert not image.getexif()
    assert b"Ada" not in producer.visitor.browser.get(cropped).data


def test_a_transparent_picture_stays_transparent(join: Callable[[Role], Operator]) -> None:
    producer = join(Role.PRODUCER)
    out = BytesIO()
    Image.new("RGBA", (160, 120), (0, 0, 0, 0)).save(out, "PNG")
    cropped = crop(producer, store(producer, "a.png", out.getvalue())).json["data"]["path"]
    assert open_picture(producer, cropped).convert("RGBA").getpixel((5, 5)) == (0, 0, 0, 0)


def create_animation(kind: str) -> bytes:
    """Return an animation of two frames."""
    frames = [Image.new("RGB", (160, 120), color) for color in ("red", "blue")]
    out = BytesIO()
    frames[0].save(out, kind, save_all=True, append_images=frames[1:], duration=100)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("crest.svg", SVG, "errors.cannot_crop_svg"),
        ("icon.ico", create_picture("ICO", sizes=[(32, 32)]), "errors.cannot_crop_icon"),
        ("wave.gif", create_animation("GIF"), "errors.cannot_crop_animation"),
        ("wave.webp", create_animation("WEBP"), "errors.cannot_crop_animation"),
    ],
)
def test_a_drawing_an_icon_and_an_animation_are_refused_with_what_to_do(
    name: str, content: bytes, code: str, join: Callable[[Role], Operator]
) -> None:
    producer = join(Role.PRODUCER)
    response = crop(producer, store(producer, name, content))
    assert response.status_code == 422, response.text
    assert response.json["error_codes"]["path"][0]["code"] == code
    assert "upload" in response.json["errors"]["path"][0].lower()


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"x": 97}, "width", "outside the picture, which is 160 × 120"),
        ({"y": 85}, "height", "outside the picture"),
        ({"width": 10**12}, "width", "outside the picture"),
        ({"x": -1}, "x", "at least 0"),
        ({"width": 15}, "width", "at least 16"),
        ({"height": 2.5}, "height", "whole number"),
    ],
)
def test_a_box_outside_the_picture_or_too_small_is_refused_at_its_field(
    changes: dict[str, Any], field: str, sentence: str, join: Callable[[Role], Operator]
) -> None:
    producer = join(Role.PRODUCER)
    response = crop(producer, store(producer, "a.png", create_picture("PNG")), **changes)
    assert response.status_code == 422, response.text
    assert sentence in response.json["errors"][field][0]


@pytest.mark.parametrize(
    "path",
    [
        "/files/riverside/0123456789ab-nothing.png",
        "/files/riverside/../prairie/0123456789ab-a.png",
        "/files/riverside/notes.txt",
        "/etc/passwd",
        "https://elsewhere.example/a.png",
    ],
)
def test_a_path_without_a_picture_of_the_channel_is_not_found(
    path: str, join: Callable[[Role], Operator]
) -> None:
    response = crop(join(Role.PRODUCER), path)
    assert (response.status_code, response.json["code"]) == (404, "errors.file_not_found")


def test_a_picture_of_another_channel_is_not_found(
    application: Application, join: Callable[[Role], Operator]
) -> None:
    producer = join(Role.PRODUCER)
    files = application.container.open_files()
    other = files.add_bytes("prairie", "a.png", create_picture("PNG"))
    assert crop(producer, other).status_code == 404
    assert crop(producer, files.add_bytes("riverside", "a.png", create_picture("PNG"))).status_code == 200


def test_a_damaged_picture_is_refused_with_a_sentence(
    application: Application, join: Callable[[Role], Operator]
) -> None:
    producer = join(Role.PRODUCER)
    files = application.container.open_files()
    whole = create_picture("JPEG")
    cut = files.add_bytes("riverside", "a.jpg", whole[: len(whole) // 2])
    bomb = BytesIO()
    Image.new("1", (12_001, 16)).save(bomb, "PNG")
    large = files.add_bytes("riverside", "b.png", bomb.getvalue())
    for path, sentence in ((cut, "is not a readable image"), (large, "has 12001 × 16 pixels")):
        response = crop(producer, path)
        assert response.status_code == 422 and sentence in response.json["errors"]["path"][0], response.text


def test_a_crop_is_in_the_activity_and_needs_the_permission(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    path = store(owner, "a.png", create_picture("PNG"))
    cropped = crop(owner, path).json["data"]["path"]
    entry = owner.data("/studio/activity")[0]
    assert (entry["action"], entry["subject_id"]) == ("picture.crop", cropped)
    assert crop(join(Role.ANALYST), path).status_code == 403
