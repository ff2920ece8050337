"""Gateways from the clips context to other contexts, storage and URL signing."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import quote, urlencode

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import (
    PUBLIC_SESSION,
    CaptionRange,
    CatalogFacade,
    Storage,
    StorageFullError,
    StoredFileNotFoundError,
    TokenScope,
    UrlSigner,
)
from touchline.catalog.facade import Footage as CatalogFootage
from touchline.catalog.facade import FootageSegment as CatalogPiece
from touchline.channel.facade import ChannelFacade, TakedownAction, TakedownSubject
from touchline.clips.domain.captions import Run, RunCaptions
from touchline.clips.domain.folders import workspace_prefix
from touchline.clips.domain.footage import AudioTrack, Footage, FootageSegment, Rendition
from touchline.clips.domain.highlight import BigMoment
from touchline.clips.domain.moderation import ClipPolicy, NameVisibility
from touchline.clips.domain.playlists import MASTER
from touchline.clips.ports.allowances import Allowance, Feature
from touchline.clips.ports.files import DiskFullError, FileGoneError, SignedUrl
from touchline.clips.ports.highlights import EventMoments, MomentFootage, ShownMoments
from touchline.shared.concurrency.parallel import parallel_map
from touchline.shared.ids import AccountId, ChannelId, EventId, SessionId
from touchline.shared.network_addresses import rate_limit_address
from touchline.shared.permissions import Permission
from touchline.shared.principal import Principal


class CatalogGateway:
    """`EventCatalog` on top of the catalog's facade."""

    def __init__(self, catalog: CatalogFacade, channel: ChannelFacade) -> None:
        self._catalog = catalog
        self._channel = channel

    def get_footage(self, principal: Principal, event_id: EventId, media_id: int | None = None) -> Footage:
        """Return the footage that the viewer may watch now."""
        return _to_footage(self._catalog.footage(principal, event_id, media_id))

    def find_recording(self, channel_id: ChannelId, event_id: EventId) -> Footage | None:
        """Return the recording as an anonymous visitor of the channel gets it.

        Needs a transaction of that channel.
        """
        anonymous = _anonymous(channel_id, self._channel.get_current().language)
        found = self._catalog.footage.find_recording(anonymous, event_id)
        return _to_footage(found) if found else None

    def list_captions(
        self, event_id: EventId, media_id: int, runs: Sequence[Run]
    ) -> Sequence[RunCaptions] | None:
        """Read the captions of the recording, or those that were sent live."""
        ranges = [CaptionRange(run.start_pts, run.duration_ms, run.starts_at) for run in runs]
        found = self._catalog.range_captions(event_id, media_id, ranges)
        return None if found is None else [RunCaptions(it.language, it.name, it.cues) for it in found]

    def can_watch(self, principal: Principal, event_id: EventId) -> bool:
        """Check the catalog's access rule."""
        return self._catalog.footage.can_watch(principal, event_id)

    def can_download(self, principal: Principal, event_id: EventId, *, is_country_bound: bool) -> bool:
        """Check the catalog's access rule, and whether the event allows downloads."""
        return self._catalog.footage.can_download(principal, event_id, is_country_bound=is_country_bound)

    def check_rights(
        self, account_id: AccountId, moments: Sequence[tuple[EventId, datetime]]
    ) -> Sequence[bool]:
        """Check the account's purchases."""
        return self._catalog.footage.check_rights(account_id, moments)

    def get_region(self, principal: Principal, event_id: EventId) -> str | None:
        """Apply the region rules of the channel and the event."""
        return self._catalog.footage.get_region(principal, event_id)

    def list_regions(self, principal: Principal, event_ids: Collection[int]) -> Mapping[int, str | None]:
        """Apply the region rules of the channel and the events."""
        return self._catalog.footage.list_regions(principal, event_ids)

    def list_event_names(self, event_ids: Collection[int], language: str) -> Mapping[int, str]:
        """Return the names of the events that exist."""
        events = self._catalog.followable_items.list_events(event_ids, language)
        return {event.id: event.name for event in events.values()}

    def list_event_rows(
        self, principal: Principal, event_ids: Collection[int]
    ) -> Mapping[int, Mapping[str, Any]]:
        """Return rows of the event list."""
        return self._catalog.list_event_rows(principal, event_ids)

    def list_public_event_rows(
        self, event_ids: Collection[int], language: str
    ) -> Mapping[int, Mapping[str, Any]]:
        """Return rows of the event list for an anonymous visitor."""
        anonymous = _anonymous(ChannelId(self._channel.get_current().id), language)
        return self._catalog.list_event_rows(anonymous, event_ids)


