"""The image cache: each image is drawn once, on the first request, and the cache never fills the disk."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from touchline.front.images.image_cache import ImageCache


def create_key(number: int) -> str:
    """Return a cache key."""
    return f"{number:016x}"


def test_an_image_is_rendered_once_also_after_a_restart(tmp_path: Path) -> None:
    calls: list[int] = []

    def draw() -> bytes:
        calls.append(1)
        return b"png"

    assert (
        ImageCache(tmp_path).get(create_key(1), draw)
        == ImageCache(tmp_path).get(create_key(1), draw)
        == b"png"
    )
    assert len(calls) == 1


def test_concurrent_requests_wait_for_one_rendering(tmp_path: Path) -> None:
    cache, barrier, calls = ImageCache(tmp_path), threading.Barrier(8), []

    def draw() -> bytes:
        calls.append(1)
        return b"png"

    def get_image(_: int) -> bytes:
        barrier.wait()
        return cache.get(create_key(2), draw)

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(get_image, range(8))) == {b"png"}
    assert len(calls) == 1


def test_a_drawing_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    cache = ImageCache(tmp_path)

    def fail() -> bytes:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        cache.get(create_key(3), fail)
    assert cache.get(create_key(3), lambda: b"png") == b"png"


def test_the_oldest_images_are_deleted_when_there_are_too_many(tmp_path: Path) -> None:
    cache = ImageCache(tmp_path, max_images=10)
    for number in range(11):
        cache.get(create_key(number), lambda: b"png")
        for path in tmp_path.rglob(f"{create_key(number)}.png"):
            os.utime(path, (number, number))
    assert {path.stem for path in tmp_path.rglob("*.png")} == {create_key(number) for number in range(2, 11)}


@pytest.mark.parametrize("key", ["", "../../etc/passwd", "ABC", "0" * 65])
def test_a_key_cannot_leave_the_folder(tmp_path: Path, key: str) -> None:
    with pytest.raises(ValueError, match="is not a valid image key"):
        ImageCache(tmp_path).get(key, lambda: b"png")
