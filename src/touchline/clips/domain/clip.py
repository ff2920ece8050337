"""A clip: a named and tagged range of an event's medium (product.md §3 and §5; api.md, "Clips")."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar
from uuid import UUID, uuid4

from touchline.clips.domain.footage import Footage
from touchline.clips.domain.ids import ClipId
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InvalidInputError, RefusedError
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.strings.localized import localize
from touchline.shared.strings.validation import FIELD_REQUIRED, too_long_message, too_short_message
from touchline.shared.tasks.work import RetryLaterError, Work, WorkState

CLIP_FILE = "clip.mp4"
MAX_DURATION_MS = 300_000
MIN_DURATION_MS = 1_000
MAX_NAME_LENGTH = 80
MAX_TAGS = 10
MAX_TAG_LENGTH = 40
SELECT_TAG = ErrorMessage("errors.tag_required", "Please select tag")
TOO_MANY_TAGS = ErrorMessage("errors.too_many_tags", "Choose {number} tags or fewer.")
PAST_END = ErrorMessage("errors.clip_past_end", "Your clip duration is longer than the end time")
BEFORE_START = ErrorMessage(
    "errors.clip_before_start", "This part of the stream is no longer available. Choose a later time."
)
FEATURED_HIDDEN = ErrorMessage(
    "errors.featured_clip_hidden", "This clip is hidden. Show it again before you feature it."
)
FEATURED_FAILED = ErrorMessage(
    "errors.featured_clip_failed", "This clip failed. Retry it before you feature it."
)
ROUNDING_TOLERANCE_MS = 50
_BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_INVISIBLE_CATEGORIES = frozenset("CZ")


@dataclass(frozen=True, slots=True)
class ClipDetails:
    """A clip's normalized and validated name and tags."""

    name: str
    tags: tuple[str, ...]

    @classmethod
    def create(cls, name: str, tags: Sequence[str]) -> ClipDetails:
        """Return normalized details. Raises `InvalidInputError` with the errors of each field.

        Each run of whitespace becomes one space. Tags are unique, regardless of case. Control characters and
        bidirectional controls become spaces. A text without visible characters counts as empty.
        """
        normalized = _normalize_text(name)
        unique: dict[str, str] = {}
        for tag in filter(None, map(_normalize_text, tags)):
            unique.setdefault(tag.casefold(), tag)
        errors: dict[str, list[str]] = {}
        if not normalized:
            errors["name"] = [FIELD_REQUIRED]
        elif len(normalized) > MAX_NAME_LENGTH:
            errors["name"] = [too_long_message(MAX_NAME_LENGTH)]
        if not unique:
            errors["tags"] = [SELECT_TAG]
        elif len(unique) > MAX_TAGS:
            errors["tags"] = [TOO_MANY_TAGS.with_params(number=MAX_TAGS)]
        elif any(len(tag) > MAX_TAG_LENGTH for tag in unique.values()):
            errors["tags"] = [too_long_message(MAX_TAG_LENGTH)]
        if errors:
            raise InvalidInputError(errors)
        return cls(normalized, tuple(unique.values()))