class MomentGateway:
    """`MomentCatalog` on top of the catalog's facade."""

    def __init__(self, catalog: CatalogFacade, channel: ChannelFacade) -> None:
        self._catalog = catalog
        self._channel = channel

    def list_big_moments(self, event_id: EventId) -> EventMoments | None:
        """Read the timeline of the event."""
        found = self._catalog.moments.list_big_moments(event_id)
        if found is None:
            return None
        moments = [BigMoment(it.id, it.at_ms, it.kind, it.name) for it in found.moments]
        return EventMoments(moments, found.is_final, found.names)

    def find_footage(
        self, channel_id: ChannelId, event_id: EventId, times_ms: Collection[int]
    ) -> ShownMoments:
        """Look into the live streams and the recording of the event."""
        anonymous = _anonymous(channel_id, self.get_language())
        found = self._catalog.moments.find_footage(anonymous, event_id, times_ms)
        footage = {
            at_ms: MomentFootage(_to_footage(it.footage), it.start_ms, it.duration_ms, it.at_ms)
            for at_ms, it in found.footage.items()
        }
        return ShownMoments(footage, found.is_growing)

    def get_language(self) -> str:
        """Return the language of the channel's settings."""
        return self._channel.get_current().language


class BillingGateway:
    """`Allowances` on top of the billing facade."""

    def __init__(self, billing: BillingFacade) -> None:
        self._billing = billing

    def get(self, account_id: AccountId, capability: str, feature: Feature) -> Allowance:
        """Return the allowance of the viewer's passes."""
        found = self._billing.get_allowance(account_id, capability, feature)
        return Allowance(found.is_allowed, found.limit, found.since)


class ChannelDirectory:
    """Lookup of channels for commands, which run outside of any channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def list_ids_by_slug(self) -> dict[str, ChannelId]:
        """Return the ids of all channels by slug."""
        return {channel.slug: channel.id for channel in self._channel.list_channels()}


class ChannelGateway:
    """`ChannelModeration` on top of the channel's facade. `secret` is the key of reporter digests."""

    def __init__(self, channel: ChannelFacade, secret: bytes) -> None:
        self._channel = channel
        self._secret = secret

    def get_policy(self) -> ClipPolicy:
        """Read the pack's `settings: clips:`. Missing values have defaults."""
        settings, default = self._channel.get_current().clips, ClipPolicy()
        return ClipPolicy(
            NameVisibility(settings.get("names_public", default.names_public)),
            int(settings.get("hide_after_reports", default.hide_after_reports)),
        )

    def get_reporter_digest(self, account_id: AccountId | None, ip: str) -> str:
        """Return a digest of the account's id, or of the network for visitors without an account."""
        reporter_source = f"account-{account_id}" if account_id else f"network-{rate_limit_address(ip)}"
        text = f"clip-reporter|{self._channel.get_current().id}|{reporter_source}"
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()

    def find_account_id(self, email: str) -> AccountId | None:
        """Look up the account by email address."""
        return self._channel.find_account_id(email)

    def list_names(self, account_ids: Collection[AccountId]) -> Mapping[AccountId, str]:
        """Read the names of the accounts."""
        profiles = self._channel.list_viewer_profiles(account_ids)
        return {account_id: profile.name for account_id, profile in profiles.items()}

    def is_moderator(self, principal: Principal) -> bool:
        """Check the caller's role."""
        return self._channel.check_permission(principal, Permission.MODERATE_CLIPS)

    def record(self, action: str, subject: str, subject_id: int, *, actor: str, reason: str) -> None:
        """Write to the channel's takedown log."""
        self._channel.record_takedown(
            TakedownAction(action), TakedownSubject(subject), subject_id, actor=actor, reason=reason
        )


