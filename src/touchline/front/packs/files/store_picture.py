"""Stores a picture that an operator uploads, as the picture of a pack is stored."""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import BytesIO
from pathlib import PurePosixPath

from PIL import Image

from touchline.channel.facade import ChannelFacade
from touchline.front.packs.files.pack_folder import check_kind, check_picture
from touchline.front.packs.problems import InvalidValueError
from touchline.platform.files.public_files import PublicFiles
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.errors import InvalidInputError
from touchline.shared.strings.normalize import file_name

_VIEW_BOX = re.compile(rb"""\bviewBox\s*=\s*["'][\d.eE+-]+[\s,]+[\d.eE+-]+[\s,]+([\d.]+)[\s,]+([\d.]+)""")


@dataclass(frozen=True)
class StoredPicture:
    """A stored picture. Entries name it by its path. Its size is in pixels, None if an SVG has none."""

    path: str
    url: str
    width: int | None
    height: int | None


class StorePicture:
    """Use case that checks a picture, removes its metadata and stores it in the files of the channel."""

    def __init__(self, files: PublicFiles, channel: ChannelFacade, record_audit: RecordAudit) -> None:
        self._files, self._channel, self._record_audit = files, channel, record_audit

    def __call__(self, name: str, data: bytes) -> StoredPicture:
        """Store a picture and return it. The same picture gets the same path.

        Raises `InvalidInputError` with the sentence that `touchline channels check` prints.
        """
        name = uploaded_name(name)
        try:
            check_kind(name, PurePosixPath(name).suffix, len(data), "picture")
            data = check_picture(name, data)
        except InvalidValueError as error:
            raise InvalidInputError({"picture": [str(error)]}) from None
        path = self._files.add_bytes(self._channel.get_current().slug, name, data)
        width, height = _read_size(name, data)
        self._record_audit(
            AuditRecord("picture.upload", AuditSubject("picture", path), after={"bytes": len(data)})
        )
        return StoredPicture(path, self._files.url(path) or path, width, height)


def uploaded_name(path: str) -> str:
    """Return the name of an uploaded file. Some browsers send its path."""
    return file_name(path.replace("\\", "/").rpartition("/")[2])


def _read_size(name: str, data: bytes) -> tuple[int | None, int | None]:
    if name.lower().endswith(".svg"):
        view_box = _VIEW_BOX.search(data)
        return (round(float(view_box[1])), round(float(view_box[2]))) if view_box else (None, None)
    with Image.open(BytesIO(data)) as image:
        return image.size
