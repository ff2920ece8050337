"""Which adapter stands behind each port: one `providers.Selector` a setting."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dependency_injector import containers, providers

from adapters.delivery.nginx import NginxPaths
from adapters.delivery.nginx_media import MediaServer
from adapters.delivery.nginx_stores import FolderStore
from adapters.delivery.signed_paths import SignedPaths
from adapters.error_reports.log import LogReports
from adapters.geo.fixed import FixedGeo
from adapters.geo.header import HeaderGeo
from adapters.mail.outbox import OutboxPost
from adapters.mail.smtp import MailServer, SmtpPost
from adapters.payments.none import NoPayments
from adapters.push.none import NoPush
from adapters.push.services import PushServices
from adapters.queue.inline import InlineQueue
from adapters.robot_check.none import NoRobotCheck
from adapters.social import providers as identity
from adapters.social.none import NoSocial
from adapters.storage.local import LocalStorage
from adapters.taxes.none import NoTaxes
from adapters.taxes.table import TableTaxes
from touchline.analytics.ports.store import AnalyticsStore
from touchline.billing.ports.taxes import Taxes
from touchline.catalog.ports.ingest import Ingest
from touchline.catalog.ports.storage import Storage
from touchline.catalog.ports.video import Video
from touchline.channel.ports.social import SocialProviders
from touchline.clips.ports.cutting import Cutter
from touchline.engagement.ports.push import Push
from touchline.shared.clock import Clock
from touchline.shared.error_reports import ErrorReports
from touchline.shared.job_desk import JobDesk

if TYPE_CHECKING:
    from adapters.delivery.nginx_stores import Store as FilesForNginx
    from adapters.geo.maxmind import MaxmindGeo
    from adapters.payments.stripe import StripePayments
    from adapters.payments.stripe_client import Line
    from adapters.queue.rq_queue import RqQueue
    from adapters.robot_check.fake import FakeRobotCheck
    from adapters.robot_check.recaptcha import RecaptchaRobotCheck


def _ffmpeg(longest_gap: int) -> Video:
    """Imported when a job first needs it: PyAV and numpy are 40 MB that a web process has no use for."""
    from adapters.video.ffmpeg import FfmpegVideo

    return FfmpegVideo(longest_gap)


def _cutter() -> Cutter:
    """Imported when a job first needs it, for the same reason."""
    from adapters.video.cutter import FfmpegCutter

    return FfmpegCutter()


def _listening(ports: range, listens_on: str, called: str) -> Ingest:
    """Imported when it is first needed, for the same reason."""
    from adapters.ingest.ffmpeg import FfmpegIngest

    return FfmpegIngest(ports, listens_on, called)


def _pulling(application: str, called: str) -> Ingest:
    from adapters.ingest.nginx import NginxIngest

    return NginxIngest(application, called)


def _speaking(providers_of: Callable[..., Iterable[identity.Provider]], *facts: Any) -> SocialProviders:
    """Authlib is imported by the first that needs it."""
    from adapters.social.oidc import OidcProviders

    return OidcProviders(providers_of(*facts))


def _s3(bucket: str, prefix: str, endpoint: str, region: str, keys: Any, seconds: int, work: Path) -> Storage:
    """Amazon's library is imported by the first that needs it."""
    from adapters.storage.s3 import S3Storage
    from adapters.storage.s3_line import Bucket

    access, secret = keys
    return S3Storage(Bucket(bucket, prefix, endpoint, region, access, secret, seconds), work)


def _objects_for_nginx(
    bucket: str, prefix: str, endpoint: str, region: str, keys: Any, seconds: int
) -> FilesForNginx:
    """Wanted by a command alone."""
    from adapters.delivery.nginx_stores import ObjectStore
    from adapters.storage.s3_line import Bucket

    access, secret = keys
    return ObjectStore(Bucket(bucket, prefix, endpoint, region, access, secret, seconds))


def _rq(address: str) -> RqQueue:
    """RQ and Redis' client are 10 MB."""
    from adapters.queue.rq_queue import RqQueue

    return RqQueue(address)