class StorageFiles:
    """`Files` on top of the application's storage."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def create_folder(self, folder: str, links: Mapping[str, str], texts: Mapping[str, str]) -> None:
        """Create the links first, so that playlists never name missing files."""
        with _translate_errors(), self._storage.workspace(f"{workspace_prefix(folder)}links") as workspace:
            parallel_map(lambda link: self._storage.link(link[1], f"{folder}/{link[0]}"), links.items())
            for number, (name, text) in enumerate(texts.items()):
                file = workspace / str(number)
                file.write_text(text, encoding="utf-8")
                self._storage.put(f"{folder}/{name}", file)

    def move(self, folder: str, to: str) -> None:
        """Link every file, then delete the old ones. Files that already exist in the target stay."""
        with _translate_errors():
            keys = list(self._storage.list(f"{folder}/"))
            parallel_map(lambda key: self._storage.link(key, f"{to}/{key.removeprefix(f'{folder}/')}"), keys)
            self._storage.remove(f"{folder}/")

    def save(self, key: str, file: Path) -> int:
        """Copy the file and rename the copy into place."""
        with _translate_errors():
            self._storage.put(key, file)
            return file.stat().st_size

    def publish(self, made: Path, folder: str) -> None:
        """Publish with one rename."""
        with _translate_errors():
            self._storage.publish(made, folder)

    def open(self, key: str) -> BinaryIO:
        """Open the stored file."""
        with _translate_errors():
            return self._storage.open(key)

    def get_size(self, key: str) -> int | None:
        """Return the size from the storage's metadata."""
        try:
            return self._storage.stat(key).size
        except StoredFileNotFoundError:
            return None

    @contextmanager
    def local_paths(self, keys: Sequence[str]) -> Iterator[list[Path]]:
        """Fetch all files in parallel."""
        with _translate_errors(), ExitStack() as stack:
            yield parallel_map(lambda key: stack.enter_context(self._storage.as_path(key)), keys)

    @contextmanager
    def workspace(self, name: str) -> Iterator[Path]:
        """Open a storage workspace."""
        with _translate_errors(), self._storage.workspace(name) as folder:
            yield folder

    def clean_up(self, name_prefix: str) -> None:
        """Delete workspaces of dead processes."""
        self._storage.clean_up(name_prefix)

    def list_folders(self, root_folder: str) -> Iterator[str]:
        """Derive the folders from the keys."""
        return iter(sorted({"/".join(key.split("/")[:2]) for key in self._storage.list(f"{root_folder}/")}))

    def remove_file(self, key: str) -> None:
        """Delete one file of the storage."""
        self._storage.remove(key)

    def remove(self, folder: str) -> None:
        """Delete all files below the folder, and the workspaces named after it."""
        self._storage.remove(f"{folder}/")
        self._storage.clean_up(workspace_prefix(folder))


class SignedClipUrls:
    """`ClipUrls`, signed like all media URLs. The page of a shared clip is on the channel's site."""

    def __init__(self, signer: UrlSigner, channel: ChannelFacade) -> None:
        self._signer = signer
        self._channel = channel

    def get_playlist_url(
        self, folder: str, session_id: SessionId, region: str | None, share: str | None = None
    ) -> SignedUrl:
        """Sign a URL for the play folder only."""
        signed = self._signer.sign(f"{folder}/{MASTER}", session_id, TokenScope.FOLDER, region, share)
        return SignedUrl(signed.url, signed.expires_at)

    def get_poster_url(self, key: str) -> str:
        """Sign a public URL for one file."""
        return self._signer.sign(key, PUBLIC_SESSION, TokenScope.FILE).url

    def get_file_url(self, key: str, session_id: SessionId, region: str | None, filename: str) -> SignedUrl:
        """Sign a URL for one file. The parameter `as` is the name under which the browser saves it."""
        signed = self._signer.sign(key, session_id, TokenScope.FILE, region)
        return SignedUrl(f"{signed.url}?{urlencode({'as': filename}, quote_via=quote)}", signed.expires_at)

    def get_preview_url(self, key: str, session_id: SessionId) -> str:
        """Sign a URL for one file, which the browser plays."""
        return self._signer.sign(key, session_id, TokenScope.FILE).url

    def get_share_url(self, clip_id: int, uuid: str) -> str:
        """Return a URL on the channel's own site."""
        return f"{self._channel.get_current().site_url}/share/{clip_id}/{uuid}"

    def get_page_url(self, clip_id: int) -> str:
        """Return a URL on the channel's own site."""
        return f"{self._channel.get_current().site_url}/watch_library/{clip_id}"


def _anonymous(channel_id: ChannelId, language: str) -> Principal:
    return Principal(channel_id, PUBLIC_SESSION, None, language, None)


@contextmanager
def _translate_errors() -> Iterator[None]:
    try:
        yield
    except StoredFileNotFoundError:
        raise FileGoneError from None
    except StorageFullError as error:
        raise DiskFullError(str(error)) from error


def _to_segments(found: Sequence[CatalogPiece]) -> tuple[FootageSegment, ...]:
    return tuple(
        FootageSegment(piece.key, piece.start_ms, piece.duration_ms, piece.discontinuity) for piece in found
    )


def _to_footage(found: CatalogFootage) -> Footage:
    renditions = [
        Rendition(
            rendition.name,
            rendition.width,
            rendition.height,
            rendition.attributes,
            _to_segments(rendition.segments),
        )
        for rendition in found.renditions
    ]
    audio_tracks = [
        AudioTrack(track.folder, track.name, track.language, track.is_default, _to_segments(track.segments))
        for track in found.audio_tracks
    ]
    return Footage(
        media_id=found.media_id,
        is_live=found.is_live,
        start_ms=found.start_ms,
        end_ms=found.end_ms,
        frame_rate=found.frame_rate,
        renditions=renditions,
        region=found.region,
        audio_tracks=audio_tracks,
        closed_captions=found.closed_captions,
        origin=found.origin if found.is_live else None,
    )
