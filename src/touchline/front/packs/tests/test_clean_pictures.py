"""Pictures are published without metadata and the right way up."""

from __future__ import annotations

import base64
import struct
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from touchline.front.packs.clean_pictures import clean_picture
from touchline.front.packs.problems import Wrong

XMP = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><photoshop:City>Somewhere</photoshop:City></x:xmpmeta>'


def photo(kind: str, orientation: int | None = None, **more: Any) -> bytes:
    """40 × 20 pixels, red on the left; with a place where it was taken."""
    picture = Image.new("RGB", (40, 20), "blue")
    picture.paste("red", (0, 0, 20, 20))
    exif = Image.Exif()
    if orientation:
        exif[0x0112] = orientation
    exif[0x010F] = "SomeCamera"
    exif.get_ifd(0x8825)[1] = "N"
    exif.get_ifd(0x8825)[2] = (45.0, 30.0, 15.0)
    out = BytesIO()
    picture.save(out, kind, exif=exif, **more)
    return out.getvalue()


def opened(data: bytes) -> Image.Image:
    picture = Image.open(BytesIO(data))
    picture.load()
    return picture


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.jpg", photo("JPEG", comment=b"SomeCamera", xmp=XMP)),
        ("a.JPEG", photo("JPEG", 6)),
        ("a.png", photo("PNG")),
        ("a.webp", photo("WEBP", xmp=XMP)),
        ("a.webp", photo("WEBP", 8)),
        ("a.avif", photo("AVIF", xmp=XMP)),
    ],
)
def test_neither_place_nor_camera_nor_xmp_is_published(name: str, data: bytes) -> None:
    assert b"SomeCamera" in data
    cleaned = clean_picture(name, data)
    assert not opened(cleaned).getexif()
    for word in (b"SomeCamera", b"Exif\0", b"xmpmeta", b"Somewhere"):
        assert word not in cleaned
    assert clean_picture(name, cleaned) == cleaned


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize(
    ("orientation", "red"), [(1, (5, 10)), (3, (35, 10)), (6, (10, 5)), (8, (10, 35)), (2, (35, 10))]
)
def test_a_picture_is_turned_the_way_its_camera_was_held(
    kind: str, orientation: int, red: tuple[int, int]
) -> None:
    cleaned = opened(clean_picture(f"a.{kind.lower()}", photo(kind, orientation))).convert("RGB")
    assert cleaned.size == ((20, 40) if orientation in (6, 8) else (40, 20))
    pixel = cleaned.getpixel(red)
    assert isinstance(pixel, tuple)
    assert pixel[0] > 200 and pixel[2] < 60


@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "PNG"])
def test_what_lies_right_keeps_its_pixels_to_the_bit(kind: str) -> None:
    data = photo(kind)
    assert opened(clean_picture(f"a.{kind.lower()}", data)).tobytes() == opened(data).tobytes()


def test_words_in_a_png_are_left_out() -> None:
    words, out = PngImagePlugin.PngInfo(), BytesIO()
    words.add_text("Author", "A Person")
    words.add_itxt("XML:com.adobe.xmp", XMP.decode())
    Image.new("RGB", (4, 4)).save(out, "PNG", pnginfo=words)
    cleaned = clean_picture("crest.png", out.getvalue())
    assert b"Person" not in cleaned and b"xmpmeta" not in cleaned
    assert opened(cleaned).size == (4, 4)


def test_a_plain_picture_keeps_its_bytes_and_so_its_address() -> None:
    for kind in ("JPEG", "PNG", "WEBP", "GIF"):
        out = BytesIO()
        Image.new("RGB", (4, 4)).save(out, kind)
        assert clean_picture(f"a.{kind.lower()}", out.getvalue()) == out.getvalue()


def test_a_color_profile_stays() -> None:
    from PIL import ImageCms

    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for orientation in (1, 6):
        cleaned = opened(clean_picture("a.jpg", photo("JPEG", orientation, icc_profile=profile)))
        assert cleaned.info["icc_profile"] == profile


def test_an_svg_says_nothing_of_who_drew_it_nor_where_and_its_photos_are_cleaned() -> None:
    inner = base64.b64encode(photo("JPEG"))
    data = (
        b'<svg xmlns="http://www.w3.org/2000/svg" inkscape:export-filename="/home/ann/crest.png">'
        b"<!-- by Ann --><metadata><rdf:RDF>Ann</rdf:RDF></metadata>"
        b'<sodipodi:namedview id="ann"/><title>Hawks</title>'
        b'<image href="data:image/jpeg;base64,' + inner + b'"/><path d="M0 0"/></svg>'
    )
    cleaned = clean_picture("crest.svg", data)
    assert b"Ann" not in cleaned and b"ann" not in cleaned
    assert b"<title>Hawks</title>" in cleaned and b'<path d="M0 0"/>' in cleaned
    photo_inside = base64.b64decode(cleaned.split(b"base64,")[1].split(b'"')[0])
    assert b"SomeCamera" not in photo_inside and opened(photo_inside).size == (40, 20)


def icon(*pictures: bytes, behind: bytes = b"") -> bytes:
    """An icon of pictures of 40 × 20 pixels, with bytes between and behind them that belong to none."""
    at, directory = 6 + 16 * len(pictures), b""
    for picture in pictures:
        directory += struct.pack("<BBBBHHII", 40, 20, 0, 0, 1, 32, len(picture), at)
        at += len(picture) + len(behind)
    return struct.pack("<HHH", 0, 1, len(pictures)) + directory + b"".join(one + behind for one in pictures)


def bitmap() -> bytes:
    """4 × 4 pixels as an icon holds them."""
    out = BytesIO()
    Image.new("RGB", (4, 4), "green").save(out, "ICO", bitmap_format="bmp")
    data = out.getvalue()
    return data[22:]


def test_the_pictures_of_an_icon_are_cleaned_and_what_lies_between_them_goes() -> None:
    words, out = PngImagePlugin.PngInfo(), BytesIO()
    words.add_text("Author", "A Person")
    Image.new("RGB", (40, 20)).save(out, "PNG", pnginfo=words)
    data = icon(photo("PNG"), out.getvalue(), bitmap(), behind=b"<note>Somewhere</note>")
    assert all(word in data for word in (b"SomeCamera", b"A Person", b"Somewhere"))
    cleaned = clean_picture("favicon.ICO", data)
    for word in (b"SomeCamera", b"eXIf", b"Person", b"Somewhere"):
        assert word not in cleaned
    assert opened(cleaned).size == (40, 20)
    assert bitmap() in cleaned
    assert clean_picture("favicon.ico", cleaned) == cleaned


@pytest.mark.parametrize("bitmap_format", ["png", "bmp"])
def test_a_plain_icon_keeps_its_bytes(bitmap_format: str) -> None:
    out = BytesIO()
    Image.new("RGBA", (64, 64), "red").save(
        out, "ICO", sizes=[(16, 16), (32, 32)], bitmap_format=bitmap_format
    )
    assert clean_picture("favicon.ico", out.getvalue()) == out.getvalue()


@pytest.mark.parametrize(
    "data",
    [icon(photo("PNG"))[:-10], icon(photo("JPEG")), icon(b"\x7c\0\0\0" + b"\0" * 200), b"\0\0\1\0\2\0"],
    ids=["cut short", "a JPEG inside", "a bitmap with a profile", "no directory"],
)
def test_an_icon_that_cannot_be_cleaned_is_refused(data: bytes) -> None:
    with pytest.raises(Wrong, match="has a picture that cannot be read"):
        clean_picture("favicon.ico", data)
