"""Exports a channel: a pack that restores the same state on another installation.

A channel that was made by a pack keeps the layout of its files. Without one, all dates are absolute.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from touchline.channel.domain.document.revisions import AppliedPack
from touchline.channel.facade import ChannelFacade
from touchline.front.packs.document.document_store import DocumentStore, get_format
from touchline.front.packs.document.export_layout import LayoutExport
from touchline.front.packs.pack import join_parts
from touchline.front.packs.pack_writer import PackWriter, assign_file_names
from touchline.platform.db.session import bind_channel
from touchline.platform.files.public_files import PublicFiles
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.files.public_paths import CONTENT_ADDRESSED_PATH
from touchline.shared.unit_of_work import UnitOfWorkFactory


class ExportPack:
    """Writes the pack of a channel into a new or empty folder."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        files: PublicFiles,
        channel: ChannelFacade,
        document_store: DocumentStore,
    ) -> None:
        self._uow, self._files = uow, files
        self._channel, self._document_store = channel, document_store

    def __call__(self, slug: str, target: Path, *, keep_layout: bool = True) -> list[str]:
        """Write the pack and return its file names. Raises `RefusedError` if the folder is not empty.

        With `keep_layout`, the files are those of the pack that was applied last, with the edits since then.
        If the channel's language, currency or time zone was edited, all files are written anew.
        """
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise RefusedError(f"{target} is not an empty folder. Choose a new folder.")
        content, last_applied = self._read_document(slug)
        is_same_format = last_applied is not None and last_applied.format == get_format(content)
        applied = last_applied if keep_layout and is_same_format else None
        names = (
            assign_file_names(_find_stored_files([content, _list_footage(applied)]), applied.file_names)
            if applied
            else assign_file_names(_find_stored_files(content))
        )
        stored = self._document_store.create_context(content)
        exported = self._document_store.create_context(content, names)
        texts = (
            LayoutExport(applied, content, stored, exported).render_files()
            if applied
            else PackWriter(exported).render_files(content)
        )
        return self._write_files(target, texts, names)

    def _read_document(self, slug: str) -> tuple[dict[str, Any], AppliedPack | None]:
        with self._uow.all_channels():
            channel_id = next(
                (channel.id for channel in self._channel.list_channels() if channel.slug == slug), None
            )
            if channel_id is None:
                raise NotFoundError(
                    f"There is no channel `{slug}`. List the channels with `touchline channels list`."
                )
            bind_channel(channel_id)
            applied = self._channel.document_history.get_applied_pack()
            return join_parts(self._document_store.read_parts()), applied

    def _write_files(self, target: Path, texts: Mapping[str, str], names: Mapping[str, str]) -> list[str]:
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=target.parent, prefix=".pack-") as folder:
            root = Path(folder) / "pack"
            for name, text in texts.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            for public_path, name in names.items():
                source = self._files.resolve(public_path)
                if source is None:
                    raise RefusedError(f"The stored file {public_path} is missing.")
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, root / name)
            if target.exists():
                target.rmdir()
            root.rename(target)
        return sorted([*texts, *names.values()])


def _list_footage(applied: AppliedPack) -> list[Any]:
    """Return the demo footage of the pack. The channel does not keep it."""
    return [entry.pack for ref, entry in applied.entries.items() if ref.section == "footage"]


def _find_stored_files(value: Any) -> Iterator[str]:
    """Yield every stored file that a content refers to, including inside Markdown."""
    if isinstance(value, str):
        yield from CONTENT_ADDRESSED_PATH.findall(value)
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from _find_stored_files(inner)
