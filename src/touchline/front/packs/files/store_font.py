"""Stores a font that an operator uploads, as the font of a pack is stored."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from touchline.channel.facade import ChannelFacade
from touchline.front.packs.files.pack_folder import check_font, check_kind
from touchline.front.packs.files.store_picture import uploaded_name
from touchline.front.packs.problems import InvalidValueError
from touchline.platform.files.public_files import PublicFiles
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.errors import InvalidInputError


@dataclass(frozen=True)
class StoredFont:
    """A stored font file. The channel's theme names it by its path."""

    path: str
    url: str


class StoreFont:
    """Use case that checks a font file and stores it in the files of the channel."""

    def __init__(self, files: PublicFiles, channel: ChannelFacade, record_audit: RecordAudit) -> None:
        self._files, self._channel, self._record_audit = files, channel, record_audit

    def __call__(self, name: str, data: bytes) -> StoredFont:
        """Store a font file and return it. The same file gets the same path.

        Raises `InvalidInputError` with the sentence that `touchline channels check` prints.
        """
        name = uploaded_name(name)
        try:
            check_kind(name, PurePosixPath(name).suffix, len(data), "font")
            check_font(name, data)
        except InvalidValueError as error:
            raise InvalidInputError({"font": [str(error)]}) from None
        path = self._files.add_bytes(self._channel.get_current().slug, name, data)
        self._record_audit(AuditRecord("font.upload", AuditSubject("font", path), after={"bytes": len(data)}))
        return StoredFont(path, self._files.url(path) or path)
