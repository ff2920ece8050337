"""The container of context `clips`. `touchline.container` supplies what it depends on."""

from __future__ import annotations

import time
from datetime import timedelta

from dependency_injector import providers

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade, Storage, UrlSigner
from touchline.channel.facade import ChannelFacade
from touchline.clips.adapters.gateways import (
    BillingGateway,
    CatalogGateway,
    ChannelDirectory,
    ChannelGateway,
    MomentGateway,
    SignedClipUrls,
    StorageFiles,
)
from touchline.clips.adapters.sql.clips import SqlClips
from touchline.clips.adapters.sql.downloads import SqlClipFolders, SqlDownloads, SqlEventFiles
from touchline.clips.adapters.sql.highlights import SqlHighlights, SqlReels
from touchline.clips.adapters.sql.locks import SqlClipLocks
from touchline.clips.adapters.sql.moderation import SqlBlockedCreators, SqlReports
from touchline.clips.adapters.sql.processing_queue import SqlProcessingQueue
from touchline.clips.adapters.sql.sharing import SqlSharedRanges
from touchline.clips.application.downloads.download_clip import DownloadClip
from touchline.clips.application.downloads.download_event import DownloadEvent
from touchline.clips.application.editing.caption_folders import CaptionFolders
from touchline.clips.application.editing.change_clip import ChangeClip, DeleteClip, OwnedClips
from touchline.clips.application.editing.count_clips import CountClips
from touchline.clips.application.editing.quotas import ClipQuota, DownloadQuota
from touchline.clips.application.editing.save_clip import ClipStorage, SaveClip
from touchline.clips.application.erasure.delete_event_clips import DeleteEventClips
from touchline.clips.application.erasure.erase_viewer import EraseViewer
from touchline.clips.application.highlights.arrange_highlights import ArrangeHighlights, UpdateReel
from touchline.clips.application.highlights.clip_drafts import ClipDrafts
from touchline.clips.application.highlights.highlight_queries import ListHighlights, ListStudioHighlights
from touchline.clips.application.highlights.make_highlights import MakeHighlights
from touchline.clips.application.highlights.make_reel import MakeReel
from touchline.clips.application.highlights.sync_highlights import SyncHighlights
from touchline.clips.application.moderation.clip_admin import ClipAdmin
from touchline.clips.application.moderation.moderate_clips import BlockCreators, HideClip, ModerateClips
from touchline.clips.application.moderation.moderation_queries import ModerationQueries
from touchline.clips.application.moderation.report_clip import ReportClip
from touchline.clips.application.processing.clean_up_files import CleanUpFiles
from touchline.clips.application.processing.cut_clip import CutClip
from touchline.clips.application.processing.cut_next_clip import CutNextClip
from touchline.clips.application.processing.make_event_file import MakeEventFile
from touchline.clips.application.processing.move_files import MoveFiles, RemoveFiles
from touchline.clips.application.processing.processing_store import ProcessingStore
from touchline.clips.application.processing.recover_files import RecoverFiles
from touchline.clips.application.processing.update_captions import UpdateCaptions
from touchline.clips.application.viewing.clip_playback import CheckClipPlayback
from touchline.clips.application.viewing.clip_queries import ListClips, ShowClip
from touchline.clips.application.viewing.clip_serializer import ClipSerializer
from touchline.clips.application.viewing.export_clips import ExportClips
from touchline.clips.application.viewing.featured_clips import ListFeaturedClips
from touchline.clips.application.viewing.share_links import ShareLinks
from touchline.clips.application.viewing.show_clip_cards import ShowClipCards
from touchline.clips.facade import ClipsFacade
from touchline.clips.ports.cutting import Cutter
from touchline.platform.container import Platform


