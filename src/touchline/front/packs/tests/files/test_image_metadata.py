"""Images are published upright and without metadata."""

from __future__ import annotations

import base64
import struct
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from touchline.front.packs.files.image_metadata import strip_image_metadata
from touchline.front.packs.problems import InvalidValueError

XMP_PACKET = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><photoshop:City>Somewhere</photoshop:City></x:xmpmeta>'


def create_photo(kind: str, orientation: int | None = None, **options: Any) -> bytes:
    """Return an image of 40 × 20 pixels, red on the left, with the location where it was taken."""
    image = Image.new("RGB", (40, 20), "blue")
    image.paste("red", (0, 0, 20, 20))
    exif = Image.Exif()
    if orientation:
        exif[0x0112] = orientation
    exif[0x010F] = "SomeCamera"
    exif.get_ifd(0x8825)[1] = "N"
    exif.get_ifd(0x8825)[2] = (45.0, 30.0, 15.0)
    out = BytesIO()
    image.save(out, kind, exif=exif, **options)
    return out.getvalue()


def open_image(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    return image


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.jpg", create_photo("JPEG", comment=b"SomeCamera", xmp=XMP_PACKET)),
        ("a.JPEG", create_photo("JPEG", 6)),
        ("a.png", create_photo("PNG")),
        ("a.webp", create_photo("WEBP", xmp=XMP_PACKET)),
        ("a.webp", create_photo("WEBP", 8)),
        ("a.avif", create_photo("AVIF", xmp=XMP_PACKET)),
    ],
)
def test_neither_place_nor_camera_nor_xmp_is_published(name: str, data: bytes) -> None:
    assert b"SomeCamera" in data
    cleaned = strip_image_metadata(name, data)
    assert not open_image(cleaned).getexif()
    for text in (b"SomeCamera", b"Exif\0", b"xmpmeta", b"Somewhere"):
        assert text not in cleaned
    assert strip_image_metadata(name, cleaned) == cleaned


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize(
    ("orientation", "red"), [(1, (5, 10)), (3, (35, 10)), (6, (10, 5)), (8, (10, 35)), (2, (35, 10))]
)
def test_an_image_is_rotated_by_its_exif_orientation(
    kind: str, orientation: int, red: tuple[int, int]
) -> None:
    cleaned = open_image(strip_image_metadata(f"a.{kind.lower()}", create_photo(kind, orientation))).convert(
        "RGB"
    )
    assert cleaned.size == ((20, 40) if orientation in (6, 8) else (40, 20))
    pixel = cleaned.getpixel(red)
    assert isinstance(pixel, tuple)
    assert pixel[0] > 200 and pixel[2] < 60


@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "PNG"])
def test_an_upright_image_keeps_its_pixels_exactly(kind: str) -> None:
    data = create_photo(kind)
    assert open_image(strip_image_metadata(f"a.{kind.lower()}", data)).tobytes() == open_image(data).tobytes()


def test_text_chunks_of_a_png_are_removed() -> None:
    png_info, out = PngImagePlugin.PngInfo(), BytesIO()
    png_info.add_text("Author", "A Person")
    png_info.add_itxt("XML:com.adobe.xmp", XMP_PACKET.decode())
    Image.new("RGB", (4, 4)).save(out, "PNG", pnginfo=png_info)
    cleaned = strip_image_metadata("crest.png", out.getvalue())
    assert b"Person" not in cleaned and b"xmpmeta" not in cleaned
    assert open_image(cleaned).size == (4, 4)


def test_a_clean_image_keeps_its_bytes_and_its_url() -> None:
    for kind in ("JPEG", "PNG", "WEBP", "GIF"):
        out = BytesIO()
        Image.new("RGB", (4, 4)).save(out, kind)
        assert strip_image_metadata(f"a.{kind.lower()}", out.getvalue()) == out.getvalue()


