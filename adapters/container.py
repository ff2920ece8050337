"""The adapter behind each port: one `providers.Selector` per setting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dependency_injector import containers, providers

from adapters.delivery.nginx import NginxSignedPaths
from adapters.delivery.nginx_media import NginxMediaConfig
from adapters.delivery.nginx_stores import FolderStore
from adapters.delivery.signed_paths import SignedPaths
from adapters.error_reports.log import LogErrorReports
from adapters.geo.fixed import FixedGeo
from adapters.geo.header import HeaderGeo
from adapters.ingest.create import create_camera_ingest, create_ffmpeg_ingest, create_nginx_ingest
from adapters.mail.outbox import OutboxMailer
from adapters.mail.smtp import MailServer, SmtpMailer
from adapters.payments.none import NoPayments
from adapters.push.none import NoPushSender
from adapters.push.push_services import PushServices
from adapters.queue.inline import InlineQueue
from adapters.restream.create import create_restreamer
from adapters.robot_check.none import NoRobotCheck
from adapters.social import providers as identity
from adapters.social.none import NoSocialProviders
from adapters.storage.local import LocalStorage
from adapters.taxes.none import NoTaxes
from adapters.taxes.table import TableTaxes
from touchline.analytics.ports.store import AnalyticsStore
from touchline.billing.ports.taxes import Taxes
from touchline.catalog.ports.media.captions import CaptionConverter
from touchline.catalog.ports.media.storage import Storage
from touchline.catalog.ports.media.video_packager import VideoPackager
from touchline.channel.ports.accounts.single_sign_on import SingleSignOnConnector
from touchline.channel.ports.accounts.social import SocialProviders
from touchline.clips.ports.cutting import Cutter
from touchline.engagement.ports.push import PushSender
from touchline.shared.clock import Clock
from touchline.shared.error_reports import ErrorReports
from touchline.shared.tasks.job_admin import JobAdmin

if TYPE_CHECKING:
    from adapters.delivery.nginx_stores import NginxStore as FilesForNginx
    from adapters.geo.maxmind import MaxmindGeo
    from adapters.payments.stripe import StripePayments
    from adapters.payments.stripe_client import StripeConnection
    from adapters.queue.rq_queue import RqQueue
    from adapters.robot_check.fake import FakeRobotCheck
    from adapters.robot_check.recaptcha import RecaptchaRobotCheck


def _create_ffmpeg_packager(max_gap_seconds: int) -> VideoPackager:
    """Create the packager. Imported when a job first needs it: PyAV and numpy take 40 MB that a web process
    does not need.
    """
    from adapters.video.packager import FfmpegVideoPackager

    return FfmpegVideoPackager(max_gap_seconds)


def _create_caption_converter() -> CaptionConverter:
    """Create the converter. Imported on first use, because of the size of Babel's data."""
    from adapters.video.captions.converter import WebVttConverter

    return WebVttConverter()


def _create_cutter() -> Cutter:
    """Create the cutter. Imported when a job first needs it, because of the size of PyAV and numpy."""
    from adapters.video.cutting.cutter import FfmpegCutter

    return FfmpegCutter()


def _create_social_providers(
    list_configs: Callable[..., Iterable[identity.ProviderConfig]], *settings: Any
) -> SocialProviders:
    """Create the social login providers. Authlib is imported on first use."""
    from adapters.social.oidc import OidcProviders

    return OidcProviders(list_configs(*settings))


def _create_single_sign_on(secrets: Mapping[str, str], http: Any) -> SingleSignOnConnector:
    """Create the connector. The HTTP library is imported on first use."""
    from adapters.social.single_sign_on import OidcSingleSignOn

    return OidcSingleSignOn(secrets, http)


def _create_s3_storage(
    bucket: str,
    prefix: str,
    endpoint: str,
    region: str,
    credentials: Any,
    timeout_seconds: int,
    work_folder: Path,
) -> Storage:
    """Create the S3 storage. Amazon's library is imported on first use."""
    from adapters.storage.s3 import S3Storage
    from adapters.storage.s3_connection import Bucket

    access_key, secret = credentials
    return S3Storage(
        Bucket(bucket, prefix, endpoint, region, access_key, secret, timeout_seconds), work_folder
    )


def _create_nginx_object_store(
    bucket: str, prefix: str, endpoint: str, region: str, credentials: Any, timeout_seconds: int
) -> FilesForNginx:
    """Create the object store for nginx. Imported on first use because only one command needs it."""
    from adapters.delivery.nginx_stores import ObjectStore
    from adapters.storage.s3_connection import Bucket

    access_key, secret = credentials
    return ObjectStore(Bucket(bucket, prefix, endpoint, region, access_key, secret, timeout_seconds))


def _create_rq_queue(url: str) -> RqQueue:
    """Create the RQ queue. Imported on first use: RQ and the Redis client take 10 MB."""
    from adapters.queue.rq_queue import RqQueue

    return RqQueue(url)