@dataclass(frozen=True, slots=True)
class Range:
    """A range of a medium's timeline, in milliseconds."""

    start_ms: int
    duration_ms: int

    @property
    def end_ms(self) -> int:
        return self.start_ms + self.duration_ms

    @classmethod
    def create(cls, start_ms: int, duration_ms: int) -> Range:
        """Return a range. Raises `InvalidInputError` if it is too short or too long."""
        if duration_ms > MAX_DURATION_MS:
            raise InvalidInputError({"duration": [too_long_message(MAX_DURATION_MS // 1000)]})
        if duration_ms < MIN_DURATION_MS:
            raise InvalidInputError({"duration": [too_short_message(MIN_DURATION_MS // 1000)]})
        return cls(start_ms, duration_ms)

    def clamp_to(self, footage: Footage) -> Range:
        """Return the range, limited to the footage.

        Raises `RefusedError` if the footage does not cover it.

        Up to `ROUNDING_TOLERANCE_MS` beyond either end is cut off, because clients round times.
        """
        if self.end_ms - footage.end_ms > ROUNDING_TOLERANCE_MS:
            raise RefusedError(PAST_END)
        if footage.start_ms - self.start_ms > ROUNDING_TOLERANCE_MS:
            raise RefusedError(BEFORE_START)
        start = max(self.start_ms, footage.start_ms)
        return Range(start, min(self.end_ms, footage.end_ms) - start)


class ClipOrigin(StrEnum):
    """Who made a clip: a viewer, or the channel by itself as a highlight of one moment or as a reel."""

    VIEWER = "viewer"
    HIGHLIGHT = "highlight"
    REEL = "reel"


@dataclass(slots=True)
class Clip(Work):
    """A clip: a saved range of an event's medium.

    A clip of the channel has no `account_id`. It has its name in several languages (`names`). A reel joins
    parts of the event, so its `range` only has a duration.

    `state` and `progress` describe its downloadable file; the clip plays before that file is ready.

    `offset_ms` is the position of the first frame in the clip's own playlist. `folder` is the clip's folder
    in storage. `size` is the file size in bytes (0: no file yet). The poster may be ready before the file.
    `version` is the row version that was read.

    `hidden_at` is when the channel hid the clip (None: visible), `hidden_by` is who hid it. `approved_at` is
    when an operator allowed anonymous visitors to read the name, `featured_at` when one featured the clip on
    the home page. `former_folders` still hold files that a job moves to `folder`.
    """

    LEASE: ClassVar[timedelta] = timedelta(seconds=15)
    GAVE_UP: ClassVar[ErrorMessage] = ErrorMessage(
        "errors.clip_attempts_failed", "This clip failed several times. Please try again."
    )

    id: ClipId
    channel_id: ChannelId
    account_id: AccountId | None
    event_id: EventId
    media_id: int
    uuid: UUID
    details: ClipDetails
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
    featured_at: datetime | None = None
    former_folders: tuple[str, ...] = ()
    origin: ClipOrigin = ClipOrigin.VIEWER
    names: Mapping[str, str] = field(default_factory=dict)
    version: int = 0

    @property
    def play_folder(self) -> str:
        """The folder of the clip's playlists and segments."""
        return f"{self.folder}/play"

    @property
    def poster_key(self) -> str:
        """The storage key of the poster, valid once `has_poster` is true."""
        return f"{self.folder}/poster.jpg"

    @property
    def file_key(self) -> str:
        """The storage key of the MP4, valid once the clip is ready."""
        return f"{self.file_folder}/{CLIP_FILE}"

    @property
    def file_folder(self) -> str:
        """The folder that contains only the MP4."""
        return f"{self.folder}/file"

    @property
    def is_hidden(self) -> bool:
        """Whether the channel has hidden it from viewers."""
        return self.hidden_at is not None

    def begin(self, lease: str, now: datetime) -> bool:
        """Take the lease, as `Work.begin` does.

        Raises `RetryLaterError` for a hidden clip, which is not cut.
        """
        if self.is_hidden:
            raise RetryLaterError(now)
        return Work.begin(self, lease, now)

    def hide(self, now: datetime, actor: str, folder: str) -> bool:
        """Hide the clip from viewers, and no longer feature it. Return False if it was already hidden.

        Its files move to `folder`, so that existing URLs stop working.
        """
        if self.is_hidden:
            return False
        self.hidden_at, self.hidden_by, self.featured_at = now, actor, None
        self.former_folders = (*self.former_folders, self.folder)
        self.folder = folder
        if not self.is_finished:
            self._end(WorkState.QUEUED)
        return True

    def unhide(self) -> None:
        """Make the clip visible to viewers again."""
        self.hidden_at, self.hidden_by = None, ""

    def remove_former_folders(self, folders: tuple[str, ...]) -> None:
        """Remove folders that no longer hold files from `former_folders`."""
        self.former_folders = tuple(
            former_folder for former_folder in self.former_folders if former_folder not in folders
        )

    @property
    def is_by_channel(self) -> bool:
        """Whether the channel made it, and no viewer."""
        return self.origin is not ClipOrigin.VIEWER

    def get_name(self, language: str) -> str:
        """Return the name in a language, if it has several."""
        return self.names.get(language) or self.details.name

    def set_names(self, names: Mapping[str, str], fallback: str) -> None:
        """Name a clip of the channel. `fallback` is the language of the name for everyone else."""
        self.names = names
        self.details = replace(self.details, name=cut_name(localize(names, fallback)))

    def recut(self, other: Clip) -> None:
        """Show the footage of another clip from now on, under the same id and link. Its file is made anew."""
        self.media_id, self.range, self.offset_ms = other.media_id, other.range, other.offset_ms
        self.width, self.height, self.frame_rate = other.width, other.height, other.frame_rate
        self.folder, self.details, self.names = other.folder, other.details, other.names
        self.size, self.has_poster = 0, False
        self._end(WorkState.FAILED)
        self.restart()

    def approve(self, now: datetime) -> None:
        """Allow anonymous visitors to read the name and tags, until the clip is renamed."""
        self.approved_at = self.approved_at or now

    @property
    def is_featured(self) -> bool:
        """Whether the home page features it. Everyone may then play it."""
        return self.featured_at is not None

    def feature(self, now: datetime) -> None:
        """Feature the clip, first on the home page, and approve its name.

        Raises `RefusedError` for a hidden or failed clip.
        """
        if self.is_hidden:
            raise RefusedError(FEATURED_HIDDEN)
        if self.state is WorkState.FAILED:
            raise RefusedError(FEATURED_FAILED)
        self.featured_at = now
        self.approve(now)

    def unfeature(self) -> None:
        """Remove the clip from the home page. Its name stays approved."""
        self.featured_at = None

    def rename(self, details: ClipDetails) -> None:
        """Change the name and tags. After a change, the clip is neither approved nor featured."""
        if details != self.details:
            self.approved_at = self.featured_at = None
        self.details = details

    @property
    def share_token(self) -> str:
        """The first 8 hexadecimal digits of the uuid. They identify the share link in signed URLs."""
        return self.uuid.hex[:8]

    def is_owned_by(self, account_id: AccountId | None) -> bool:
        """Return whether this account owns the clip."""
        return account_id is not None and self.account_id == account_id

    def mark_poster_ready(self, lease: str) -> None:
        """Record that the poster is saved. Raises `LeaseLostError` if another worker holds the lease."""
        self._require_lease(lease)
        self.has_poster = True

    def finish(self, lease: str, size: int) -> None:
        """Record that the file is saved and can be downloaded."""
        self._complete(lease)
        self.size = size

    def retry(self) -> None:
        """Queue a failed clip again. Raises `RefusedError` unless the clip failed."""
        if self.state is not WorkState.FAILED:
            raise RefusedError(ErrorMessage("errors.clip_not_failed", "Only a failed clip can be retried."))
        self.restart()

    def queue_file(self) -> None:
        """Queue the file again, because what it shows has changed. A failed clip stays as it is."""
        if self.state is not WorkState.FAILED:
            self._end(WorkState.FAILED)
            self.restart()

    def unshare(self) -> None:
        """Replace the uuid, so that the old share link stops working."""
        self.uuid = uuid4()


def cut_name(name: str) -> str:
    """Return a name that is short enough for a clip."""
    return name if len(name) <= MAX_NAME_LENGTH else f"{name[: MAX_NAME_LENGTH - 1].rstrip()}…"


def _normalize_text(text: str) -> str:
    cleaned = "".join(" " if _is_control(char) else char for char in text)
    is_visible = any(unicodedata.category(char)[0] not in _INVISIBLE_CATEGORIES for char in cleaned)
    return " ".join(cleaned.split()) if is_visible else ""


def _is_control(char: str) -> bool:
    return unicodedata.category(char) == "Cc" or char in _BIDI_CONTROLS
