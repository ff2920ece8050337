"""Composition of the contexts. Only this module supplies a context's external dependencies."""

from typing import Any, ClassVar

from dependency_injector import containers, providers

from touchline.analytics.container import AnalyticsContainer
from touchline.billing.container import BillingContainer
from touchline.catalog.container import CatalogContainer
from touchline.channel.container import ChannelContainer
from touchline.clips.container import ClipsContainer
from touchline.demo.container import DemoContainer
from touchline.demo.purchases import Sales
from touchline.engagement.container import EngagementContainer
from touchline.front.adapters.account_statuses import AccountStatusGateway
from touchline.front.adapters.clip_playback import ClipPlaybackGateway
from touchline.front.adapters.followed_ids import FollowedIdsGateway
from touchline.front.adapters.notifications import NotificationsGateway
from touchline.front.adapters.playback_evidence import PlaybackEvidenceGateway
from touchline.front.adapters.playback_log import PlaybackLogGateway
from touchline.front.adapters.purchase_notifications import PurchaseNotificationsGateway
from touchline.front.adapters.revenue_shares import ShareGamesGateway, WatchedSecondsGateway
from touchline.front.adapters.sale_catalog import SaleCatalogGateway
from touchline.front.adapters.score_settings import ScoreSettingsGateway
from touchline.front.adapters.slide_events import SlideEventsGateway
from touchline.front.container import FrontContainer
from touchline.platform.config.settings import Settings, load_secret_key
from touchline.platform.db.outbox import Outbox
from touchline.platform.db.session import Database, current_session
from touchline.platform.db.table_versions import TableVersions
from touchline.platform.files.public_files import PublicFiles
from touchline.platform.observability.error_reports import DeduplicatingErrorReports
from touchline.platform.shared_state import MemoryState, RedisState
from touchline.platform.throttle import SlidingWindowThrottle, create_memory_storage, create_redis_storage
from touchline.shared.clock import SystemClock


