"""Composes the contexts: what one lacks is given to it here, and nowhere else."""

from dependency_injector import containers, providers

from touchline.analytics.container import Analytics
from touchline.billing.container import Billing
from touchline.catalog.container import Catalog
from touchline.channel.container import Channel
from touchline.clips.container import Clips
from touchline.engagement.container import Engagement
from touchline.front.clip_playback import PlaybackOfClips
from touchline.front.container import Front
from touchline.front.followed import FollowedByViewers
from touchline.front.news_letters import NewsForLetters
from touchline.front.purchase_letters import PurchasesOfViewers
from touchline.front.shelf import ShelfOfCatalogue
from touchline.front.standing import StandingOfViewers
from touchline.front.withdrawals.recordings import EffectsOfTakedowns
from touchline.platform.db.marks import Marks
from touchline.platform.db.outbox import Outbox
from touchline.platform.db.session import Database, current_session
from touchline.platform.error_reports import CarefulReports
from touchline.platform.files import OpenFiles
from touchline.platform.notes import NotedClock
from touchline.platform.settings import Settings, secret_key


class Application(containers.DeclarativeContainer):
    """The whole house. `settings` and `adapters` come from `entrypoints.bootstrap`.

    `session` is the function that answers the present session; `outbox` is both `Announce` and `Jobs`.
    """

    settings = providers.Dependency(instance_of=Settings)
    adapters = providers.DependenciesContainer()

    clock = providers.Singleton(NotedClock)
    secret = providers.Singleton(secret_key, settings)
    database = providers.Singleton(Database, settings.provided.database)
    session = providers.Object(current_session)
    marks = providers.Singleton(Marks, database.provided.questions)
    outbox = providers.Singleton(Outbox, database, adapters.queue, clock)
    open_files = providers.Singleton(OpenFiles, settings.provided.files_folder, settings.provided.media_host)

    error_reports = providers.Singleton(CarefulReports, adapters.error_reports)

    standings = providers.Singleton(StandingOfViewers)
    purchases = providers.Singleton(PurchasesOfViewers)
    news = providers.Singleton(NewsForLetters)
    channel = providers.Container(
        Channel,
        settings=settings,
        clock=clock,
        secret=secret,
        database=database,
        session=session,
        open_files=open_files,
        geo=adapters.geo,
        jobs=outbox,
        announce=outbox,
        post=adapters.post,
        standings=standings,
        purchases=purchases,
        news=news,
        social_providers=adapters.social,
        robot_check=adapters.robot_check,
    )
    shelf = providers.Singleton(ShelfOfCatalogue)
    billing = providers.Container(
        Billing,
        settings=settings,
        clock=clock,
        secret=secret,
        database=database,
        session=session,
        jobs=outbox,
        announce=outbox,
        channel=channel.facade,
        shelf=shelf,
        payments=adapters.payments,
        taxes=adapters.taxes,
    )
    standings.add_args(billing.facade)  # billing asks channel, and channel shows what billing sold
    purchases.add_args(billing.facade)  # and writes letters about it
    followed = providers.Singleton(FollowedByViewers)
    clip_playback = providers.Singleton(PlaybackOfClips)
    takedown_effects = providers.Singleton(EffectsOfTakedowns)
    catalog = providers.Container(
        Catalog,
        settings=settings,
        clock=clock,
        database=database,
        session=session,
        jobs=outbox,
        open_files=open_files,
        channel=channel.facade,
        billing=billing.facade,
        storage=adapters.storage,
        video=adapters.video,
        delivery=adapters.delivery,
        ingest=adapters.ingest,
        secret=secret,
        announce=outbox,
        followed=followed,
        clip_playback=clip_playback,
        is_operator=channel.is_operator,
        takedown_effects=takedown_effects,
    )
    shelf.add_args(catalog.facade)  # the catalogue asks billing, and billing sells what the catalogue shows
    clips = providers.Container(
        Clips,
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
    )  # and commands say what a take-down affects
    clip_playback.add_args(clips.facade)  # the media door asks about the files of clips
    standings.add_args(clips.facade)  # and counts what was clipped and taken away
    engagement = providers.Container(
        Engagement,
        settings=settings,
        clock=clock,
        secret=secret,
        database=database,
        session=session,
        jobs=outbox,
        announce=outbox,
        channel=channel.facade,
        catalog=catalog.facade,
        push=adapters.push,
    )
    news.add_args(engagement.facade)  # what channel writes letters about
    followed.add_args(engagement.facade)  # engagement knows what there is, and lists show what is followed
    analytics = providers.Container(
        Analytics,
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
        swapped_store=adapters.analytics_store,
    )
    front = providers.Container(
        Front,
        settings=settings,
        clock=clock,
        database=database,
        open_files=open_files,
        channel=channel.facade,
        billing=billing.facade,
        catalog=catalog.facade,
        clips=clips.facade,
        engagement=engagement.facade,
        standings=standings,
        kept_letters=adapters.kept_letters,
        refunds=billing.refunds,
        withdrawals=billing.withdrawals,
    )

    readiness = providers.Dict(
        database=database.provided.check,
        queue=adapters.queue.provided.check,
        files=open_files.provided.check,
        geo=adapters.geo.provided.check,
        storage=adapters.storage.provided.check,
    )
    advice = providers.Dict(mail=adapters.post.provided.check, analytics=analytics.store.provided.check)
