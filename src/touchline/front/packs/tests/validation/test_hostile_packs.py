"""A pack may be hostile: it must not read, run or exhaust anything outside its folder."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from touchline.front.packs.files.image_checks import check_image
from touchline.front.packs.files.pack_folder import PackFolder
from touchline.front.packs.problems import InvalidValueError
from touchline.front.packs.tests.pack_fixtures import list_problems, write_smallest_pack

SLIDE = "- {key: a, title: A, image: pictures/a.svg}\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">%s</svg>'


def create_png(width: int, height: int) -> bytes:
    """Return a PNG whose header claims a size, with almost no data."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b""))
        + chunk(b"IEND", b"")
    )


def test_a_link_that_leads_out_of_the_pack_is_refused(tmp_path: Path) -> None:
    outside = tmp_path / "secret.svg"
    outside.write_text(SVG % "")
    root = tmp_path / "pack"
    (root / "pictures").mkdir(parents=True)
    (root / "pictures" / "a.svg").symlink_to(outside)
    (problem,) = list_problems(write_smallest_pack(root, slides_yaml=SLIDE))
    assert "slides.yaml:1: [a].image: `pictures/a.svg` is a link to a file outside the pack" in problem


def test_a_text_file_that_is_a_link_out_of_the_pack_is_not_read(tmp_path: Path) -> None:
    outside = tmp_path / "faq.yaml"
    outside.write_text("- {key: a, question: Q, answer: A}")
    root = tmp_path / "pack"
    root.mkdir()
    write_smallest_pack(root)
    (root / "faq.yaml").symlink_to(outside)
    (problem,) = list_problems(root)
    assert problem.startswith("faq.yaml:1: `faq.yaml` is a link to a file outside the pack")


def test_a_link_within_the_pack_is_followed(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "b.svg").write_text(SVG % "")
    (tmp_path / "pictures" / "a.svg").symlink_to("b.svg")
    assert list_problems(write_smallest_pack(tmp_path, slides_yaml=SLIDE)) == []


def test_a_text_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    root = write_smallest_pack(tmp_path, faq_yaml="- {key: a, question: Où, answer: Là}".encode("latin-1"))
    assert list_problems(root) == ["faq.yaml:1: is not UTF-8 (byte 23); save the file as UTF-8"]


def test_aliases_that_grow_exponentially_are_refused(tmp_path: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    problems = list_problems(write_smallest_pack(tmp_path, texts_yaml="\n".join(lines)))
    assert any(
        "is too large or too deeply nested; use at most 200000 values and 20 levels" in problem
        for problem in problems
    )


@pytest.mark.nightly
def test_deeply_nested_lists_are_refused(tmp_path: Path) -> None:
    problems = list_problems(write_smallest_pack(tmp_path, texts_yaml="a: " + "[" * 5000 + "]" * 5000))
    assert problems and all(problem.startswith("texts.yaml:1") for problem in problems)


@pytest.mark.parametrize(("width", "height"), [(60_000, 60_000), (9_000, 5_000), (20_000, 10)])
def test_an_image_that_would_exhaust_memory_is_refused(width: int, height: int) -> None:
    with pytest.raises(InvalidValueError, match="pixels"):
        check_image("a.png", create_png(width, height))


def test_an_image_with_the_wrong_extension_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="is actually PNG"):
        check_image("a.jpg", create_png(1, 1))


@pytest.mark.parametrize(
    "element",
    [
        "<script>alert(1)</script>",
        '<rect onload="alert(1)"/>',
        '<a href="javascript:alert(1)"/>',
        '<a xlink:href=" javascript:alert(1)"/>',
        '<image href="https://elsewhere.example/a.png"/>',
        '<use xlink:href="//elsewhere.example/a.svg#x"/>',
        "<foreignObject><p/></foreignObject>",
        "<style>@import 'https://elsewhere.example/a.css';</style>",
        "<style>rect { fill: url(https://elsewhere.example/a) }</style>",
        '<rect style="fill: url(//elsewhere.example/a)"/>',
        '<image href="data:image/svg+xml;base64,PHN2Zz4="/>',
        '<animate attributeName="href" values="javascript:alert(1)"/>',
        '<animate attributeName="href" values="#a;javascript:alert(1)"/>',
    ],
)
def test_an_svg_that_could_run_or_fetch_something_is_refused(element: str) -> None:
    with pytest.raises(InvalidValueError):
        check_image("a.svg", (SVG % element).encode())


@pytest.mark.parametrize(
    "declarations",
    [
        '<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">',
        '<!ENTITY c SYSTEM "file:///etc/hostname">',
        '<!ENTITY % d SYSTEM "https://elsewhere.example/a.dtd"> %d;',
    ],
    ids=["grows", "reads a file", "fetches"],
)
def test_an_svg_with_a_doctype_is_refused(declarations: str) -> None:
    svg = f"<!DOCTYPE svg [{declarations}]>" + SVG % "<text>&c;</text>"
    with pytest.raises(InvalidValueError, match="DOCTYPE"):
        check_image("a.svg", svg.encode())


def test_an_svg_may_use_its_own_parts_and_embedded_images() -> None:
    element = '<g id="a"/><use href="#a"/><rect fill="url(#a)"/><image href="data:image/png;base64,AA=="/>'
    check_image("a.svg", (SVG % element).encode())


@pytest.mark.parametrize("on_disk", ["e\u0301quipe.svg", "\u00e9quipe.svg"])
def test_a_file_is_found_in_any_unicode_normalization(tmp_path: Path, on_disk: str) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / on_disk).write_text(SVG % "")
    for file_name in ("e\u0301quipe.svg", "\u00e9quipe.svg"):
        slide = SLIDE.replace("a.svg", file_name)
        assert list_problems(write_smallest_pack(tmp_path, slides_yaml=slide)) == []
    folder = PackFolder(tmp_path, "prairie")
    assert folder.add_file("pictures/e\u0301quipe.svg", "picture") == folder.add_file(
        "pictures/\u00e9quipe.svg", "picture"
    )
    assert "pictures/\u00e9quipe.svg" in folder.list_names()
