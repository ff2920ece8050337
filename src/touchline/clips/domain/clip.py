"""A clip: a named and tagged range of an event's medium (product.md §3 and §5; api.md, "Clips")."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar
from uuid import UUID, uuid4

from touchline.clips.domain.footage import Footage
from touchline.clips.domain.ids import ClipId
from touchline.shared.errors import Invalid, Refused
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.typed import FIELD_WANTED, too_long, too_short
from touchline.shared.work import MOST_ATTEMPTS, NotNow, Work, WorkState

CLIP_FILE = "clip.mp4"
LONGEST_MS = 300_000
SHORTEST_MS = 1_000
LONGEST_NAME = 80
MOST_TAGS = 10
LONGEST_TAG = 40
SELECT_TAG = "Please select tag"
PAST_THE_END = "Your clip duration is longer than the end time"
SLID_AWAY = "The stream does not reach back so far any more."
ROUNDED_MS = 50
_TURNS_AROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_SHOWS_NOTHING = frozenset("CZ")


@dataclass(frozen=True, slots=True)
class Words:
    """A clip's name and tags, tidied and checked; `Invalid` names what is wrong."""

    name: str
    tags: tuple[str, ...]

    @classmethod
    def of(cls, name: str, tags: Sequence[str]) -> Words:
        """Spaces are made single; a tag counts once, whatever its case. Neither commands a terminal or turns
        the text beside it around, and of what shows nothing there is none."""
        tidy = _tidied(name)
        unique: dict[str, str] = {}
        for tag in filter(None, map(_tidied, tags)):
            unique.setdefault(tag.casefold(), tag)
        errors: dict[str, list[str]] = {}
        if not tidy:
            errors["name"] = [FIELD_WANTED]
        elif len(tidy) > LONGEST_NAME:
            errors["name"] = [too_long(LONGEST_NAME)]
        if not unique:
            errors["tags"] = [SELECT_TAG]
        elif len(unique) > MOST_TAGS:
            errors["tags"] = [f"At most {MOST_TAGS} tags."]
        elif any(len(tag) > LONGEST_TAG for tag in unique.values()):
            errors["tags"] = [too_long(LONGEST_TAG)]
        if errors:
            raise Invalid(errors)
        return cls(tidy, tuple(unique.values()))


