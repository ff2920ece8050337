"""Composition of the contexts. Only this module supplies a context's external dependencies."""

from dependency_injector import containers, providers

from touchline.analytics.container import AnalyticsContainer
from touchline.billing.container import BillingContainer
from touchline.catalog.container import CatalogContainer
from touchline.channel.container import ChannelContainer
from touchline.clips.container import ClipsContainer
from touchline.engagement.container import EngagementContainer
from touchline.front.adapters.account_statuses import AccountStatusGateway
from touchline.front.adapters.clip_playback import ClipPlaybackGateway
from touchline.front.adapters.followed_ids import FollowedIdsGateway
from touchline.front.adapters.notifications import NotificationsGateway
from touchline.front.adapters.purchase_notifications import PurchaseNotificationsGateway
from touchline.front.adapters.sale_catalog import SaleCatalogGateway
from touchline.front.container import FrontContainer
from touchline.front.withdrawals.takedown_effects import TakedownEffectsGateway
from touchline.platform.config.settings import Settings, load_secret_key
from touchline.platform.db.outbox import Outbox
from touchline.platform.db.session import Database, current_session
from touchline.platform.db.table_versions import TableVersions
from touchline.platform.files.public_files import PublicFiles
from touchline.platform.observability.error_reports import DeduplicatingErrorReports
from touchline.shared.clock import SystemClock


class ApplicationContainer(containers.DeclarativeContainer):
    """Container of the whole application. `entrypoints.bootstrap` supplies `settings` and `adapters`.

    `session` is the function that returns the current session. `outbox` implements both `Announce` and
    `Jobs`.
    """

    settings = providers.Dependency(instance_of=Settings)
    adapters = providers.DependenciesContainer()

    clock = providers.Singleton(SystemClock)
    secret = providers.Singleton(load_secret_key, settings)
    database = providers.Singleton(Database, settings.provided.resolved_database_url)
    session = providers.Object(current_session)
    table_versions = providers.Singleton(TableVersions, database.provided.prepared_queries)
    outbox = providers.Singleton(Outbox, database, adapters.queue, clock)
    open_files = providers.Singleton(
        PublicFiles, settings.provided.files_folder, settings.provided.media_host
    )

    error_reports = providers.Singleton(DeduplicatingErrorReports, adapters.error_reports)

    account_statuses = providers.Singleton(AccountStatusGateway)
    purchase_notifications = providers.Singleton(PurchaseNotificationsGateway)
    notifications = providers.Singleton(NotificationsGateway)
    channel = providers.Container(
        ChannelContainer,
        settings=settings,
        clock=clock,
        secret=secret,
        database=database,
        session=session,
        open_files=open_files,
        geo=adapters.geo,
        jobs=outbox,
        announce=outbox,
        mailer=adapters.mailer,
        account_statuses=account_statuses,
        purchases=purchase_notifications,
        notifications=notifications,
        social_providers=adapters.social,
        robot_check=adapters.robot_check,
    )
    sale_catalog = providers.Singleton(SaleCatalogGateway)
    billing = providers.Container(
        BillingContainer,
        settings=settings,
        clock=clock,
        secret=secret,
        database=database,
        session=session,
        jobs=outbox,
        announce=outbox,
        channel=channel.facade,
        sale_catalog=sale_catalog,
        payments=adapters.payments,
        taxes=adapters.taxes,
    )
    account_statuses.add_args(billing.facade)  # billing calls channel, and channel shows what billing sold
    purchase_notifications.add_args(billing.facade)  # channel sends emails about purchases
    get_followed_ids = providers.Singleton(FollowedIdsGateway)
    clip_playback = providers.Singleton(ClipPlaybackGateway)
    takedown_effects = providers.Singleton(TakedownEffectsGateway)
    catalog = providers.Container(
        CatalogContainer,
        settings=settings,
        clock=clock,
        database=database,
        session=session,
        jobs=outbox,
        open_files=open_files,
        channel=channel.facade,
        billing=billing.facade,
        storage=adapters.storage,
        video_packager=adapters.video_packager,
        delivery=adapters.delivery,
        ingest=adapters.ingest,
        secret=secret,
        announce=outbox,
        get_followed_ids=get_followed_ids,
        clip_playback=clip_playback,
        is_operator=channel.check_operator,
        takedown_effects=takedown_effects,
    )
    sale_catalog.add_args(
        catalog.facade
    )  # the catalog calls billing, and billing sells what the catalog shows
    clips = providers.Container(
        ClipsContainer,
        settings=settings,
        clock=clock,
        database=database,
        session=session,
        jobs=outbox,
        announce=outbox,
        channel=channel.facade,
        billing=billing.facade,
        catalog=catalog.facade,
        secret=secret,
        storage=adapters.storage,
        delivery=adapters.delivery,
        cutter=adapters.cutter,
    )
    takedown_effects.add_args(
        clips.facade, billing.facade, catalog.facade
    )  # commands show the effects of a takedown
    clip_playback.add_args(clips.facade)  # media delivery checks access to clip files
    account_statuses.add_args(clips.facade)  # clips counts clips and downloads
    engagement = providers.Container(
        EngagementContainer,
        settings=settings,
        clock=clock,
        secret=secret,
        database=database,
        session=session,
        jobs=outbox,
        announce=outbox,
        channel=channel.facade,
        catalog=catalog.facade,
        push=adapters.push_sender,
    )
    notifications.add_args(engagement.facade)  # channel sends emails about live events and forms
    get_followed_ids.add_args(
        engagement.facade
    )  # engagement calls the catalog, and catalog lists filter by followed items
    analytics = providers.Container(
        AnalyticsContainer,
        settings=settings,
        clock=clock,
        database=database,
        session=session,
        jobs=outbox,
        channel=channel.facade,
        billing=billing.facade,
        catalog=catalog.facade,
        clips=clips.facade,
        geo=adapters.geo,
        secret=secret,
        error_reports=error_reports,
        configured_store=adapters.analytics_store,
    )
    front = providers.Container(
        FrontContainer,
        settings=settings,
        clock=clock,
        database=database,
        open_files=open_files,
        channel=channel.facade,
        billing=billing.facade,
        catalog=catalog.facade,
        clips=clips.facade,
        engagement=engagement.facade,
        account_statuses=account_statuses,
        stored_emails=adapters.stored_emails,
        refund_service=billing.refund_service,
        withdraw_products=billing.withdraw_products,
    )

    readiness_checks = providers.Dict(
        database=database.provided.check,
        queue=adapters.queue.provided.check,
        files=open_files.provided.check,
        geo=adapters.geo.provided.check,
        storage=adapters.storage.provided.check,
    )
    optional_checks = providers.Dict(
        mail=adapters.mailer.provided.check, analytics=analytics.store.provided.check
    )
