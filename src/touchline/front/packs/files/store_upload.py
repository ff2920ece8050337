"""Stores a picture or a font that an operator uploads, as the files of a pack are stored."""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import BytesIO
from pathlib import PurePosixPath
from typing import Literal

from PIL import Image

from touchline.channel.facade import ChannelFacade
from touchline.front.packs.files.pack_folder import check_content, check_kind
from touchline.front.packs.problems import InvalidValueError
from touchline.platform.files.public_files import PublicFiles
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.errors import InvalidInputError
from touchline.shared.strings.normalize import file_name

_VIEW_BOX = re.compile(rb"""\bviewBox\s*=\s*["'][\d.eE+-]+[\s,]+[\d.eE+-]+[\s,]+([\d.]+)[\s,]+([\d.]+)""")


UploadKind = Literal["picture", "font"]


@dataclass(frozen=True)
class StoredFile:
    """A stored file. Entries name it by its path.

    The size of a picture is in pixels, None if an SVG has none.
    """

    path: str
    url: str
    width: int | None = None
    height: int | None = None


class StoreUpload:
    """Use case that checks a picture or a font and stores it in the files of the channel.

    Pictures are stored without their metadata.
    """

    def __init__(self, files: PublicFiles, channel: ChannelFacade, record_audit: RecordAudit) -> None:
        self._files, self._channel, self._record_audit = files, channel, record_audit

    def __call__(self, kind: UploadKind, name: str, data: bytes) -> StoredFile:
        """Store a file and return it. The same file gets the same path. Some browsers send a path as `name`.

        Raises `InvalidInputError` with the sentence that `touchline channels check` prints.
        """
        name = file_name(name.replace("\\", "/").rpartition("/")[2])
        try:
            check_kind(name, PurePosixPath(name).suffix, len(data), kind)
            data = check_content(kind, name, data)
        except InvalidValueError as error:
            raise InvalidInputError({kind: [str(error)]}) from None
        path = self._files.add_bytes(self._channel.get_current().slug, name, data)
        self._record_audit(
            AuditRecord(f"{kind}.upload", AuditSubject(kind, path), after={"bytes": len(data)})
        )
        width, height = _read_size(name, data) if kind == "picture" else (None, None)
        return StoredFile(path, self._files.url(path) or path, width, height)


def _read_size(name: str, data: bytes) -> tuple[int | None, int | None]:
    if name.lower().endswith(".svg"):
        view_box = _VIEW_BOX.search(data)
        return (round(float(view_box[1])), round(float(view_box[2]))) if view_box else (None, None)
    with Image.open(BytesIO(data)) as image:
        return image.size