def test_a_color_profile_stays() -> None:
    from PIL import ImageCms

    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for orientation in (1, 6):
        cleaned = open_image(
            strip_image_metadata("a.jpg", create_photo("JPEG", orientation, icc_profile=profile))
        )
        assert cleaned.info["icc_profile"] == profile


def test_editor_metadata_of_an_svg_is_removed_and_embedded_photos_are_cleaned() -> None:
    inner = base64.b64encode(create_photo("JPEG"))
    data = (
        b'<svg xmlns="http://www.w3.org/2000/svg" inkscape:export-filename="/home/ann/crest.png">'
        b"<!-- by Ann --><metadata><rdf:RDF>Ann</rdf:RDF></metadata>"
        b'<sodipodi:namedview id="ann"/><title>Hawks</title>'
        b'<image href="data:image/jpeg;base64,' + inner + b'"/><path d="M0 0"/></svg>'
    )
    cleaned = strip_image_metadata("crest.svg", data)
    assert b"Ann" not in cleaned and b"ann" not in cleaned
    assert b"<title>Hawks</title>" in cleaned and b'<path d="M0 0"/>' in cleaned
    embedded_photo = base64.b64decode(cleaned.split(b"base64,")[1].split(b'"')[0])
    assert b"SomeCamera" not in embedded_photo and open_image(embedded_photo).size == (40, 20)


def create_icon(*images: bytes, padding: bytes = b"") -> bytes:
    """Return an icon with images of 40 × 20 pixels, and unused bytes between and after them."""
    offset, directory = 6 + 16 * len(images), b""
    for image in images:
        directory += struct.pack("<BBBBHHII", 40, 20, 0, 0, 1, 32, len(image), offset)
        offset += len(image) + len(padding)
    return struct.pack("<HHH", 0, 1, len(images)) + directory + b"".join(image + padding for image in images)


def create_bitmap() -> bytes:
    """Return a bitmap of 4 × 4 pixels as an icon contains it."""
    out = BytesIO()
    Image.new("RGB", (4, 4), "green").save(out, "ICO", bitmap_format="bmp")
    data = out.getvalue()
    return data[22:]


def test_images_of_an_icon_are_cleaned_and_gaps_are_removed() -> None:
    png_info, out = PngImagePlugin.PngInfo(), BytesIO()
    png_info.add_text("Author", "A Person")
    Image.new("RGB", (40, 20)).save(out, "PNG", pnginfo=png_info)
    data = create_icon(
        create_photo("PNG"), out.getvalue(), create_bitmap(), padding=b"<note>Somewhere</note>"
    )
    assert all(text in data for text in (b"SomeCamera", b"A Person", b"Somewhere"))
    cleaned = strip_image_metadata("favicon.ICO", data)
    for text in (b"SomeCamera", b"eXIf", b"Person", b"Somewhere"):
        assert text not in cleaned
    assert open_image(cleaned).size == (40, 20)
    assert create_bitmap() in cleaned
    assert strip_image_metadata("favicon.ico", cleaned) == cleaned


@pytest.mark.parametrize("bitmap_format", ["png", "bmp"])
def test_a_clean_icon_keeps_its_bytes(bitmap_format: str) -> None:
    out = BytesIO()
    Image.new("RGBA", (64, 64), "red").save(
        out, "ICO", sizes=[(16, 16), (32, 32)], bitmap_format=bitmap_format
    )
    assert strip_image_metadata("favicon.ico", out.getvalue()) == out.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        create_icon(create_photo("PNG"))[:-10],
        create_icon(create_photo("JPEG")),
        create_icon(b"\x7c\0\0\0" + b"\0" * 200),
        b"\0\0\1\0\2\0",
    ],
    ids=["cut short", "a JPEG inside", "a bitmap with a profile", "no directory"],
)
def test_an_icon_that_cannot_be_cleaned_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidValueError, match="contains an unreadable image"):
        strip_image_metadata("favicon.ico", data)