def _create_rq_job_admin(queue: RqQueue) -> JobAdmin:
    """Create the RQ job administration. Imported on first use because only one command needs it."""
    from adapters.queue.rq_job_admin import RqJobAdmin

    return RqJobAdmin(queue)


def _create_stripe_connection(account: Any) -> StripeConnection:
    """Create the Stripe connection. Imported on first use: Stripe's SDK takes 28 MB that a site without
    payments does not need.
    """
    from adapters.payments.stripe_client import StripeConnection

    return StripeConnection(account.secret_key, account.timeout_seconds, account.address)


def _create_stripe_payments(connection: StripeConnection, account: Any, secret: bytes) -> StripePayments:
    from adapters.payments.stripe import StripePayments

    return StripePayments(connection, account.webhook_secret(secret))


def _create_stripe_taxes(connection: StripeConnection) -> Taxes:
    from adapters.taxes.stripe_tax import StripeTaxes

    return StripeTaxes(connection)


def _create_web_push_sender(secret: bytes, contact: str, services: PushServices, clock: Clock) -> PushSender:
    """Create the web push sender. Its encryption library is imported on first use."""
    from adapters.push.vapid import VapidKey
    from adapters.push.webpush import WebPushSender

    return WebPushSender(VapidKey(secret, contact), services, clock)


def _create_sentry_reports(dsn: str, release: str, environment: str) -> ErrorReports:
    """Create the Sentry error reports. Sentry's SDK is imported on first use."""
    from adapters.error_reports.sentry import SentryErrorReports

    return SentryErrorReports(dsn, release, environment)


def _create_maxmind_geo(database: Path) -> MaxmindGeo:
    """Create the MaxMind geolocation. Its database reader is imported on first use."""
    from adapters.geo.maxmind import MaxmindGeo

    return MaxmindGeo(database)


def _create_fake_robot_check() -> FakeRobotCheck:
    """Create the fake robot check. Imported on first use: robot checks use an HTTP library that takes 5
    MB."""
    from adapters.robot_check.fake import FakeRobotCheck

    return FakeRobotCheck()


def _create_recaptcha_robot_check(site_key: str, secret: str) -> RecaptchaRobotCheck:
    from adapters.robot_check.recaptcha import RecaptchaRobotCheck

    return RecaptchaRobotCheck(site_key, secret)


def _create_clickhouse_store(url: str, timeout_seconds: int) -> AnalyticsStore:
    """Create the ClickHouse store. Imported on first use because few sites need it."""
    from adapters.analytics_store.clickhouse import ClickHouseStore

    return ClickHouseStore(url, timeout_seconds)


