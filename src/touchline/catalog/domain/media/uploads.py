"""Resumable uploads of video files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import PurePath

from touchline.catalog.domain.media.assets import MediaOwner
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.ids import AssetId, ChannelId

MAX_FILE_NAME_LENGTH = 255
NOT_A_VIDEO = ErrorMessage(
    "errors.upload_not_a_video", "This file is not a video. Choose a video file, such as an MP4 or MOV file."
)
EMPTY_FILE = ErrorMessage("errors.upload_empty", "This file is empty. Choose another file.")
TOO_LARGE = ErrorMessage(
    "errors.upload_too_large", "This file is larger than {gigabytes} GB. Choose a smaller file."
)
OFFSET_MISMATCH = ErrorMessage(
    "errors.upload_offset", "The upload continues at another position. Request its position and try again."
)
UPLOAD_BUSY = ErrorMessage(
    "errors.upload_busy", "Another window is sending this file. Close it, or wait a minute and try again."
)
CHECKSUM_MISMATCH = ErrorMessage("errors.upload_checksum", "A part arrived damaged. Send it again.")
NO_RETRY = ErrorMessage("errors.upload_no_retry", "There is nothing to try again. Reload the page.")
_GIGABYTE = 10**9
_OTHER_SUFFIXES = re.compile(
    r"\.(7z|bmp|csv|docx?|gif|gz|heic|html?|jpe?g|json|key|numbers|pages|pdf|png|pptx?|rar|rtf|svg|tar|tiff?"
    r"|txt|webp|xlsx?|xml|zip)"
)
"""Suffixes of files that are certainly no videos. ffmpeg reads too many formats to list them."""


class UploadState(StrEnum):
    """The state of an upload.

    `receiving`: bytes are missing. `received`: the file is complete, and a job checks it. `added`: it is the
    source of an asset. `failed`: the job could not add it.
    """

    RECEIVING = "receiving"
    RECEIVED = "received"
    ADDED = "added"
    FAILED = "failed"


class OffsetMismatchError(RefusedError):
    """A part does not begin where the upload ends."""

    def __init__(self) -> None:
        super().__init__(OFFSET_MISMATCH)


class UploadBusyError(RefusedError):
    """Another request is writing to the upload."""

    def __init__(self) -> None:
        super().__init__(UPLOAD_BUSY)


class UploadTooLargeError(RefusedError):
    """The file is too large, or a part goes beyond the end of the file."""


class ChecksumMismatchError(RefusedError):
    """A part has another checksum than announced."""

    def __init__(self) -> None:
        super().__init__(CHECKSUM_MISMATCH)


@dataclass(frozen=True, slots=True)
class NewUpload:
    """A file that an operator is about to send.

    `replace` detaches the other videos of the owner. `metadata` is what the client says about the file, in
    the form of the tus protocol.
    """

    owner: MediaOwner
    file_name: str
    size: int
    replace: bool = False
    metadata: str = ""

    def validate(self, max_gigabytes: int) -> None:
        """Raise `RefusedError` if the file is empty, too large, or certainly not a video."""
        if _OTHER_SUFFIXES.fullmatch(PurePath(self.file_name).suffix.lower()):
            raise RefusedError(NOT_A_VIDEO)
        if not self.size:
            raise RefusedError(EMPTY_FILE)
        if self.size > max_gigabytes * _GIGABYTE:
            raise UploadTooLargeError(TOO_LARGE.with_params(gigabytes=max_gigabytes))


@dataclass(slots=True)
class Upload:
    """A file that an operator sends in parts. `size` and `offset` are in bytes.

    `attempts` counts how often the complete file was given to the job.
    """

    id: int
    channel_id: ChannelId
    owner: MediaOwner
    file_name: str
    size: int
    replace: bool
    metadata: str
    created_at: datetime
    expires_at: datetime
    offset: int = 0
    state: UploadState = UploadState.RECEIVING
    failure_message: str = ""
    attempts: int = 0
    asset_id: AssetId | None = None

    def record_offset(self, offset: int) -> bool:
        """Record the bytes that are stored. Return whether these complete the file."""
        self.offset = offset
        if self.state is UploadState.RECEIVING and offset == self.size:
            self._mark_received()
            return True
        return False

    def retry(self) -> None:
        """Give the complete file to the job once more. Raises `RefusedError` if bytes are missing."""
        if self.state not in (UploadState.ADDED, UploadState.FAILED):
            raise RefusedError(NO_RETRY)
        self._mark_received()

    def mark_added(self, asset_id: AssetId) -> None:
        """Record the asset that is made from the file."""
        self.state, self.asset_id = UploadState.ADDED, asset_id

    def mark_failed(self, message: str) -> None:
        """Record why the file could not be added."""
        self.state, self.failure_message = UploadState.FAILED, message

    def _mark_received(self) -> None:
        self.state, self.failure_message = UploadState.RECEIVED, ""
        self.attempts += 1
