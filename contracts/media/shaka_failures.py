"""What shaka-player must show of a package: each variant, each audio track and each text track."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import urljoin

from contracts.media.cases import Expected
from contracts.media.players import PlayerError, served
from contracts.media.products import Product
from contracts.media.readings import Reading
from contracts.media.shaka import Playback, Shaka
from touchline.catalog.ports.video import MASTER

_SOUND_SLACK = 0.03
"""The sound may end a packet after the last picture."""
_BEGINS = 0.1
_LONGEST_STANDSTILL = 4.0
_LONGEST_SECONDS, _ENDS_SECONDS = 120.0, 12.0
"""A longer stream is played at its two ends alone, this many seconds of each."""

Choice = Mapping[str, str | int]


def shaka_failures(shaka: Shaka, expected: Expected, product: Product) -> Iterator[str]:
    """Yield what went wrong where shaka-player plays a package: first as it likes, then each of its parts."""
    with served(product.folder) as address:
        try:
            yield from (f"shaka-player: {each}" for each in _failures(shaka, expected, product, address))
        except PlayerError as error:
            yield f"shaka-player: {error}"


def _failures(shaka: Shaka, expected: Expected, product: Product, address: str) -> Iterator[str]:
    url = f"{address}/{MASTER}"
    pictures, skip = played_part(product.largest)
    first = shaka.play(url, skip=skip)
    yield from playback_failures(expected, first, pictures)
    if first.error:
        return
    yield from offer_failures(expected, first, product)
    for name, choice in parts(first):
        playback = shaka.play(url, skip=skip, **choice)
        yield from (f"{name}: {each}" for each in playback_failures(expected, playback, pictures))
        yield from (f"{name}: {each}" for each in choice_failures(name, choice, playback))
    for variant in product.master.variants:
        if not variant.tag.get("RESOLUTION"):
            playback = shaka.play(urljoin(url, variant.uri), skip=skip)
            yield from (f"{variant.uri}: {each}" for each in playback_failures(expected, playback, 0))


def played_part(whole: Reading) -> tuple[int, tuple[float, float] | tuple[()]]:
    """Return how many pictures are played of a stream, and from and to which instant it is not."""
    if whole.seconds <= _LONGEST_SECONDS:
        return len(whole.times), ()
    skip = _ENDS_SECONDS, whole.seconds - _ENDS_SECONDS
    return sum(at < skip[0] or at > skip[1] for at in whole.times), skip


def playback_failures(expected: Expected, playback: Playback, pictures: int) -> Iterator[str]:
    """Yield what is wrong with one playback; `pictures` is how many there are, 0 without a picture."""
    if playback.error:
        yield playback.error
        return
    slack = 1 / expected.rate + expected.slack + _SOUND_SLACK
    if abs(playback.duration - expected.seconds) > slack:
        yield f"{playback.duration:.3f} s long, not {expected.seconds:.3f} s"
    if playback.pictures < pictures:
        yield f"{playback.pictures} of {pictures} pictures"
    if expected.heard and not playback.sound_bytes:
        yield "no sound"
    if expected.seconds <= _LONGEST_SECONDS:
        yield from _holes(playback)
    if playback.standstill > _LONGEST_STANDSTILL:
        yield f"stands still for {playback.standstill:.1f} s"


def _holes(playback: Playback) -> Iterator[str]:
    if len(playback.buffered) != 1:
        rows = ", ".join(f"{begin:.3f} to {end:.3f} s" for begin, end in playback.buffered)
        yield f"picture and sound have holes: {rows}"
    elif playback.buffered[0][0] > _BEGINS:
        yield f"begins at {playback.buffered[0][0]:.3f} s"


def choice_failures(name: str, choice: Choice, playback: Playback) -> Iterator[str]:
    """Yield what is wrong with a part that was chosen, apart from what every playback must show."""
    shown = [f"{width}x{height}" for width, height in playback.sizes if width]
    if "bandwidth" in choice and not playback.error and shown != [name]:
        yield f"shows {', '.join(shown) or 'nothing'}"
    if "text" in choice and not playback.error and not playback.captions:
        yield "no captions"


def offer_failures(expected: Expected, playback: Playback, product: Product) -> Iterator[str]:
    """Yield which variants and tracks of the master playlist the player does not offer."""
    announced = {variant.tag.get("RESOLUTION") for variant in product.master.variants} - {""}
    offered = {f"{variant.width}x{variant.height}" for variant in playback.variants}
    if offered != announced:
        yield f"offers {', '.join(sorted(offered))}, not {', '.join(sorted(announced))}"
    if len(playback.audio_tracks) != expected.sounds and expected.heard:
        yield f"offers {len(playback.audio_tracks)} audio tracks, not {expected.sounds}"
    texts = [
        tag.get("NAME")
        for tag in product.master.all("EXT-X-MEDIA")
        if tag.get("TYPE") in ("SUBTITLES", "CLOSED-CAPTIONS")
    ]
    if sorted(playback.text_tracks) != sorted(texts):
        yield f"offers the text tracks {list(playback.text_tracks)}, not {texts}"


def parts(playback: Playback) -> Iterator[tuple[str, Choice]]:
    """Yield the parts to be played by themselves: variants, audio tracks but the first, text tracks."""
    sizes = {variant.bandwidth: f"{variant.width}x{variant.height}" for variant in playback.variants}
    for bandwidth, size in sizes.items():
        yield size, {"bandwidth": bandwidth}
    for label in playback.audio_tracks[1:]:
        yield f"sound {label}", {"audio": label}
    for label in playback.text_tracks:
        yield f"captions {label}", {"text": label}
