"""Providers of context `clips`. `touchline.container` supplies the external dependencies."""

from datetime import timedelta

from dependency_injector import containers, providers

from touchline.clips.adapters.gateways import (
    BillingGateway,
    CatalogGateway,
    ChannelDirectory,
    ChannelGateway,
    SignedClipUrls,
    StorageFiles,
)
from touchline.clips.adapters.sql.clips import SqlClips
from touchline.clips.adapters.sql.downloads import SqlClipFolders, SqlDownloads, SqlEventFiles
from touchline.clips.adapters.sql.locks import SqlClipLocks
from touchline.clips.adapters.sql.moderation import SqlBlockedCreators, SqlReports
from touchline.clips.adapters.sql.processing_store import SqlProcessingStore
from touchline.clips.adapters.sql.sharing import SqlSharedRanges
from touchline.clips.application.downloads.download_clip import DownloadClip
from touchline.clips.application.downloads.download_event import DownloadEvent
from touchline.clips.application.editing.change_clip import ChangeClip, DeleteClip, OwnedClips
from touchline.clips.application.editing.count_clips import CountClips
from touchline.clips.application.editing.quotas import ClipQuota, DownloadQuota
from touchline.clips.application.editing.save_clip import ClipStorage, SaveClip
from touchline.clips.application.erasure.delete_event_clips import DeleteEventClips
from touchline.clips.application.erasure.erase_viewer import EraseViewer, ExportClips
from touchline.clips.application.moderation.clip_admin import ClipAdmin
from touchline.clips.application.moderation.moderate_clips import BlockCreators, HideClips, ModerateClips
from touchline.clips.application.moderation.report_clip import ReportClip
from touchline.clips.application.processing.clean_up_files import CleanUpFiles
from touchline.clips.application.processing.cut_clip import CutClip
from touchline.clips.application.processing.cut_next_clip import CutNextClip
from touchline.clips.application.processing.make_event_file import MakeEventFile
from touchline.clips.application.processing.move_files import MoveFiles
from touchline.clips.application.processing.recover_files import RecoverFiles
from touchline.clips.application.viewing.clip_playback import CheckClipPlayback
from touchline.clips.application.viewing.clip_queries import ListClips, ShowClip
from touchline.clips.application.viewing.clip_serializer import ClipSerializer
from touchline.clips.application.viewing.share_links import ShareLinks
from touchline.clips.application.viewing.show_clip_cards import ShowClipCards
from touchline.clips.facade import ClipsFacade


class ClipsContainer(containers.DeclarativeContainer):
    """Container of context `clips`. IDs for `Provide["clips.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    jobs = providers.Dependency()
    announce = providers.Dependency()
    channel = providers.Dependency()
    billing = providers.Dependency()
    catalog = providers.Dependency()
    storage = providers.Dependency()
    delivery = providers.Dependency()
    secret = providers.Dependency()
    cutter = providers.Dependency()

    clips = providers.Singleton(SqlClips, session)
    downloads = providers.Singleton(SqlDownloads, session)
    event_files = providers.Singleton(SqlEventFiles, session)
    processing_store = providers.Singleton(SqlProcessingStore, database, clips, event_files)
    event_catalog = providers.Singleton(CatalogGateway, catalog, channel)
    allowances = providers.Singleton(BillingGateway, billing)
    locks = providers.Singleton(SqlClipLocks, session)
    files = providers.Singleton(StorageFiles, storage)
    urls = providers.Singleton(SignedClipUrls, delivery, channel)

    reports = providers.Singleton(SqlReports, session)
    blocked_creators = providers.Singleton(SqlBlockedCreators, session)
    channel_gateway = providers.Singleton(ChannelGateway, channel, secret)

    clip_quota = providers.Singleton(ClipQuota, allowances, clips, locks, blocked_creators)
    download_quota = providers.Singleton(DownloadQuota, allowances, downloads, locks, clock)

    shared_ranges = providers.Singleton(SqlSharedRanges, session)
    share_limit = providers.Singleton(timedelta, minutes=settings.provided.max_shared_clip_minutes)
    share_links = providers.Singleton(ShareLinks, event_catalog, shared_ranges, locks, share_limit)

    count_clips = providers.Singleton(CountClips, clips, locks, announce, clock)
    clip_serializer = providers.Singleton(
        ClipSerializer, event_catalog, clips, urls, channel_gateway, share_links
    )
    owned_clips = providers.Singleton(OwnedClips, clips, event_catalog)

    save_clip = providers.Singleton(
        SaveClip,
        event_catalog,
        providers.Singleton(ClipStorage, clips, files),
        clip_quota,
        count_clips,
        jobs,
        clock,
    )
    show_clip = providers.Singleton(ShowClip, clips, clip_serializer)
    list_clips = providers.Singleton(ListClips, clips, event_catalog, clip_serializer)
    change_clip = providers.Singleton(ChangeClip, owned_clips, clips, jobs)
    delete_clip = providers.Singleton(DeleteClip, owned_clips, clips, count_clips, jobs)
    download_clip = providers.Singleton(
        DownloadClip, clips, event_catalog, clip_serializer, download_quota, urls
    )
    channel_directory = providers.Singleton(ChannelDirectory, channel)
    clip_admin = providers.Singleton(ClipAdmin, clips, reports, channel_gateway, count_clips, jobs, clock)
    hide_clips = providers.Singleton(HideClips, clips, channel_gateway, count_clips, jobs, clock)
    moderate_clips = providers.Singleton(
        ModerateClips, clips, reports, channel_gateway, hide_clips, count_clips, jobs, clock
    )
    block_creators = providers.Singleton(BlockCreators, blocked_creators, channel_gateway, clock)
    report_clip = providers.Singleton(
        ReportClip, clips, event_catalog, reports, channel_gateway, hide_clips, announce, clock
    )
    move_files = providers.Singleton(MoveFiles, processing_store, files)
    download_event = providers.Singleton(
        DownloadEvent, event_files, files, event_catalog, download_quota, urls, jobs, clock
    )
    cut_clip = providers.Singleton(CutClip, processing_store, files, cutter, clock)
    cut_next_clip = providers.Singleton(CutNextClip, processing_store, cut_clip, clock)
    make_event_file = providers.Singleton(
        MakeEventFile, processing_store, event_catalog, files, cutter, clock
    )
    recover_files = providers.Singleton(RecoverFiles, processing_store, jobs, clock)
    clean_up_files = providers.Singleton(CleanUpFiles, processing_store, files, event_catalog, clock)
    delete_event_clips = providers.Singleton(DeleteEventClips, clips, count_clips, jobs)
    erase_viewer = providers.Singleton(
        EraseViewer, clips, downloads, reports, blocked_creators, shared_ranges, count_clips, jobs
    )
    export_clips = providers.Singleton(ExportClips, clips, downloads, reports)

    check_clip_playback = providers.Singleton(
        CheckClipPlayback,
        providers.Singleton(SqlClipFolders, session),
        clip_serializer,
        event_catalog,
        download_quota,
    )

    show_clip_cards = providers.Singleton(ShowClipCards, clips, files, channel_gateway)
    facade = providers.Singleton(
        ClipsFacade, clips, downloads, show_clip_cards, export_clips, check_clip_playback
    )