class AdaptersContainer(containers.DeclarativeContainer):
    """Container of the swappable adapters.

    `run_task` is the application's task runner, for the queue without workers. `clock` and `secret` are also
    the application's. `public_http` connects to public addresses only.
    """

    settings = providers.Dependency()
    run_task = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()
    public_http = providers.Dependency()

    queue = providers.Selector(
        settings.provided.queue,
        rq=providers.Singleton(_create_rq_queue, settings.provided.resolved_redis_url),
        inline=providers.Singleton(InlineQueue, run_task),
    )
    job_admin = providers.Selector(
        settings.provided.queue,
        rq=providers.Singleton(_create_rq_job_admin, queue),
        inline=providers.Object(None),
    )
    geo = providers.Selector(
        settings.provided.geo,
        fixed=providers.Singleton(FixedGeo, settings.provided.geo_country),
        header=providers.Singleton(HeaderGeo, settings.provided.geo_header),
        maxmind=providers.Singleton(_create_maxmind_geo, settings.provided.geo_database_path),
    )
    outbox_mailer = providers.Singleton(OutboxMailer, settings.provided.outbox_folder)
    mailer = providers.Selector(
        settings.provided.mail,
        outbox=outbox_mailer,
        smtp=providers.Singleton(
            SmtpMailer,
            providers.Factory(
                MailServer,
                host=settings.provided.smtp_host,
                port=settings.provided.resolved_smtp_port,
                security=settings.provided.smtp_security,
                ca_file=settings.provided.smtp_ca_file,
                user=settings.provided.smtp_user,
                password=settings.provided.smtp_password,
                timeout_seconds=settings.provided.smtp_timeout_seconds,
            ),
            settings.provided.mail_from,
        ),
    )
    stored_emails = providers.Selector(
        settings.provided.mail, outbox=outbox_mailer, smtp=providers.Object(None)
    )
    storage = providers.Selector(
        settings.provided.storage,
        local=providers.Singleton(LocalStorage, settings.provided.media_folder),
        s3=providers.Singleton(
            _create_s3_storage,
            settings.provided.s3_bucket,
            settings.provided.s3_prefix,
            settings.provided.s3_endpoint,
            settings.provided.s3_region,
            providers.List(settings.provided.s3_access_key, settings.provided.s3_secret_key),
            settings.provided.s3_timeout_seconds,
            settings.provided.work_folder,
        ),
    )
    video_packager = providers.Selector(
        settings.provided.video,
        ffmpeg=providers.Singleton(_create_ffmpeg_packager, settings.provided.max_video_gap_seconds),
    )
    caption_converter = providers.Selector(
        settings.provided.video, ffmpeg=providers.Singleton(_create_caption_converter)
    )
    cutter = providers.Selector(settings.provided.video, ffmpeg=providers.Singleton(_create_cutter))
    ingest = providers.Selector(
        settings.provided.ingest,
        ffmpeg=providers.Singleton(
            create_ffmpeg_ingest,
            settings.provided.ingest_port_range,
            settings.provided.ingest_bind_address,
            settings.provided.resolved_ingest_host,
            settings.provided.ingest_certificate,
            settings.provided.ingest_certificate_key,
            transcodes=settings.provided.live_transcode,
            has_parts=settings.provided.live_low_delay,
        ),
        nginx=providers.Singleton(
            create_nginx_ingest,
            settings.provided.nginx_rtmp_url,
            settings.provided.resolved_ingest_host,
            transcodes=settings.provided.live_transcode,
            has_parts=settings.provided.live_low_delay,
        ),
    )
    camera_ingest = providers.Singleton(create_camera_ingest, has_parts=settings.provided.live_low_delay)
    restreamer = providers.Singleton(create_restreamer, storage, settings.provided.restream_private_addresses)
    media_url_settings = (settings.provided.media_host, settings.provided.media_url_ttl_minutes)
    delivery = providers.Selector(
        settings.provided.delivery,
        app=providers.Singleton(SignedPaths, secret, clock, *media_url_settings),
        nginx=providers.Singleton(NginxSignedPaths, secret, clock, *media_url_settings),
    )
    media_server = providers.Singleton(
        NginxMediaConfig,
        secret,
        providers.Selector(
            settings.provided.storage,
            local=providers.Singleton(FolderStore, settings.provided.media_folder),
            s3=providers.Singleton(
                _create_nginx_object_store,
                settings.provided.s3_bucket,
                settings.provided.s3_prefix,
                settings.provided.s3_endpoint,
                settings.provided.s3_region,
                providers.List(settings.provided.s3_access_key, settings.provided.s3_secret_key),
                settings.provided.s3_timeout_seconds,
            ),
        ),
    )
    social = providers.Selector(
        settings.provided.social,
        off=providers.Singleton(NoSocialProviders),
        fake=providers.Singleton(
            _create_social_providers, identity.fake_providers, settings.provided.resolved_fake_identity_port
        ),
        real=providers.Singleton(
            _create_social_providers,
            identity.real_providers,
            settings.provided.social_credentials,
            settings.provided.trust_facebook_email,
        ),
    )
    single_sign_on = providers.Singleton(
        _create_single_sign_on, settings.provided.single_sign_on_secrets_by_channel, public_http
    )
    stripe_connection = providers.Singleton(_create_stripe_connection, settings.provided.stripe)
    stripe_payments = providers.Singleton(
        _create_stripe_payments, stripe_connection, settings.provided.stripe, secret
    )
    payments = providers.Selector(
        settings.provided.payments,
        off=providers.Singleton(NoPayments),
        fake=stripe_payments,
        stripe=stripe_payments,
    )
    taxes = providers.Selector(
        settings.provided.tax,
        none=providers.Singleton(NoTaxes),
        table=providers.Singleton(TableTaxes, settings.provided.tax_table),
        stripe=providers.Singleton(_create_stripe_taxes, stripe_connection),
    )
    push_sender = providers.Selector(
        settings.provided.push,
        off=providers.Singleton(NoPushSender),
        webpush=providers.Singleton(
            _create_web_push_sender,
            secret,
            settings.provided.resolved_push_contact,
            providers.Singleton(PushServices, settings.provided.push_service_hosts),
            clock,
        ),
    )
    robot_check = providers.Selector(
        settings.provided.robot_check,
        none=providers.Singleton(NoRobotCheck),
        fake=providers.Singleton(_create_fake_robot_check),
        recaptcha=providers.Singleton(
            _create_recaptcha_robot_check,
            settings.provided.recaptcha_site_key,
            settings.provided.recaptcha_secret,
        ),
    )
    analytics_store = providers.Selector(
        settings.provided.analytics_store,
        database=providers.Object(None),  # the context's own tables
        clickhouse=providers.Singleton(
            _create_clickhouse_store,
            settings.provided.clickhouse_url,
            settings.provided.clickhouse_timeout_seconds,
        ),
    )
    error_reports = providers.Selector(
        settings.provided.error_reports,
        log=providers.Singleton(LogErrorReports),
        sentry=providers.Singleton(
            _create_sentry_reports,
            settings.provided.sentry_dsn,
            settings.provided.release,
            settings.provided.environment,
        ),
    )
