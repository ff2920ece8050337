"""Videos of events in storage, without a worker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from touchline.catalog.domain.media.assets import MediaOwner, StoredPackage
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import AssetId


def store_video(
    application: Application,
    channel: ChannelDetails,
    event_id: int,
    files: Mapping[str, str],
    *,
    duration_ms: int,
    has_storyboard: bool = False,
    has_captions: bool = False,
) -> AssetId:
    """Store a video with these files (path: text), show it on the event, and return its id."""
    catalog: Any = application.container.catalog
    storage = catalog.storage()
    with application.container.database().transaction(channel.id):
        asset = catalog.assets().add("0" * 64, "game.mp4")
        catalog.media_items().attach(MediaOwner("event", event_id), asset.id, "Whole game")
        with storage.workspace("test") as folder:
            for name, text in files.items():
                (folder / name).parent.mkdir(exist_ok=True)
                (folder / name).write_text(text)
            storage.publish(folder, f"assets/{asset.id}-00ff")
        package = StoredPackage(
            f"assets/{asset.id}-00ff", duration_ms, 640, 360, 25.0, True, has_captions, has_storyboard
        )
        asset.begin("test", application.container.clock().now())
        asset.mark_ready("test", package)
        catalog.assets().save(asset)
        stored: AssetId = asset.id
        return stored