def _rq_desk(queue: RqQueue) -> JobDesk:
    """Wanted by a command alone."""
    from adapters.queue.rq_desk import RqDesk

    return RqDesk(queue)


def _line(account: Any) -> Line:
    """Stripe's SDK is 28 MB that a site without payments has no use for."""
    from adapters.payments.stripe_client import Line

    return Line(account.secret_key, account.seconds, account.address)


def _by_stripe(line: Line, account: Any, secret: bytes) -> StripePayments:
    from adapters.payments.stripe import StripePayments

    return StripePayments(line, account.webhook_secret(secret))


def _taxes_by_stripe(line: Line) -> Taxes:
    from adapters.taxes.stripe_tax import StripeTaxes

    return StripeTaxes(line)


def _by_webpush(secret: bytes, contact: str, services: PushServices, clock: Clock) -> Push:
    """Its encryption is imported by the first that needs it."""
    from adapters.push.vapid import Vapid
    from adapters.push.webpush import WebPush

    return WebPush(Vapid(secret, contact), services, clock)


def _to_sentry(dsn: str, release: str, environment: str) -> ErrorReports:
    """Sentry's SDK is imported by the first that needs it."""
    from adapters.error_reports.sentry import SentryReports

    return SentryReports(dsn, release, environment)


def _maxmind(database: Path) -> MaxmindGeo:
    """Its reader is imported by the first that needs it."""
    from adapters.geo.maxmind import MaxmindGeo

    return MaxmindGeo(database)


def _fake_check() -> FakeRobotCheck:
    """A robot check speaks HTTP, whose library is 5 MB."""
    from adapters.robot_check.fake import FakeRobotCheck

    return FakeRobotCheck()


def _recaptcha(site_key: str, secret: str) -> RecaptchaRobotCheck:
    from adapters.robot_check.recaptcha import RecaptchaRobotCheck

    return RecaptchaRobotCheck(site_key, secret)


def _clickhouse(address: str, seconds: int) -> AnalyticsStore:
    """Wanted by few."""
    from adapters.analytics_store.clickhouse import ClickHouseStore

    return ClickHouseStore(address, seconds)


