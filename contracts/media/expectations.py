"""Compare a product with what is expected of it. Each failure is a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import repeat

import numpy as np

from contracts.media.cases import Expected
from contracts.media.products import Clip, Product
from contracts.media.readings import Reading, Thumbnail

_CUE = re.compile(r"^(?:(\d+):)?(\d\d):(\d\d\.\d{3}) --> ", re.MULTILINE)
_CUE_SLACK = 0.02
_RATE_SLACK = 0.002
_MOST_GAP = 0.002
"""Seconds by which two pieces of sound may miss each other: some time stamps are rounded to 1 ms."""
_ENDS_SLACK = 0.1
_CLIP_SOUND_MS = 25
_LEAST_LIKENESS = 8.0
_WITHIN = 0.05
"""Seconds next to a range of sound in which its end may still be heard."""


def failures(expected: Expected, product: Product) -> list[str]:
    """Return what is wrong with a product."""
    if expected.refused or product.refused:
        return list(_refusals(expected, product))
    return [*_whole(expected, product), *_parts(expected, product)]


def _refusals(expected: Expected, product: Product) -> Iterator[str]:
    if not expected.refused:
        yield f"refused: {product.refused}"
    elif expected.refused not in product.refused:
        yield f"the refusal should say {expected.refused!r}, not {product.refused or 'nothing'!r}"


def _whole(expected: Expected, product: Product) -> Iterator[str]:
    package, largest = product.package, product.largest
    assert package is not None
    frame = 1 / expected.rate
    if not _near(package.duration_ms / 1000, expected.seconds, frame + 0.001 + expected.slack):
        yield f"the package says {package.duration_ms / 1000:.3f} s, not {expected.seconds:.3f} s"
    if (package.width, package.height) != expected.size:
        yield f"the package says {package.width}x{package.height}, not {expected.size[0]}x{expected.size[1]}"
    if not _near(largest.rate, expected.rate, expected.rate * _RATE_SLACK):
        yield f"{largest.rate:.3f} pictures a second, not {expected.rate:.3f}"
    if largest.sizes != [expected.size]:
        yield f"the largest picture is {largest.sizes}, not {expected.size}"
    if expected.copied is not None and (product.copied > 0.95) != expected.copied:
        yield f"{product.copied:.0%} of the pictures are copied"
    if package.has_captions != expected.captions:
        yield "captions are missing" if expected.captions else "there are captions that the source has not"
    cues = _cues(product) if expected.cues else []
    if len(cues) != len(expected.cues) or not all(map(_near, cues, expected.cues, repeat(_CUE_SLACK))):
        yield f"cues at {cues}, not at {[*expected.cues]}"
    if expected.sounds > 1:
        sounds = product.master.group("AUDIO", product.master.variants[0].tag.get("AUDIO"))
        if len(sounds) != expected.sounds:
            yield f"{len(sounds)} sounds in the AUDIO group, not {expected.sounds}"
    if bool(getattr(package, "warning", "")) != expected.warns:
        yield "nobody is told that a part is missing" if expected.warns else "a warning without a reason"


def _cues(product: Product) -> list[float]:
    """When each cue of the first captions begins, in seconds."""
    file = product.folder / "captions" / "1.vtt"
    found = _CUE.findall(file.read_text("utf-8")) if file.is_file() else []
    return [int(hours or 0) * 3600 + int(minutes) * 60 + float(seconds) for hours, minutes, seconds in found]


def _parts(expected: Expected, product: Product) -> Iterator[str]:
    for name, reading in product.renditions.items():
        yield from (f"{name}: {each}" for each in reading_failures(expected, reading))
    for number, clip in enumerate(product.clips, 1):
        yield from (f"clip {number}: {each}" for each in _clip(clip, product.largest))
    if product.download is not None:
        yield from (f"download: {each}" for each in _download(expected, product))


def reading_failures(expected: Expected, reading: Reading) -> Iterator[str]:
    """Yield what is wrong with one rendition or file, over its whole length."""
    if not _near(reading.seconds, expected.seconds, 1 / expected.rate + 0.001 + expected.slack):
        yield f"{reading.seconds:.3f} s long, not {expected.seconds:.3f} s"
    flashes = reading.flashes()
    if expected.flashes is not None and len(flashes) != expected.flashes:
        yield f"{len(flashes)} flashes, not {expected.flashes}"
    steps = np.diff(reading.times)
    longest = 1.6 * max(reading.step, 1 / expected.rate)
    if len(steps) and (steps.min() <= 0 or steps.max() > longest):
        place = int(steps.argmax())
        yield f"pictures are {steps.max():.3f} s apart at {reading.times[place]:.2f} s"
    yield from _sound(expected, reading, flashes)


def _sound(expected: Expected, reading: Reading, flashes: list[float]) -> Iterator[str]:
    if reading.sound is None:
        yield "no sound"
        return
    offsets = reading.offsets()
    wrong = [(at, off) for at, off in offsets if abs(off) > expected.offset_ms]
    if wrong:
        at, off = max(wrong, key=lambda each: abs(each[1]))
        yield f"sound is {off:+.0f} ms off at {at:.2f} s, at most {expected.offset_ms:.0f} ms are allowed"
    with_beep = [at for at, _ in offsets]
    lost = [at for at in flashes if _is_heard(expected, at) and not _has(with_beep, at)]
    if lost:
        yield f"no beep at {', '.join(f'{at:.2f}' for at in lost[:5])} s ({len(lost)} in all)"
    yield from _silence(expected, reading)
    if reading.widest_gap > _MOST_GAP:
        yield f"pieces of sound miss each other by {reading.widest_gap * 1000:.1f} ms"
    if abs(reading.sound_begins) > _ENDS_SLACK or abs(reading.sound_seconds - reading.seconds) > _ENDS_SLACK:
        yield f"sound from {reading.sound_begins:.3f} to {reading.sound_seconds:.3f} s"


def _silence(expected: Expected, reading: Reading) -> Iterator[str]:
    edges = [0.0, *(at for each in expected.heard for at in each), expected.seconds]
    for begin, end in zip(edges[::2], edges[1::2], strict=True):
        if end - begin > 4 * _WITHIN and not reading.is_silent(begin + 2 * _WITHIN, end - 2 * _WITHIN):
            yield f"sound between {begin:.2f} and {end:.2f} s, where there should be silence"
    after = [beep for beep in reading.beeps() if not _is_heard(expected, beep)]
    if after:
        yield f"a beep at {after[0]:.2f} s, where there should be silence"


def _clip(clip: Clip, whole: Reading) -> Iterator[str]:
    count = clip.past - clip.first
    if len(clip.reading.times) != count:
        yield f"{len(clip.reading.times)} pictures from number {clip.first}, not {count}"
        return
    for place in (0, count // 2, count - 1):
        number = clip.first + place
        found = _most_alike(clip.reading.thumbnails[place], whole, number)
        if found != number:
            yield f"picture {place} is number {found} of the recording, not {number}"
    begin = whole.times[clip.first]
    expected = {round(at - begin, 3): off for at, off in whole.offsets()}
    for at, off in clip.reading.offsets():
        known = [own for when, own in expected.items() if abs(when - at) < _WITHIN]
        if at > _WITHIN and known and abs(known[0] - off) > _CLIP_SOUND_MS:
            yield f"sound is {off:+.0f} ms off at {at:.2f} s, {known[0]:+.0f} ms in the recording"


def _most_alike(picture: Thumbnail, whole: Reading, number: int) -> int:
    """Return which picture around `number` is most alike; `number` itself if it is alike enough."""
    around = range(max(0, number - 4), min(len(whole.thumbnails), number + 5))
    off = {
        each: float(np.abs(whole.thumbnails[each].astype(int) - picture.astype(int)).mean())
        for each in around
    }
    best = min(off, key=lambda each: off[each])
    return number if off[number] <= off[best] + 0.5 and off[number] < _LEAST_LIKENESS else best


def _download(expected: Expected, product: Product) -> Iterator[str]:
    assert product.download is not None
    if len(product.download.times) != len(product.largest.times):
        yield f"{len(product.download.times)} pictures, not {len(product.largest.times)}"
    yield from reading_failures(expected, product.download)


def _is_heard(expected: Expected, at: float) -> bool:
    return any(begin - _WITHIN <= at < end - _WITHIN for begin, end in expected.heard)


def _has(instants: list[float], at: float) -> bool:
    return any(abs(each - at) < _WITHIN for each in instants)


def _near(one: float, other: float, slack: float) -> bool:
    return abs(one - other) <= slack
