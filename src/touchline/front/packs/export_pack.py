"""Exports a channel: a pack that restores the same state on another installation, with absolute dates."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zoneinfo import ZoneInfo

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.engagement.facade import EngagementFacade
from touchline.front.packs.pack_writer import PackWriter, assign_file_names
from touchline.front.packs.schemas.context import PackContext
from touchline.platform.db.session import bind_channel
from touchline.platform.files.public_files import PublicFiles
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.files.public_paths import CONTENT_ADDRESSED_PATH
from touchline.shared.unit_of_work import UnitOfWorkFactory


class ExportPack:
    """Writes the pack of a channel into a new or empty folder."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        clock: Clock,
        files: PublicFiles,
        channel: ChannelFacade,
        catalog: CatalogFacade,
        billing: BillingFacade,
        engagement: EngagementFacade,
    ) -> None:
        self._uow, self._clock, self._files = uow, clock, files
        self._channel, self._catalog, self._billing = channel, catalog, billing
        self._engagement = engagement

    def __call__(self, slug: str, target: Path) -> list[str]:
        """Write the pack and return its file names. Raises `RefusedError` if the folder is not empty."""
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise RefusedError(f"{target} is not an empty folder. Choose a new folder.")
        content = self._read_content(slug)
        names = assign_file_names(set(_find_stored_files(content)))
        channel = content["channel"]
        context = PackContext(
            self._clock.now(),
            channel["language"],
            tuple(channel["languages"]),
            channel["currency"],
            ZoneInfo(channel["time_zone"]),
            file_names=names,
        )
        return self._write_files(target, PackWriter(context).render_files(content), names)

    def _read_content(self, slug: str) -> dict[str, Any]:
        with self._uow.all_channels():
            channel_id = next(
                (channel.id for channel in self._channel.list_channels() if channel.slug == slug), None
            )
            if channel_id is None:
                raise NotFoundError(
                    f"There is no channel `{slug}`. List the channels with `touchline channels list`."
                )
            bind_channel(channel_id)
            site, catalog = self._channel.export_pack(), self._catalog.export_pack()
            offers = self._billing.export_pack()
            coupons = offers.pop("coupons")
            forms = self._engagement.export_pack()
            return {**site, **catalog, **forms, "packages": offers, "coupons": coupons}

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


def _find_stored_files(value: Any) -> Iterator[str]:
    """Yield every stored file that a content refers to, including inside Markdown."""
    if isinstance(value, str):
        yield from CONTENT_ADDRESSED_PATH.findall(value)
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from _find_stored_files(inner)