class Adapters(containers.DeclarativeContainer):
    """The swappable adapters. `run_task` is the app's own runner, for the queue that has no worker; `clock`
    and `secret` are the app's as well."""

    settings = providers.Dependency()
    run_task = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()

    queue = providers.Selector(
        settings.provided.queue,
        rq=providers.Singleton(_rq, settings.provided.redis),
        inline=providers.Singleton(InlineQueue, run_task),
    )
    job_desk = providers.Selector(
        settings.provided.queue, rq=providers.Singleton(_rq_desk, queue), inline=providers.Object(None)
    )
    geo = providers.Selector(
        settings.provided.geo,
        fixed=providers.Singleton(FixedGeo, settings.provided.geo_country),
        header=providers.Singleton(HeaderGeo, settings.provided.geo_header),
        maxmind=providers.Singleton(_maxmind, settings.provided.geo_database_path),
    )
    outbox = providers.Singleton(OutboxPost, settings.provided.outbox_folder)
    post = providers.Selector(
        settings.provided.mail,
        outbox=outbox,
        smtp=providers.Singleton(
            SmtpPost,
            providers.Factory(
                MailServer,
                host=settings.provided.smtp_host,
                port=settings.provided.smtp_port_in_force,
                security=settings.provided.smtp_security,
                authorities=settings.provided.smtp_authorities,
                user=settings.provided.smtp_user,
                password=settings.provided.smtp_password,
                seconds=settings.provided.smtp_seconds,
            ),
            settings.provided.mail_from,
        ),
    )
    kept_letters = providers.Selector(settings.provided.mail, outbox=outbox, smtp=providers.Object(None))
    storage = providers.Selector(
        settings.provided.storage,
        local=providers.Singleton(LocalStorage, settings.provided.media_folder),
        s3=providers.Singleton(
            _s3,
            settings.provided.s3_bucket,
            settings.provided.s3_prefix,
            settings.provided.s3_endpoint,
            settings.provided.s3_region,
            providers.List(settings.provided.s3_access_key, settings.provided.s3_secret_key),
            settings.provided.s3_seconds,
            settings.provided.work_folder,
        ),
    )
    video = providers.Selector(
        settings.provided.video, ffmpeg=providers.Singleton(_ffmpeg, settings.provided.video_gap_seconds)
    )
    cutter = providers.Selector(settings.provided.video, ffmpeg=providers.Singleton(_cutter))
    ingest = providers.Selector(
        settings.provided.ingest,
        ffmpeg=providers.Singleton(
            _listening,
            settings.provided.live_port_numbers,
            settings.provided.live_listens_on,
            settings.provided.live_address,
        ),
        nginx=providers.Singleton(_pulling, settings.provided.live_nginx, settings.provided.live_address),
    )
    media_addresses = (settings.provided.media_host, settings.provided.media_address_minutes)
    delivery = providers.Selector(
        settings.provided.delivery,
        app=providers.Singleton(SignedPaths, secret, clock, *media_addresses),
        nginx=providers.Singleton(NginxPaths, secret, clock, *media_addresses),
    )
    media_server = providers.Singleton(
        MediaServer,
        secret,
        providers.Selector(
            settings.provided.storage,
            local=providers.Singleton(FolderStore, settings.provided.media_folder),
            s3=providers.Singleton(
                _objects_for_nginx,
                settings.provided.s3_bucket,
                settings.provided.s3_prefix,
                settings.provided.s3_endpoint,
                settings.provided.s3_region,
                providers.List(settings.provided.s3_access_key, settings.provided.s3_secret_key),
                settings.provided.s3_seconds,
            ),
        ),
    )
    social = providers.Selector(
        settings.provided.social,
        off=providers.Singleton(NoSocial),
        fake=providers.Singleton(_speaking, identity.fake, settings.provided.identity_port),
        real=providers.Singleton(
            _speaking,
            identity.real,
            settings.provided.social_keys,
            settings.provided.facebook_confirms_email,
        ),
    )
    stripe_line = providers.Singleton(_line, settings.provided.stripe)
    stripe = providers.Singleton(_by_stripe, stripe_line, settings.provided.stripe, secret)
    payments = providers.Selector(
        settings.provided.payments, off=providers.Singleton(NoPayments), fake=stripe, stripe=stripe
    )
    taxes = providers.Selector(
        settings.provided.tax,
        none=providers.Singleton(NoTaxes),
        table=providers.Singleton(TableTaxes, settings.provided.tax_table),
        stripe=providers.Singleton(_taxes_by_stripe, stripe_line),
    )
    push = providers.Selector(
        settings.provided.push,
        off=providers.Singleton(NoPush),
        webpush=providers.Singleton(
            _by_webpush,
            secret,
            settings.provided.push_contact_in_force,
            providers.Singleton(PushServices, settings.provided.push_services_known),
            clock,
        ),
    )
    robot_check = providers.Selector(
        settings.provided.robot_check,
        none=providers.Singleton(NoRobotCheck),
        fake=providers.Singleton(_fake_check),
        recaptcha=providers.Singleton(
            _recaptcha,
            settings.provided.recaptcha_site_key,
            settings.provided.recaptcha_secret,
        ),
    )
    analytics_store = providers.Selector(
        settings.provided.analytics_store,
        database=providers.Object(None),  # the context's own tables
        clickhouse=providers.Singleton(
            _clickhouse, settings.provided.clickhouse_url, settings.provided.clickhouse_seconds
        ),
    )
    error_reports = providers.Selector(
        settings.provided.error_reports,
        log=providers.Singleton(LogReports),
        sentry=providers.Singleton(
            _to_sentry,
            settings.provided.sentry_dsn,
            settings.provided.release,
            settings.provided.environment,
        ),
    )
