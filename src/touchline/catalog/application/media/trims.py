"""Trims: an operator chooses the range of a recording that viewers see, and can restore the full length."""

from __future__ import annotations

from touchline.catalog.application.media.add_media import enqueue_trim
from touchline.catalog.application.media.takedowns import REMOVE_FILES_JOB
from touchline.catalog.application.media.trimmed_folders import TrimmedFolders
from touchline.catalog.application.playback.footage_reader import FootageReader
from touchline.catalog.domain.media.assets import Asset, StoredPackage, get_duration
from touchline.catalog.domain.media.trims import (
    HAS_SHOWING,
    NO_FILES,
    NOT_READY,
    NOT_TRIMMED,
    Trim,
    align_trim,
    parse_trim,
)
from touchline.catalog.events import RecordingTrimmed
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.media.assets import Assets, MediaItems
from touchline.catalog.ports.media.delivery import (
    PUBLIC_SESSION,
    CheckPermission,
    SignedUrl,
    TokenScope,
    UrlSigner,
)
from touchline.catalog.ports.media.storage import Storage, StorageFullError, StoredFileNotFoundError
from touchline.catalog.ports.media.video_packager import MASTER
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError, RefusedError, TokenNotAcceptedError
from touchline.shared.ids import AssetId, ChannelId, EventId
from touchline.shared.permissions import Permission
from touchline.shared.principal import Principal
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.unit_of_work import Announce, UnitOfWorkFactory


class SwitchFolder:
    """Gives a video another range, in the current transaction."""

    def __init__(self, assets: Assets, media_items: MediaItems, jobs: Jobs, announce: Announce) -> None:
        self._assets = assets
        self._media_items = media_items
        self._jobs = jobs
        self._announce = announce

    def __call__(self, asset: Asset, package: StoredPackage) -> None:
        """Save the new package, tell the other contexts, and have the earlier trimmed folder removed."""
        old = asset.package
        asset.package, asset.pending_trim, asset.trim_failure = package, None, ""
        self._assets.save(asset)
        if old is None:
            return
        if old.trim is not None:
            self._jobs.enqueue(
                REMOVE_FILES_JOB, asset.channel_id, old.folder, unique=f"catalog-remove-{old.folder}"
            )
        for owner in self._media_items.list_owners(asset.id):
            self._announce(
                RecordingTrimmed(
                    asset.channel_id,
                    owner.kind,
                    owner.id,
                    package.trim_start_ms - old.trim_start_ms,
                    old.duration_ms,
                    package.duration_ms,
                )
            )


class TrimService:
    """Use cases of operators, in the current transaction. A job makes a requested trim."""

    def __init__(
        self,
        assets: Assets,
        media_items: MediaItems,
        events: Events,
        reader: FootageReader,
        switch_folder: SwitchFolder,
        jobs: Jobs,
        record_audit: RecordAudit,
        clock: Clock,
    ) -> None:
        self._assets = assets
        self._media_items = media_items
        self._events = events
        self._reader = reader
        self._switch_folder = switch_folder
        self._jobs = jobs
        self._record_audit = record_audit
        self._clock = clock

    def trim(self, video_id: AssetId, start_ms: int, end_ms: int | None) -> Asset:
        """Request a range of the full length, from and to the nearest boundaries between segments.

        Without `end_ms`, it lasts to the end. Raises `NotFoundError`, and `RefusedError` if the video does
        not have this range.
        """
        asset, package = self._get_ready(video_id)
        full = package.full_length
        chosen = parse_trim(start_ms, end_ms, full.duration_ms)
        renditions = self._reader.read_recording(full.folder).renditions
        segments = renditions[0].segments if renditions else ()
        boundaries = [segment.start_ms for segment in segments] + [
            segment.end_ms for segment in segments[-1:]
        ]
        trim = align_trim(chosen, boundaries)
        asset.pending_trim, asset.trim_failure = (None if trim == package.trim else trim), ""
        self._assets.save(asset)
        if asset.pending_trim:
            enqueue_trim(self._jobs, asset)
        self._audit("video.trim", asset, {"start": trim.start_ms / 1000, "end": trim.end_ms / 1000})
        return asset

    def restore(self, video_id: AssetId) -> Asset:
        """Give a video its full length again, at once. Raises `NotFoundError`, and `RefusedError` if it has
        it.
        """
        asset, package = self._get_ready(video_id)
        if package.trim is None and asset.pending_trim is None:
            raise RefusedError(NOT_TRIMMED)
        if package.trim is None:
            asset.pending_trim = None
            self._assets.save(asset)
        else:
            self._switch_folder(asset, package.full_length)
        self._audit("video.restore_length", asset, {})
        return asset

    def _get_ready(self, video_id: AssetId) -> tuple[Asset, StoredPackage]:
        asset = self._assets.get_for_update(video_id)
        if asset is None:
            raise NotFoundError
        if asset.package is None:
            raise RefusedError(NOT_READY)
        self._refuse_showings(asset)
        return asset, asset.package

    def _refuse_showings(self, asset: Asset) -> None:
        """Refuse a change while an event shows the video as if it were live: all viewers would jump."""
        for owner in self._media_items.list_owners(asset.id):
            event = self._events.get(EventId(owner.id)) if owner.kind == "event" else None
            if event is None or event.simulate_at is None:
                continue
            items = self._media_items.list_for_owners("event", [event.id]).get(event.id, ())
            item = next((item for item in items if item.asset_id == asset.id), None)
            simulation = event.get_simulation(get_duration(item))
            if simulation and simulation.should_hide_recording(self._clock.now()):
                raise RefusedError(HAS_SHOWING)

    def _audit(self, action: str, asset: Asset, after: dict[str, object]) -> None:
        subject = AuditSubject("video", str(asset.id), asset.source_name)
        self._record_audit(AuditRecord(action, subject, after=after))


