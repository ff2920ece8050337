"""What a viewer of a recording can choose: its sounds, and the captions within its pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import av

from adapters.video.cea608 import CaptionCue
from adapters.video.clock import CLOCK
from adapters.video.closed_captions import ClosedCaptions
from adapters.video.demuxing import read_packets
from adapters.video.iframe_playlists import write_iframes
from adapters.video.languages import language_name, language_tag, unique_name
from adapters.video.master_playlist import AudioTrack, ClosedCaptionTrack, Presentation, master_playlist
from adapters.video.playlists import CaptionTrack, Rendition
from adapters.video.probe import Source
from adapters.video.renditions import Made, Plan
from adapters.video.survey import Survey

_START = 90_000


@dataclass(frozen=True)
class Sound:
    """A sound of the source: `language` and `title` as the file has them, "" where it has none.

    `made` is the rendition of its own; None for the one that the pictures carry.
    """

    language: str
    title: str
    default: bool
    made: Rendition | None


def audio_tracks(sounds: Sequence[Sound]) -> list[AudioTrack]:
    """Return the sounds with names that a viewer can tell apart, the default one first."""
    tracks: list[AudioTrack] = []
    for sound in sorted(sounds, key=lambda one: not one.default):
        tag = language_tag(sound.language)
        name = unique_name(sound.title or language_name(tag) or "Sound", {one.name for one in tracks})
        tracks.append(AudioTrack(name, tag, not tracks, sound.made))
    return tracks


def closed_caption_tracks(
    pictures: Sequence[Rendition], cues: Mapping[str, Sequence[CaptionCue]], alive: Callable[[], None]
) -> list[ClosedCaptionTrack]:
    """Return the channels whose captions are in the pictures of every rendition, unspoiled.

    Another frame rate leaves out or repeats pictures, and with them letters.
    """
    if not cues:
        return []
    found = [_texts(read_closed_captions(one, alive)) for one in pictures]
    whole = _texts(cues)
    kept = [name for name in cues if all(texts.get(name) == whole[name] for texts in found)]
    return [ClosedCaptionTrack(name, name, "") for name in kept]


def read_closed_captions(rendition: Rendition, alive: Callable[[], None]) -> dict[str, list[CaptionCue]]:
    """Return the captions within the pictures of a rendition; instants count from its first picture."""
    captions = ClosedCaptions()
    for segment in rendition.segments:
        alive()
        _read_segment(segment.path, captions)
    return captions.cues(round(rendition.seconds * CLOCK))


def _read_segment(path: Path, captions: ClosedCaptions) -> None:
    with av.open(str(path), format="mpegts") as container:
        for packet in container.demux(container.streams.video[0]):
            if packet.pts is not None:
                captions.add(packet.pts - _START, bytes(packet))


def _texts(cues: Mapping[str, Sequence[CaptionCue]]) -> dict[str, list[str]]:
    return {name: [cue.text for cue in row] for name, row in cues.items()}


def captions_in_pictures(
    source: Source, found: Survey, alive: Callable[[], None]
) -> dict[str, list[CaptionCue]]:
    """Return the captions within the pictures of a source, by channel; instants count from the first picture
    of the stream."""
    if not found.captions:
        return {}
    captions = ClosedCaptions()
    for timed in read_packets(source.parts, alive, source.longest_gap):
        if timed.sound is None:
            captions.add(timed.pts + found.grid.move(timed.pts) - found.begin, bytes(timed.packet))
    return captions.cues(found.pictures_end - found.begin)


def present(
    plan: Plan,
    made: Made,
    captions: Sequence[CaptionTrack],
    closed: Mapping[str, Sequence[CaptionCue]],
    alive: Callable[[], None],
) -> str:
    """Write the I-frame playlists; return the multivariant playlist of all that was made."""
    default = [Sound(one.language, one.title, True, None) for one in plan.source.sounds[:1]]
    others = [Sound(one.stream.language, one.stream.title, False, one.made) for one in made.others]
    return master_playlist(
        Presentation(
            pictures=made.pictures,
            rate=plan.found.rate,
            sounds=audio_tracks([*default, *others]),
            audio_only=made.audio.made if made.audio else None,
            captions=captions,
            closed_captions=closed_caption_tracks(made.pictures, closed, alive),
            iframes=[one for each in made.pictures if (one := write_iframes(each, alive))],
        )
    )
