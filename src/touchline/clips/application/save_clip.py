"""Saving a clip: from then on it plays, out of segments that exist already; its file is cut by a job."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from touchline.clips.application.asking_to_cut import ask_to_cut
from touchline.clips.application.counting import CountClips
from touchline.clips.application.meter import ClipMeter
from touchline.clips.domain.clip import Clip, Range, Words
from touchline.clips.domain.folders import CLIPS, new_folder
from touchline.clips.domain.footage import Footage, Rendition
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.playlists import (
    MASTER,
    master_text,
    media_text,
    name_of,
    needed,
    offset_of,
    shown,
    sounds_of,
)
from touchline.clips.ports.allowances import Allowance
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.files import Files
from touchline.clips.ports.footages import Footages
from touchline.shared.clock import Clock
from touchline.shared.ids import EventId
from touchline.shared.jobs import Jobs
from touchline.shared.principal import Principal


@dataclass(frozen=True, slots=True)
class Wish:
    """What a viewer wants to keep. Times in milliseconds: of a recording from its first picture, of a live
    stream from its `start_ts`."""

    event_id: EventId
    media_id: int
    name: str
    tags: Sequence[str]
    start_ms: int
    duration_ms: int


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where clips are kept: their rows, and their files."""

    clips: Clips
    files: Files


class SaveClip:
    """Makes a clip (api.md, `POST /clip`)."""

    def __init__(
        self,
        footages: Footages,
        keeping: Keeping,
        meter: ClipMeter,
        count: CountClips,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._footages = footages
        self._clips, self._files = keeping.clips, keeping.files
        self._meter = meter
        self._count = count
        self._jobs = jobs
        self._clock = clock

    def __call__(self, principal: Principal, wish: Wish) -> Clip:
        """The clip; the one that is there already where the viewer wished for the same before.

        `Invalid` for words and lengths, `Forbidden` without a pass for it or for the event, `Refused` where
        the footage does not reach so far, `NotFound`.
        """
        words, wished = Words.of(wish.name, wish.tags), Range.of(wish.start_ms, wish.duration_ms)
        allowance = self._meter.admit(principal.viewer)
        footage = self._footages.of(principal, wish.event_id, wish.media_id)
        asked = wished.within(footage)
        renditions = needed(footage, asked)
        clip = self._clip(principal, wish.event_id, words, footage, renditions[0], asked)
        return self._clips.same(clip) or self._made(clip, footage, renditions, allowance)

    def _made(
        self, clip: Clip, footage: Footage, renditions: Sequence[Rendition], allowance: Allowance
    ) -> Clip:
        """The counting, which lets others wait, comes after the files, which take a moment."""
        self._meter.check(clip.account_id, allowance)
        try:
            self._gather(clip, footage, renditions)
            self._meter.take_turn(clip.account_id, allowance)
            return self._kept(clip)
        except BaseException:
            self._files.remove(clip.folder)
            raise

    def _clip(
        self,
        principal: Principal,
        event_id: EventId,
        words: Words,
        footage: Footage,
        largest: Rendition,
        asked: Range,
    ) -> Clip:
        played = shown(largest, asked)
        return Clip(
            id=ClipId(0),
            channel_id=principal.channel_id,
            account_id=principal.viewer,
            event_id=event_id,
            media_id=footage.media_id,
            uuid=uuid4(),
            words=words,
            range=played,
            folder=new_folder(CLIPS, self._clock.now()),
            offset_ms=offset_of(largest, played),
            width=largest.width,
            height=largest.height,
            frame_rate=footage.frame_rate,
            created_at=self._clock.now(),
        )

    def _gather(self, clip: Clip, footage: Footage, renditions: Sequence[Rendition]) -> None:
        sounds = sounds_of(footage, renditions[0])
        folders = {one.name: one for one in renditions} | {one.folder: one for one in sounds if one.pieces}
        links = {
            f"{folder}/{name_of(number)}": piece.key
            for folder, one in folders.items()
            for number, piece in enumerate(one.pieces)
        }
        texts = {f"{folder}/index.m3u8": media_text(one, clip.offset_ms) for folder, one in folders.items()}
        master = master_text(renditions, sounds, footage.closed_captions)
        self._files.gather(clip.play_folder, links, {**texts, MASTER: master})

    def _kept(self, clip: Clip) -> Clip:
        kept = self._clips.add(clip)
        if kept.folder != clip.folder:
            self._files.remove(clip.folder)
            return kept
        self._count(kept.channel_id, kept.event_id)
        ask_to_cut(self._jobs, kept)
        return kept