class ApplyTrim:
    """Job: make the folder of a requested trim, and show it to viewers.

    The job can run twice. A folder is named after the version of the asset for which it is made. If the
    asset changes in the meantime, the job makes the folder again.
    """

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        assets: Assets,
        folders: TrimmedFolders,
        storage: Storage,
        switch_folder: SwitchFolder,
    ) -> None:
        self._uow = uow
        self._assets = assets
        self._folders = folders
        self._storage = storage
        self._switch_folder = switch_folder

    def __call__(self, channel_id: ChannelId, asset_id: AssetId) -> None:
        """Make the trim. Do nothing if none is requested."""
        while not self._is_done(channel_id, asset_id):
            pass

    def _is_done(self, channel_id: ChannelId, asset_id: AssetId) -> bool:
        with self._uow(channel_id):
            asset = self._assets.get(asset_id)
        if asset is None or asset.package is None or asset.pending_trim is None:
            return True
        trim, folder = asset.pending_trim, f"assets/{asset.id}-t{asset.version}"
        failure = ""
        try:
            self._folders.write(asset.package.full_length, trim, folder)
        except StoredFileNotFoundError:
            failure = NO_FILES
        except StorageFullError as error:
            failure = str(error)
        with self._uow(channel_id):
            is_shown = self._finish(asset, trim, folder, failure)
        if not is_shown:
            self._storage.remove(f"{folder}/")
        return is_shown

    def _finish(self, read: Asset, trim: Trim, folder: str, failure: str) -> bool:
        """Save the result, unless the asset has changed since it was read. Return whether viewers see the
        folder, which another run of this job may have made.
        """
        asset = self._assets.get_for_update(read.id)
        if asset is None or asset.package is None or asset.version != read.version:
            return asset is not None and asset.package is not None and asset.package.folder == folder
        if failure:
            asset.pending_trim, asset.trim_failure = None, failure
            self._assets.save(asset)
            return False
        self._switch_folder(asset, asset.package.to_trimmed(trim, folder))
        return True


class StudioPlayback:
    """Query: the full length of a video, for the operator who trims it."""

    def __init__(self, assets: Assets, signer: UrlSigner) -> None:
        self._assets = assets
        self._signer = signer

    def __call__(self, principal: Principal, video_id: AssetId) -> tuple[SignedUrl, int]:
        """Return a URL signed for the operator's session, and the duration in milliseconds.

        Raises `NotFoundError`, `RefusedError` if the video is not ready, and `TokenNotAcceptedError` without
        a session: such a URL would play for everybody.
        """
        asset = self._assets.get(video_id)
        if asset is None:
            raise NotFoundError
        if asset.package is None:
            raise RefusedError(NOT_READY)
        if principal.session_id == PUBLIC_SESSION:
            raise TokenNotAcceptedError
        full = asset.package.full_length
        path = f"{full.folder}/{MASTER}"
        return self._signer.sign(path, principal.session_id, TokenScope.FOLDER), full.duration_ms


class CheckStudioPlayback:
    """Decides who may fetch the files of every video of a channel, trimmed or not: its operators."""

    def __init__(self, assets: Assets, check_permission: CheckPermission) -> None:
        self._assets = assets
        self._check_permission = check_permission

    def __call__(self, principal: Principal, folder: str) -> bool:
        """Return whether the viewer may fetch files of the folder. Runs in a transaction of the viewer's
        channel.
        """
        return self._check_permission(principal, Permission.EDIT_MEDIA) and self._assets.has_folder(folder)
