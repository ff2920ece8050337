"""The container of `front`. `touchline.container` supplies what it depends on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dependency_injector import providers
from sqlalchemy.orm import Session

from touchline.analytics.application.evidence.get_evidence import GetEvidence
from touchline.analytics.ports.evidence import EvidenceRecords
from touchline.analytics.ports.sponsors import AdCaps
from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.channel.ports.accounts.account_statuses import AccountStatuses
from touchline.channel.ports.email.stored_emails import StoredEmails
from touchline.clips.facade import ClipsFacade
from touchline.engagement.facade import EngagementFacade
from touchline.front.account.access import GetViewerAccess
from touchline.front.account.account_export import ExportAccount
from touchline.front.account.allowances import GetAllowances
from touchline.front.assets.previous_builds import PreviousBuilds
from touchline.front.assets.web_build import WebBuild
from touchline.front.bootstrap_data import GetBootstrapData
from touchline.front.discovery.oembed import GetOEmbed
from touchline.front.discovery.sitemap import Sitemap
from touchline.front.event_evidence import ShowEventEvidence
from touchline.front.event_figures import GetEventAudience, GetEventFigures
from touchline.front.first_paint.selector import FirstPaintSelector
from touchline.front.images.generated_images import GeneratedImages
from touchline.front.images.image_cache import ImageCache
from touchline.front.images.share_images import ShareImages
from touchline.front.members.member_admin import DeleteOrphanedMembers, MemberAdmin
from touchline.front.pages.page_heads import PageHeadResolver
from touchline.front.rehearsal_container import RehearsalProviders
from touchline.front.status_page import GetStatusPage
from touchline.front.stream_viewers import CountStreamViewers, ShowStreamViewers
from touchline.front.today import CountLiveViewers, GetToday
from touchline.platform.container import Platform
from touchline.shared.audit import RecordAudit
from touchline.shared.unit_of_work import UnitOfWorkFactory

if TYPE_CHECKING:
    from touchline.billing.facade import WithdrawProducts
    from touchline.front.imports.feeds.check_feed import CheckFeed, EnqueueDueFeeds
    from touchline.front.imports.feeds.feed_admin import FeedAdmin
    from touchline.front.imports.feeds.fetch_feed import FeedFetcher
    from touchline.front.imports.feeds.schedule_feeds import ScheduleFeeds
    from touchline.front.imports.import_schedule import ImportSchedule
    from touchline.front.merges.merge_entries import MergeEntries
    from touchline.front.packs.apply_pack import ApplyPack
    from touchline.front.packs.document.document_store import DocumentStore
    from touchline.front.packs.document.document_writer import DocumentWriter
    from touchline.front.packs.document.event_revisions import EventRevisions
    from touchline.front.packs.edit_entry import EditEntry, ReadEntries
    from touchline.front.packs.export_pack import ExportPack
    from touchline.front.packs.files.crop_picture import CropPicture
    from touchline.front.packs.files.store_upload import StoreUpload
    from touchline.front.packs.revert_revision import RevertRevision
    from touchline.front.withdrawals.apply_withdrawals import ApplyWithdrawals, Refunds
    from touchline.front.withdrawals.change_recording import ChangeRecording
    from touchline.front.withdrawals.event_schedule import ChangeEventSchedule


def _create_apply_pack(*dependencies: Any) -> ApplyPack:
    """Create `ApplyPack`. Imported on first use: only commands need it and the modules that read pack
    files."""
    from touchline.front.packs.apply_pack import ApplyPack

    return ApplyPack(*dependencies)


def _create_apply_withdrawals(*dependencies: Any) -> ApplyWithdrawals:
    """Create `ApplyWithdrawals`. Imported on first use because only commands need it."""
    from touchline.front.withdrawals.apply_withdrawals import ApplyWithdrawals

    return ApplyWithdrawals(*dependencies)


def _create_change_event_schedule(*dependencies: Any) -> ChangeEventSchedule:
    """Create `ChangeEventSchedule`. Imported on first use because few calls need it."""
    from touchline.front.withdrawals.event_schedule import ChangeEventSchedule

    return ChangeEventSchedule(*dependencies)


def _create_event_revisions(*dependencies: Any) -> EventRevisions:
    """Create `EventRevisions`. Imported on first use because few calls need it."""
    from touchline.front.packs.document.event_revisions import EventRevisions

    return EventRevisions(*dependencies)


def _create_change_recording(
    uow: UnitOfWorkFactory, clips: ClipsFacade, billing: BillingFacade, catalog: CatalogFacade
) -> ChangeRecording:
    """Create `ChangeRecording`. Imported on first use because only commands need it."""
    from touchline.front.withdrawals.change_recording import ChangeRecording
    from touchline.front.withdrawals.takedown_effects import TakedownEffects

    return ChangeRecording(uow, catalog, TakedownEffects(clips, billing, catalog))


def _create_document_store(*dependencies: Any) -> DocumentStore:
    """Create `DocumentStore`. Imported on first use because it needs the modules that read pack files."""
    from touchline.front.packs.document.document_store import DocumentStore

    return DocumentStore(*dependencies)


def _create_document_writer(*dependencies: Any) -> DocumentWriter:
    """Create `DocumentWriter`. Imported on first use because it needs the modules that read pack files."""
    from touchline.front.packs.document.document_writer import DocumentWriter

    return DocumentWriter(*dependencies)


def _create_revert_revision(*dependencies: Any) -> RevertRevision:
    """Create `RevertRevision`. Imported on first use because only one command needs it."""
    from touchline.front.packs.revert_revision import RevertRevision

    return RevertRevision(*dependencies)


def _create_read_entries(*dependencies: Any) -> ReadEntries:
    """Create `ReadEntries`. Imported on first use because it needs the modules that read pack files."""
    from touchline.front.packs.edit_entry import ReadEntries

    return ReadEntries(*dependencies)


def _create_edit_entry(*dependencies: Any) -> EditEntry:
    """Create `EditEntry`. Imported on first use because it needs the modules that read pack files."""
    from touchline.front.packs.edit_entry import EditEntry

    return EditEntry(*dependencies)


def _create_merge_entries(
    session: Callable[[], Session], feeds: ScheduleFeeds, record_audit: RecordAudit, *dependencies: Any
) -> MergeEntries:
    """Create `MergeEntries`. Imported on first use because it needs the modules that read pack files."""
    from touchline.front.adapters.sql.import_memory import SqlImportMemory
    from touchline.front.merges.import_names import MergeImportNames
    from touchline.front.merges.merge_entries import MergeEntries

    merge_import_names = MergeImportNames(SqlImportMemory(session), feeds)
    return MergeEntries(merge_import_names, record_audit, *dependencies)


def _create_import_schedule(
    uow: UnitOfWorkFactory, channel: ChannelFacade, session: Callable[[], Session], *dependencies: Any
) -> ImportSchedule:
    """Create `ImportSchedule`. Imported on first use because it needs the modules that read pack files."""
    from touchline.front.adapters.sql.import_memory import SqlImportMemory
    from touchline.front.imports.import_schedule import ImportSchedule

    return ImportSchedule(uow, channel, SqlImportMemory(session), *dependencies)


def _create_schedule_feeds(session: Callable[[], Session]) -> ScheduleFeeds:
    """Create the stored feeds. Imported on first use, as the imports."""
    from touchline.front.adapters.sql.schedule_feeds import SqlScheduleFeeds

    return SqlScheduleFeeds(session)


def _create_feed_fetcher() -> FeedFetcher:
    """Create `FeedFetcher`. Imported on first use, as the imports."""
    from touchline.front.imports.feeds.fetch_feed import FeedFetcher
    from touchline.platform.http_client.public_addresses import PublicHttpClient

    return FeedFetcher(PublicHttpClient())


def _create_feed_admin(*dependencies: Any) -> FeedAdmin:
    """Create `FeedAdmin`. Imported on first use, as the imports."""
    from touchline.front.imports.feeds.feed_admin import FeedAdmin

    return FeedAdmin(*dependencies)


def _create_check_feed(*dependencies: Any) -> CheckFeed:
    """Create `CheckFeed`. Imported on first use, as the imports."""
    from touchline.front.imports.feeds.check_feed import CheckFeed

    return CheckFeed(*dependencies)


def _create_enqueue_due_feeds(*dependencies: Any) -> EnqueueDueFeeds:
    """Create `EnqueueDueFeeds`. Imported on first use, as the imports."""
    from touchline.front.imports.feeds.check_feed import EnqueueDueFeeds

    return EnqueueDueFeeds(*dependencies)


def _create_crop_picture(*dependencies: Any) -> CropPicture:
    """Create `CropPicture`. Imported on first use because it needs the modules that check pictures."""
    from touchline.front.packs.files.crop_picture import CropPicture

    return CropPicture(*dependencies)


def _create_store_upload(*dependencies: Any) -> StoreUpload:
    """Create `StoreUpload`. Imported on first use because it needs the modules that check pictures."""
    from touchline.front.packs.files.store_upload import StoreUpload

    return StoreUpload(*dependencies)


def _create_export_pack(*dependencies: Any) -> ExportPack:
    """Create `ExportPack`. Imported on first use because only one command needs it."""
    from touchline.front.packs.export_pack import ExportPack

    return ExportPack(*dependencies)


class FrontContainer(RehearsalProviders):
    """Container of the responses that combine contexts, and of the channel packs."""

    # Facades of the contexts, the viewers of events, two services of billing for withdrawals, and the stored
    # emails
    channel, billing, catalog = (
        RehearsalProviders.channel,
        RehearsalProviders.billing,
        RehearsalProviders.catalog,
    )
    clips: providers.Dependency[ClipsFacade] = providers.Dependency()
    engagement: providers.Dependency[EngagementFacade] = providers.Dependency()
    account_statuses: providers.Dependency[AccountStatuses] = providers.Dependency()
    count_live_viewers: providers.Dependency[CountLiveViewers] = providers.Dependency()
    count_stream_viewers: providers.Dependency[CountStreamViewers] = providers.Dependency()
    get_event_audience: providers.Dependency[GetEventAudience] = providers.Dependency()
    evidence_records: providers.Dependency[EvidenceRecords] = providers.Dependency()
    ad_caps: providers.Dependency[AdCaps] = providers.Dependency()
    get_evidence: providers.Dependency[GetEvidence] = providers.Dependency()
    refund_service: providers.Dependency[Refunds] = providers.Dependency()
    withdraw_products: providers.Dependency[WithdrawProducts] = providers.Dependency()
    stored_emails: providers.Dependency[StoredEmails | None] = providers.Dependency()

    # Pages and first responses
    get_bootstrap_data = providers.Singleton(GetBootstrapData, channel, catalog, billing)
    previous_builds = providers.Singleton(
        PreviousBuilds, Platform.settings.provided.web_folder, Platform.clock
    )
    web_build = providers.Singleton(WebBuild, previous_builds=previous_builds)
    get_status_page = providers.Singleton(GetStatusPage, catalog, billing, Platform.clock)
    first_paints = providers.Singleton(FirstPaintSelector, channel, catalog)

    # Accounts
    get_viewer_access = providers.Singleton(
        GetViewerAccess, account_statuses, providers.Singleton(GetAllowances, billing, clips)
    )
    export_account = providers.Singleton(
        ExportAccount,
        channel,
        Platform.clock,
        providers.Dict(
            account=channel.provided.export_account,
            orders=billing.provided.export_orders,
            clips=clips.provided.export_clips,
            following=engagement.provided.export_viewer_data,
            requests=engagement.provided.export_requests,
            viewing=evidence_records.provided.export_account,
            sponsors=ad_caps.provided.export_account,
        ),
    )

    # Studio
    member_admin = providers.Singleton(MemberAdmin, channel, catalog, Platform.record_audit)
    delete_orphaned_members = providers.Singleton(DeleteOrphanedMembers, Platform.uow, channel, catalog)
    get_today = providers.Singleton(
        GetToday, channel, catalog, billing, clips, engagement, count_live_viewers, Platform.clock
    )

    show_stream_viewers = providers.Singleton(ShowStreamViewers, catalog, count_stream_viewers)
    show_event_evidence = providers.Singleton(ShowEventEvidence, catalog, get_evidence)
    get_event_figures = providers.Singleton(GetEventFigures, catalog, billing, clips, get_event_audience)

    # Images, page heads and discovery
    image_cache = providers.Singleton(ImageCache, Platform.settings.provided.rendered_images_folder)
    generated_images = providers.Singleton(GeneratedImages, Platform.open_files, image_cache)
    share_images = providers.Singleton(ShareImages, Platform.open_files, catalog, clips)
    page_heads = providers.Singleton(PageHeadResolver, channel, catalog, clips, engagement, share_images)
    get_oembed = providers.Singleton(GetOEmbed, catalog, clips, share_images)
    sitemap = providers.Singleton(Sitemap, channel, catalog, Platform.clock)

    # Packs and withdrawals
    apply_withdrawals = providers.Singleton(
        _create_apply_withdrawals, withdraw_products, channel, refund_service
    )
    change_recording = providers.Singleton(_create_change_recording, Platform.uow, clips, billing, catalog)
    document_store = providers.Singleton(
        _create_document_store, channel, catalog, billing, engagement, Platform.clock
    )
    document_writer = providers.Singleton(
        _create_document_writer, document_store, channel, catalog, billing, apply_withdrawals
    )
    event_revisions = providers.Singleton(
        _create_event_revisions, channel, catalog, document_store, document_writer
    )
    change_event_schedule = providers.Singleton(
        _create_change_event_schedule,
        Platform.uow,
        channel,
        catalog,
        apply_withdrawals,
        event_revisions,
        Platform.record_audit,
    )
    apply_pack = providers.Singleton(
        _create_apply_pack,
        Platform.uow,
        Platform.clock,
        Platform.open_files,
        channel,
        catalog,
        document_store,
        document_writer,
        apply_withdrawals,
        Platform.record_audit,
    )
    read_entries = providers.Singleton(_create_read_entries, document_store, catalog)
    edit_entry = providers.Singleton(
        _create_edit_entry,
        Platform.uow,
        Platform.open_files,
        channel,
        document_store,
        document_writer,
        apply_withdrawals,
        Platform.record_audit,
    )
    revert_revision = providers.Singleton(
        _create_revert_revision,
        Platform.uow,
        channel,
        document_store,
        document_writer,
        apply_withdrawals,
        Platform.record_audit,
    )
    import_schedule = providers.Singleton(
        _create_import_schedule,
        Platform.uow,
        channel,
        Platform.session,
        document_store,
        document_writer,
        apply_withdrawals,
        Platform.record_audit,
    )
    schedule_feeds = providers.Singleton(_create_schedule_feeds, Platform.session)
    merge_entries = providers.Singleton(
        _create_merge_entries,
        Platform.session,
        schedule_feeds,
        Platform.record_audit,
        Platform.uow,
        channel,
        catalog,
        billing,
        engagement,
        document_store,
        document_writer,
    )
    feed_fetcher = providers.Singleton(_create_feed_fetcher)
    feed_admin = providers.Singleton(
        _create_feed_admin,
        Platform.uow,
        schedule_feeds,
        feed_fetcher,
        channel.provided.encryption,
        Platform.clock,
        Platform.record_audit,
    )
    check_feed = providers.Singleton(
        _create_check_feed,
        Platform.uow,
        schedule_feeds,
        feed_fetcher,
        import_schedule,
        channel.provided.encryption,
        Platform.clock,
    )
    enqueue_due_feeds = providers.Singleton(
        _create_enqueue_due_feeds, Platform.uow, schedule_feeds, Platform.jobs, Platform.clock
    )
    crop_picture = providers.Singleton(
        _create_crop_picture, Platform.open_files, channel, Platform.record_audit
    )
    store_upload = providers.Singleton(
        _create_store_upload, Platform.open_files, channel, Platform.record_audit
    )
    export_pack = providers.Singleton(
        _create_export_pack, Platform.uow, Platform.open_files, channel, document_store
    )