class ClipsContainer(Platform):
    """Container of context `clips`."""

    # Facades of other contexts, and adapters that a setting selects
    channel: providers.Dependency[ChannelFacade] = providers.Dependency()
    billing: providers.Dependency[BillingFacade] = providers.Dependency()
    catalog: providers.Dependency[CatalogFacade] = providers.Dependency()
    storage: providers.Dependency[Storage] = providers.Dependency()
    delivery: providers.Dependency[UrlSigner] = providers.Dependency()
    cutter: providers.Dependency[Cutter] = providers.Dependency()

    # Tables, files and gateways
    clips = providers.Singleton(SqlClips, Platform.session)
    downloads = providers.Singleton(SqlDownloads, Platform.session)
    event_files = providers.Singleton(SqlEventFiles, Platform.session)
    processing_queue = providers.Singleton(SqlProcessingQueue, Platform.session)
    processing_store = providers.Singleton(
        ProcessingStore, Platform.uow, clips, event_files, processing_queue
    )
    shared_ranges = providers.Singleton(SqlSharedRanges, Platform.session)
    reports = providers.Singleton(SqlReports, Platform.session)
    blocked_creators = providers.Singleton(SqlBlockedCreators, Platform.session)
    locks = providers.Singleton(SqlClipLocks, Platform.session)
    highlights = providers.Singleton(SqlHighlights, Platform.session)
    reels = providers.Singleton(SqlReels, Platform.session)
    files = providers.Singleton(StorageFiles, storage)
    urls = providers.Singleton(SignedClipUrls, delivery, channel)
    channel_gateway = providers.Singleton(ChannelGateway, channel, Platform.secret)
    channel_directory = providers.Singleton(ChannelDirectory, channel)
    event_catalog = providers.Singleton(CatalogGateway, catalog, channel)
    moment_catalog = providers.Singleton(MomentGateway, catalog, channel)
    allowances = providers.Singleton(BillingGateway, billing)

    caption_folders = providers.Singleton(CaptionFolders, event_catalog, files)

    # Quotas and counts
    clip_quota = providers.Singleton(ClipQuota, allowances, clips, locks, blocked_creators)
    download_quota = providers.Singleton(DownloadQuota, allowances, downloads, locks, Platform.clock)
    count_clips = providers.Singleton(CountClips, clips, locks, Platform.announce, Platform.clock)

    # Viewing and sharing
    share_limit = providers.Singleton(timedelta, minutes=Platform.settings.provided.max_shared_clip_minutes)
    share_links = providers.Singleton(ShareLinks, event_catalog, shared_ranges, locks, share_limit)
    clip_serializer = providers.Singleton(
        ClipSerializer, event_catalog, clips, urls, channel_gateway, share_links
    )
    show_clip = providers.Singleton(ShowClip, clips, clip_serializer)
    list_clips = providers.Singleton(ListClips, clips, event_catalog, clip_serializer)
    list_featured_clips = providers.Singleton(ListFeaturedClips, clips, event_catalog, urls)
    show_clip_cards = providers.Singleton(ShowClipCards, clips, files, channel_gateway)
    check_clip_playback = providers.Singleton(
        CheckClipPlayback,
        providers.Singleton(SqlClipFolders, Platform.session),
        clip_serializer,
        event_catalog,
        download_quota,
        channel_gateway,
    )

    # Editing
    owned_clips = providers.Singleton(OwnedClips, clips, event_catalog)
    save_clip = providers.Singleton(
        SaveClip,
        event_catalog,
        providers.Singleton(ClipStorage, clips, files, caption_folders),
        clip_quota,
        count_clips,
        Platform.jobs,
        Platform.announce,
        Platform.clock,
    )
    change_clip = providers.Singleton(ChangeClip, owned_clips, clips, Platform.jobs)
    delete_clip = providers.Singleton(DeleteClip, owned_clips, clips, count_clips, Platform.jobs)

    # Downloads
    download_clip = providers.Singleton(
        DownloadClip, clips, event_catalog, clip_serializer, download_quota, urls
    )
    download_event = providers.Singleton(
        DownloadEvent, event_files, files, event_catalog, download_quota, urls, Platform.jobs, Platform.clock
    )

    # Processing
    cut_clip = providers.Singleton(CutClip, processing_store, files, caption_folders, cutter, Platform.clock)
    cut_next_clip = providers.Singleton(CutNextClip, processing_store, cut_clip, Platform.clock)
    make_event_file = providers.Singleton(
        MakeEventFile, processing_store, event_catalog, files, caption_folders, cutter, Platform.clock
    )
    update_captions = providers.Singleton(
        UpdateCaptions,
        *(Platform.uow, clips, event_files, reels, caption_folders, Platform.jobs),
    )
    move_files = providers.Singleton(MoveFiles, processing_store, files)
    remove_files = providers.Singleton(RemoveFiles, files)
    recover_files = providers.Singleton(RecoverFiles, processing_store, Platform.jobs, Platform.clock)
    clean_up_files = providers.Singleton(CleanUpFiles, processing_store, files, event_catalog, Platform.clock)

    # Highlights
    sync_highlights = providers.Singleton(
        SyncHighlights, moment_catalog, highlights, reels, clips, locks, Platform.jobs, Platform.clock
    )
    clip_drafts = providers.Singleton(ClipDrafts, Platform.uow, clips, files, caption_folders, Platform.jobs)
    make_reel = providers.Singleton(
        MakeReel,
        *(Platform.uow, moment_catalog, highlights, reels, clips, files, clip_drafts, locks),
        *(Platform.jobs, Platform.clock),
    )
    wait_for_footage = providers.Object(time.sleep)
    make_highlights = providers.Singleton(
        MakeHighlights,
        *(Platform.uow, moment_catalog, highlights, reels, clip_drafts, make_reel, locks),
        *(Platform.jobs, Platform.clock, wait_for_footage),
    )
    list_highlights = providers.Singleton(
        ListHighlights, highlights, reels, clips, event_catalog, clip_serializer
    )
    list_studio_highlights = providers.Singleton(
        ListStudioHighlights, highlights, reels, clips, event_catalog, urls
    )
    update_reel = providers.Singleton(UpdateReel, reels, Platform.jobs)
    arrange_highlights = providers.Singleton(ArrangeHighlights, highlights, update_reel)

    # Moderation
    clip_admin = providers.Singleton(
        ClipAdmin, clips, reports, channel_gateway, count_clips, update_reel, Platform.jobs, Platform.clock
    )
    hide_clip = providers.Singleton(
        HideClip, clips, channel_gateway, count_clips, update_reel, Platform.jobs, Platform.clock
    )
    moderate_clips = providers.Singleton(
        ModerateClips,
        *(clips, reports, channel_gateway, hide_clip, count_clips, update_reel),
        *(Platform.jobs, Platform.clock),
    )
    block_creators = providers.Singleton(BlockCreators, blocked_creators, channel_gateway, Platform.clock)
    moderation_queries = providers.Singleton(
        ModerationQueries, clips, reports, blocked_creators, channel_gateway, event_catalog, urls
    )
    report_clip = providers.Singleton(
        ReportClip,
        clips,
        event_catalog,
        reports,
        channel_gateway,
        hide_clip,
        Platform.announce,
        Platform.clock,
    )

    # Erasure
    delete_event_clips = providers.Singleton(
        DeleteEventClips, clips, highlights, reels, count_clips, Platform.jobs
    )
    erase_viewer = providers.Singleton(
        EraseViewer, clips, downloads, reports, blocked_creators, shared_ranges, count_clips, Platform.jobs
    )
    export_clips = providers.Singleton(ExportClips, clips, downloads, reports)

    # Facade
    facade = providers.Singleton(
        ClipsFacade, clips, downloads, show_clip_cards, export_clips, check_clip_playback
    )