class ApplicationContainer(containers.DeclarativeContainer):
    """Container of the whole application. `entrypoints.bootstrap` supplies `settings` and `adapters`.

    `session` is the function that returns the current session. `outbox` implements both `Announce` and
    `Jobs`.
    """

    __self__ = providers.Self()
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

    throttle = providers.Singleton(
        SlidingWindowThrottle,
        providers.Selector(
            settings.provided.queue,
            rq=providers.Singleton(create_redis_storage, settings.provided.resolved_redis_url),
            inline=providers.Singleton(create_memory_storage),
        ),
        secret,
        settings.provided.workers,
    )
    shared_state = providers.Selector(
        settings.provided.queue,
        rq=providers.Singleton(RedisState, settings.provided.resolved_redis_url),
        inline=providers.Singleton(MemoryState),
    )

    platform: ClassVar[dict[str, Any]] = {
        "settings": settings,
        "secret": secret,
        "clock": clock,
        "database": database,
        "session": session,
        "jobs": outbox,
        "announce": outbox,
        "throttle": throttle,
        "shared_state": shared_state,
        "open_files": open_files,
    }

    error_reports = providers.Singleton(DeduplicatingErrorReports, adapters.error_reports)

    # Ports of a context that `front` implements with the facades of contexts above. A port finds its facades
    # when it is first used, because these contexts are composed later.
    contexts = __self__.provided
    account_statuses = providers.Singleton(
        AccountStatusGateway, contexts.billing.facade.call(), contexts.clips.facade.call()
    )
    purchase_notifications = providers.Singleton(PurchaseNotificationsGateway, contexts.billing.facade.call())
    notifications = providers.Singleton(
        NotificationsGateway, contexts.engagement.facade.call(), contexts.catalog.facade.call()
    )
    sale_catalog = providers.Singleton(SaleCatalogGateway, contexts.catalog.facade.call())
    share_games = providers.Singleton(ShareGamesGateway, contexts.catalog.facade.call())
    watched_seconds = providers.Singleton(
        WatchedSecondsGateway, contexts.analytics.store.call(), contexts.channel.facade.call()
    )
    slide_events = providers.Singleton(SlideEventsGateway, contexts.catalog.facade.call())
    get_followed_ids = providers.Singleton(FollowedIdsGateway, contexts.engagement.facade.call())
    # The facade of engagement is made of the catalog's, so this port gets the provider.
    score_settings = providers.Singleton(ScoreSettingsGateway, contexts.engagement.facade)
    clip_playback = providers.Singleton(ClipPlaybackGateway, contexts.clips.facade.call())

    # The evidence of context analytics is made of the facades of catalog and billing, so these ports get
    # providers.
    playback_log = providers.Singleton(PlaybackLogGateway, contexts.analytics.evidence_buffer)
    playback_evidence = providers.Singleton(
        PlaybackEvidenceGateway, contexts.analytics.get_evidence, contexts.analytics.list_outages
    )

    channel = providers.Container(
        ChannelContainer,
        **platform,
        account_statuses=account_statuses,
        purchases=purchase_notifications,
        gifts=purchase_notifications,
        notifications=notifications,
        slide_events=slide_events,
        geo=adapters.geo,
        mailer=adapters.mailer,
        social_providers=adapters.social,
        single_sign_on_connector=adapters.single_sign_on,
        robot_check=adapters.robot_check,
    )
    billing = providers.Container(
        BillingContainer,
        **platform,
        channel=channel.facade,
        sale_catalog=sale_catalog,
        playback_evidence=playback_evidence,
        payments=adapters.payments,
        taxes=adapters.taxes,
        share_games=share_games,
        watched_seconds=watched_seconds,
    )
    catalog = providers.Container(
        CatalogContainer,
        **platform,
        channel=channel.facade,
        billing=billing.facade,
        get_followed_ids=get_followed_ids,
        clip_playback=clip_playback,
        playback_log=playback_log,
        score_settings=score_settings,
        storage=adapters.storage,
        video_packager=adapters.video_packager,
        caption_converter=adapters.caption_converter,
        delivery=adapters.delivery,
        ingest=adapters.ingest,
        camera_ingest=adapters.camera_ingest,
        restreamer=adapters.restreamer,
    )
    clips = providers.Container(
        ClipsContainer,
        **platform,
        channel=channel.facade,
        billing=billing.facade,
        catalog=catalog.facade,
        storage=adapters.storage,
        delivery=adapters.delivery,
        cutter=adapters.cutter,
    )
    engagement = providers.Container(
        EngagementContainer,
        **platform,
        channel=channel.facade,
        catalog=catalog.facade,
        push=adapters.push_sender,
    )
    analytics = providers.Container(
        AnalyticsContainer,
        **platform,
        channel=channel.facade,
        billing=billing.facade,
        catalog=catalog.facade,
        clips=clips.facade,
        geo=adapters.geo,
        error_reports=error_reports,
        configured_store=adapters.analytics_store,
    )
    front = providers.Container(
        FrontContainer,
        **platform,
        channel=channel.facade,
        billing=billing.facade,
        catalog=catalog.facade,
        clips=clips.facade,
        engagement=engagement.facade,
        account_statuses=account_statuses,
        count_live_viewers=analytics.count_live_viewers,
        count_stream_viewers=analytics.count_stream_viewers,
        get_event_audience=analytics.get_event_audience,
        evidence_records=analytics.evidence_records,
        ad_caps=analytics.ad_caps,
        get_evidence=analytics.get_evidence,
        refund_service=billing.refund_service,
        withdraw_products=billing.withdraw_products,
        stored_emails=adapters.stored_emails,
    )
    demo = providers.Container(
        DemoContainer,
        **platform,
        channel=channel.facade,
        catalog=catalog.facade,
        library_items=catalog.library_items,
        store=analytics.store,
        ad_views=analytics.ad_views,
        spool=analytics.spool,
        drain=analytics.drain,
        storage=adapters.storage,
        events=catalog.events,
        timelines=catalog.timelines,
        post_scoreboard=catalog.post_scoreboard,
        accounts=channel.accounts,
        access_token_service=channel.access_token_service,
        evidence_records=analytics.evidence_records,
        sales=providers.Singleton(
            Sales,
            billing.offers,
            billing.checkout_service,
            billing.redeem_voucher,
            billing.voucher_queries,
            billing.make_good_service,
            billing.bundle_admin,
        ),
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