@dataclass(frozen=True, slots=True)
class Range:
    """Which part of the medium, in milliseconds of its time line."""

    start_ms: int
    duration_ms: int

    @property
    def end_ms(self) -> int:
        return self.start_ms + self.duration_ms

    @classmethod
    def of(cls, start_ms: int, duration_ms: int) -> Range:
        """`Invalid` where it is too short or too long."""
        if duration_ms > LONGEST_MS:
            raise Invalid({"duration": [too_long(LONGEST_MS // 1000)]})
        if duration_ms < SHORTEST_MS:
            raise Invalid({"duration": [too_short(SHORTEST_MS // 1000)]})
        return cls(start_ms, duration_ms)

    def within(self, footage: Footage) -> Range:
        """The range, if the footage reaches so far; else `Refused`. What is longer at either end by less than
        a picture or two, because somebody rounded, begins and ends with the footage."""
        if self.end_ms - footage.ends_ms > ROUNDED_MS:
            raise Refused(PAST_THE_END)
        if footage.starts_ms - self.start_ms > ROUNDED_MS:
            raise Refused(SLID_AWAY)
        start = max(self.start_ms, footage.starts_ms)
        return Range(start, min(self.end_ms, footage.ends_ms) - start)


@dataclass(slots=True)
class Clip(Work):
    """One clip. `state` and `progress` are those of its file; it can be played before.

    `offset_ms` is how far into its own playlist its first frame lies. `folder` is where storage keeps it,
    `size` the bytes of its file (0: not made); its poster may be there before. `version` is the one that was
    read.

    `hidden_at`: when the channel hid it, None while it is shown; `hidden_by` says who did. `approved_at`:
    when an operator allowed anonymous visitors to read its name. `former_folders` still hold files that a job
    moves to `folder`.
    """

    LEASE: ClassVar[timedelta] = timedelta(seconds=15)
    GAVE_UP: ClassVar[str] = f"Cutting was cut short {MOST_ATTEMPTS} times. Please try again."

    id: ClipId
    channel_id: ChannelId
    account_id: AccountId
    event_id: EventId
    media_id: int
    uuid: UUID
    words: Words
    range: Range
    folder: str
    offset_ms: int
    width: int
    height: int
    frame_rate: float
    created_at: datetime
    size: int = 0
    has_poster: bool = False
    hidden_at: datetime | None = None
    hidden_by: str = ""
    approved_at: datetime | None = None
    former_folders: tuple[str, ...] = ()
    version: int = 0

    @property
    def play_folder(self) -> str:
        """Its playlists and segments."""
        return f"{self.folder}/play"

    @property
    def poster_key(self) -> str:
        """Its picture, once it `has_poster`."""
        return f"{self.folder}/poster.jpg"

    @property
    def file_key(self) -> str:
        """Its MP4, once it is ready."""
        return f"{self.file_folder}/{CLIP_FILE}"

    @property
    def file_folder(self) -> str:
        """What its MP4 stands in, alone."""
        return f"{self.folder}/file"

    @property
    def is_hidden(self) -> bool:
        """Whether the channel has hidden it from viewers."""
        return self.hidden_at is not None

    def begin(self, lease: str, now: datetime) -> bool:
        """Take the lease as any work does; `NotNow` for a hidden clip, which is not cut."""
        if self.is_hidden:
            raise NotNow(now)
        return Work.begin(self, lease, now)

    def hide(self, now: datetime, actor: str, folder: str) -> bool:
        """Hide it from viewers; return False if it was hidden before. Its files move to `folder`, so that
        addresses that were given out stop working."""
        if self.is_hidden:
            return False
        self.hidden_at, self.hidden_by = now, actor
        self.former_folders = (*self.former_folders, self.folder)
        self.folder = folder
        if not self.is_settled:
            self._settle(WorkState.QUEUED)
        return True

    def unhide(self) -> None:
        """Show it to viewers again."""
        self.hidden_at, self.hidden_by = None, ""

    def forget_former(self, folders: tuple[str, ...]) -> None:
        """Note that nothing is left in these former folders."""
        self.former_folders = tuple(one for one in self.former_folders if one not in folders)

    def approve(self, now: datetime) -> None:
        """Allow anonymous visitors to read its name and tags, until it is renamed."""
        self.approved_at = self.approved_at or now

    def rename(self, words: Words) -> None:
        """Take another name and other tags; different words need a new approval."""
        if words != self.words:
            self.approved_at = None
        self.words = words

    @property
    def share_token(self) -> str:
        """The beginning of its uuid: what an address that was given out through its share link names."""
        return self.uuid.hex[:8]

    def is_of(self, account_id: AccountId | None) -> bool:
        """Whether it is this viewer's own."""
        return account_id is not None and self.account_id == account_id

    def show(self, lease: str) -> None:
        """Its poster is kept; `LeaseLost` where another is at work."""
        self._hold(lease)
        self.has_poster = True

    def finish(self, lease: str, size: int) -> None:
        """Its file is kept: from now on it can be taken away."""
        self._done(lease)
        self.size = size

    def retry(self) -> None:
        """Cut it once more; refused unless it failed."""
        if self.state is not WorkState.FAILED:
            raise Refused("Only a clip that failed can be cut once more.")
        self.try_again()

    def unshare(self) -> None:
        """Have those who were given its uuid find nothing behind it any more."""
        self.uuid = uuid4()


def _tidied(text: str) -> str:
    kept = "".join(" " if _is_control(sign) else sign for sign in text)
    shows = any(unicodedata.category(sign)[0] not in _SHOWS_NOTHING for sign in kept)
    return " ".join(kept.split()) if shows else ""


def _is_control(sign: str) -> bool:
    return unicodedata.category(sign) == "Cc" or sign in _TURNS_AROUND
