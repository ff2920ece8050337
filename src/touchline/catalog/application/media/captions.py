"""Use cases of captions: list, save and remove those of a video that is ready."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from touchline.catalog.domain.media.assets import Asset, StoredPackage
from touchline.catalog.domain.media.caption_files import (
    MAX_CAPTION_BYTES,
    TOO_LARGE,
    check_captions,
    decode_captions,
)
from touchline.catalog.domain.media.caption_tracks import CaptionTrack, list_tracks, write_tracks
from touchline.catalog.domain.media.trimmed_playlists import delay_captions, trim_captions
from touchline.catalog.events import CaptionsChanged
from touchline.catalog.ports.media.assets import Assets, MediaItems
from touchline.catalog.ports.media.captions import CaptionConverter, ConvertedCaptions
from touchline.catalog.ports.media.storage import Storage
from touchline.catalog.ports.media.video_packager import MASTER
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import AssetId
from touchline.shared.unit_of_work import Announce

UNKNOWN_LANGUAGE = ErrorMessage(
    "errors.captions_language", "Choose the language of the captions, such as `en` or `fr-CA`."
)
NOT_READY = ErrorMessage("errors.captions_not_ready", "Add captions when the video is ready.")
NO_LANGUAGE = "und"
"""Stands for captions without a language (BCP 47, undetermined)."""


class CaptionService:
    """Lists, saves and removes captions, in the transaction of the call.

    Caption files never change, because viewers and caches may have them. The master playlist names the
    current ones.
    """

    def __init__(
        self,
        assets: Assets,
        media_items: MediaItems,
        storage: Storage,
        converter: CaptionConverter,
        record_audit: RecordAudit,
        announce: Announce,
    ) -> None:
        self._assets = assets
        self._media_items = media_items
        self._storage = storage
        self._converter = converter
        self._record_audit = record_audit
        self._announce = announce

    def list_captions(self, asset: Asset) -> Sequence[CaptionTrack]:
        """Return the captions of a video. A video without any needs no file."""
        package = asset.package
        return list_tracks(self._read_master(package)) if package and package.has_captions else ()

    def save(self, video_id: AssetId, language: str, file: str, data: bytes) -> Sequence[CaptionTrack]:
        """Add captions, or replace those of the same language. Return the captions of the video.

        The times of a trimmed video count from its start, as its viewers see it. Raises `NotFoundError`, and
        `RefusedError` with the line of the file that is wrong.
        """
        asset, package = self._get_ready(video_id)
        if len(data) > MAX_CAPTION_BYTES:
            raise RefusedError(TOO_LARGE.with_params(file=file))
        text = decode_captions(data)
        check_captions(file, text, timedelta(milliseconds=package.duration_ms))
        captions = self._converter.convert(text, language)
        if captions is None:
            raise RefusedError(UNKNOWN_LANGUAGE)
        full = replace(captions, webvtt=delay_captions(captions.webvtt, package.trim_start_ms))
        tracks = self._add_track(asset, package.full_length, full)
        if package.trim:
            trimmed = replace(full, webvtt=trim_captions(full.webvtt, package.trim))
            tracks = self._add_track(asset, package, trimmed)
        self._finish("captions.save", asset, {"language": captions.language, "file_name": file})
        return tracks

    def _add_track(
        self, asset: Asset, package: StoredPackage, captions: ConvertedCaptions
    ) -> Sequence[CaptionTrack]:
        """Add captions to a folder of the video, and return the captions in it."""
        track = CaptionTrack(captions.language, captions.name, self._store(asset, package, captions))
        tracks = [*self._list_others(package, captions.language), track]
        self._write_tracks(asset, package, tracks)
        return tracks

    def remove(self, video_id: AssetId, language: str) -> Sequence[CaptionTrack]:
        """Remove the captions of a language. Return those that are left. Raises `NotFoundError`."""
        asset, package = self._get_ready(video_id)
        language = "" if language == NO_LANGUAGE else language
        others = self._list_others(package, language)
        if len(others) == len(self.list_captions(asset)):
            raise NotFoundError
        self._write_tracks(asset, package, others)
        if package.trim:
            full = package.full_length
            self._write_tracks(asset, full, self._list_others(full, language))
        self._finish("captions.remove", asset, {"language": language})
        return others

    def _get_ready(self, video_id: AssetId) -> tuple[Asset, StoredPackage]:
        asset = self._assets.get_for_update(video_id)
        if asset is None:
            raise NotFoundError
        if asset.package is None:
            raise RefusedError(NOT_READY)
        return asset, asset.package

    def _list_others(self, package: StoredPackage, language: str) -> list[CaptionTrack]:
        return [track for track in list_tracks(self._read_master(package)) if track.language != language]

    def _read_master(self, package: StoredPackage) -> str:
        with self._storage.open(f"{package.folder}/{MASTER}") as file:
            return file.read().decode()

    def _store(self, asset: Asset, package: StoredPackage, captions: ConvertedCaptions) -> str:
        """Store the captions and their playlist, and return the path of the playlist in the folder."""
        name = hashlib.sha256(captions.webvtt.encode()).hexdigest()[:16]
        playlist = self._converter.render_playlist(f"{name}.vtt", package.duration_ms / 1000)
        self._put(asset, f"{package.folder}/captions/{name}.vtt", captions.webvtt)
        self._put(asset, f"{package.folder}/captions/{name}.m3u8", playlist)
        return f"captions/{name}.m3u8"

    def _write_tracks(self, asset: Asset, package: StoredPackage, tracks: Sequence[CaptionTrack]) -> None:
        master = write_tracks(self._read_master(package), tracks)
        if asset.package is not None:
            asset.package = replace(asset.package, has_captions=bool(tracks))
        self._assets.save(asset)
        self._put(asset, f"{package.folder}/{MASTER}", master)

    def _put(self, asset: Asset, key: str, text: str) -> None:
        with self._storage.workspace(f"{asset.id}-captions") as folder:
            path = folder / "text"
            path.write_text(text, encoding="utf-8")
            self._storage.put(key, path)

    def _finish(self, action: str, asset: Asset, after: dict[str, object]) -> None:
        for owner in self._media_items.list_owners(asset.id):
            if owner.kind == "event":
                self._announce(CaptionsChanged(asset.channel_id, owner.id))
        subject = AuditSubject("video", str(asset.id), asset.source_name)
        self._record_audit(AuditRecord(action, subject, after=after))
