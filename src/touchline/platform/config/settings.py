"""All settings as a frozen value, read once from `TOUCHLINE_*`. An error names the invalid setting."""

import contextlib
import os
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path
from typing import Any

from touchline.platform.config.parsers import parse_channel_secrets, parse_tax_table
from touchline.platform.config.registry import SETTING_SPECS
from touchline.platform.config.stripe_account import StripeAccount, load_stripe_account
from touchline.platform.config.validation import validate
from touchline.shared.site_urls import SiteUrls

PREFIX = "TOUCHLINE_"


class InvalidSettingError(Exception):
    """A setting has an invalid value. The message names the setting and the allowed values."""


PUSH_SERVICES = "fcm.googleapis.com, *.push.services.mozilla.com, *.push.apple.com, *.notify.windows.com"
"""Push services of Chrome, Firefox, Safari and Edge."""
_DEFAULT_VAR = Path("var").resolve()


@dataclass(frozen=True)
class Settings:
    """Settings of a deployment. Host URLs are empty for the same origin."""

    var: Path = _DEFAULT_VAR
    host: str = "127.0.0.1"
    port: int = 8080
    workers: int = 2
    database_url: str = ""
    redis_url: str = ""
    secret_key: str = ""
    default_channel: str = ""
    site_url_template: str = ""
    development: bool = False
    api_host: str = ""
    channel_key_host: str = ""
    media_host: str = ""
    analytics_host: str = ""
    response_cache_mb: int = 16
    trusted_proxies: int = 0
    hsts: str = "host"
    queue: str = "rq"
    storage: str = "local"
    s3_endpoint: str = ""
    s3_bucket: str = ""
    s3_prefix: str = ""
    s3_region: str = ""
    s3_access_key: str = ""
    s3_secret_key: str = ""
    s3_timeout_seconds: int = 20
    video: str = "ffmpeg"
    max_video_gap_seconds: int = 120
    max_demo_video_seconds: int = 60
    max_upload_gigabytes: int = 20
    upload_retention_days: int = 7
    delivery: str = "app"
    media_url_ttl_minutes: int = 360
    max_shared_clip_minutes: int = 10
    ingest: str = "ffmpeg"
    ingest_host: str = ""
    ingest_ports: str = "19350-19359"
    ingest_certificate: str = ""
    ingest_certificate_key: str = ""
    live_transcode: bool = False
    nginx_rtmp_url: str = "rtmp://127.0.0.1:1935/live"
    live_grace_seconds: int = 120
    live_end_margin_minutes: int = 30
    restream_private_addresses: bool = False
    live_low_delay: bool = True
    failover_return_seconds: int = 10
    failover_black_seconds: int = 0
    failover_silent_seconds: int = 0
    failover_clock_drift_seconds: int = 0
    geo: str = "fixed"
    geo_country: str = "US"
    geo_header: str = "CF-IPCountry"
    geo_database: str = ""
    mail: str = "outbox"
    outbox_token: str = ""
    mail_from: str = "no-reply@localhost"
    smtp_host: str = ""
    smtp_port: int = 0
    smtp_security: str = "starttls"
    smtp_ca_file: str = ""
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_timeout_seconds: int = 20
    push: str = "webpush"
    push_contact: str = ""
    push_services: str = PUSH_SERVICES
    webhooks_allow_private: bool = False
    social: str = "off"
    google_client_id: str = ""
    google_client_secret: str = ""
    facebook_client_id: str = ""
    facebook_client_secret: str = ""
    trust_facebook_email: bool = False
    single_sign_on_secrets: str = ""
    fake_identity_port: int = 0
    payments: str = "off"
    stripe_secret_key: str = ""
    stripe_publishable_key: str = ""
    stripe_webhook_secret: str = ""
    stripe_timeout_seconds: int = 20
    fake_stripe_port: int = 0
    renewal_grace_days: int = 7
    share_payouts: bool = False
    tax: str = "none"
    tax_rates: str = ""
    robot_check: str = "none"
    recaptcha_site_key: str = ""
    recaptcha_secret: str = ""
    throttle_passwords: int = 10
    throttle_auth_calls: int = 60
    throttle_registrations: int = 100
    throttle_forms: int = 5
    throttle_api_keys: int = 60
    throttle_promo_codes: int = 10
    throttle_declined_cards: int = 6
    throttle_phone_numbers: int = 5
    throttle_clips: int = 12
    throttle_clip_seconds: int = 1200
    throttle_searches: int = 120
    throttle_downloads: int = 30
    throttle_ip_factor: int = 1
    analytics_store: str = "database"
    clickhouse_url: str = ""
    clickhouse_timeout_seconds: int = 20
    analytics_retention_days: int = 400
    evidence_retention_days: int = 60
    audit_retention_days: int = 730
    access_token_max_days: int = 365
    analytics_on_localhost: bool = False
    error_reports: str = "log"
    sentry_dsn: str = ""
    otlp_endpoint: str = ""
    trace_sample_ratio: float = 1.0
    log_format: str = "text"
    log_level: str = "info"
    metrics_host: str = "127.0.0.1"
    metrics_port: int = 0

    @property
    def resolved_database_url(self) -> str:
        """Effective database URL."""
        return self.database_url or f"sqlite:///{self.var / 'touchline.sqlite'}"

    @property
    def files_folder(self) -> Path:
        """Folder of public files."""
        return self.var / "files"

    @property
    def rendered_images_folder(self) -> Path:
        """Folder of rendered images. It can be emptied at any time."""
        return self.var / "drawn"

    @property
    def web_folder(self) -> Path:
        """Folder of the web app's files, of this build and previous ones, for open pages."""
        return self.var / "web"

    @property
    def media_folder(self) -> Path:
        """Folder of media files with STORAGE=local."""
        return self.var / "media"

    @property
    def work_folder(self) -> Path:
        """Folder for creating files with STORAGE=s3, on this machine only."""
        return self.var / "work"

    @property
    def resolved_ingest_host(self) -> str:
        """Host name for encoders. If the server listens on all addresses, it is the name of the machine."""
        is_wildcard = self.host in ("", "0.0.0.0", "::")  # noqa: S104
        return self.ingest_host or ("127.0.0.1" if is_wildcard else self.host)

    @property
    def ingest_bind_address(self) -> str:
        """Address for connections from encoders: this machine only, unless configured otherwise."""
        return "127.0.0.1" if self.resolved_ingest_host in ("127.0.0.1", "localhost") else "0.0.0.0"  # noqa: S104

    @property
    def ingest_port_range(self) -> range:
        """Ports in `ingest_ports`."""
        first, last = map(int, self.ingest_ports.split("-"))
        return range(first, last + 1)

    @property
    def geo_database_path(self) -> Path:
        """Path of the database for GEO=maxmind."""
        return Path(self.geo_database).expanduser().resolve()

    @property
    def site_urls(self) -> SiteUrls:
        """Base URLs of channel sites."""
        public = self.site_url_template or "https://{host}"
        local = self.site_url_template or f"http://{{host}}:{self.port}"
        return SiteUrls(public, local, self.development)

    @property
    def outbox_folder(self) -> Path:
        """Folder of emails with MAIL=outbox."""
        return self.var / "outbox"

    @property
    def resolved_smtp_port(self) -> int:
        """Port of the mail server. The default depends on the security mode (RFC 8314, RFC 6409)."""
        return self.smtp_port or {"starttls": 587, "tls": 465}.get(self.smtp_security, 25)

    @property
    def resolved_push_contact(self) -> str:
        """Contact address for push services. The default is the sender address of emails."""
        return self.push_contact or f"mailto:{self.mail_from}"

    @property
    def push_service_hosts(self) -> list[str]:
        """List of push services."""
        return [host for part in self.push_services.split(",") if (host := part.strip())]

    @property
    def resolved_fake_identity_port(self) -> int:
        """Port of the demo identity provider. The default is the web server's port plus 19."""
        return self.fake_identity_port or (self.port + 19 if self.port <= 65516 else self.port - 19)

    @property
    def social_credentials(self) -> dict[str, str]:
        """Credentials for Google and Facebook with SOCIAL=real."""
        return {
            "google_id": self.google_client_id,
            "google_secret": self.google_client_secret,
            "facebook_id": self.facebook_client_id,
            "facebook_secret": self.facebook_client_secret,
        }

    @property
    def single_sign_on_secrets_by_channel(self) -> dict[str, str]:
        """Client secrets for single sign-on by the channel's slug."""
        return parse_channel_secrets(self.single_sign_on_secrets)

    @property
    def resolved_fake_stripe_port(self) -> int:
        """Port of the fake Stripe server. The default is the web server's port plus 18."""
        return self.fake_stripe_port or (self.port + 18 if self.port <= 65517 else self.port - 18)

    @property
    def stripe(self) -> StripeAccount | None:
        """Stripe account, or None if payments are turned off."""
        return load_stripe_account(self)

    @property
    def tax_table(self) -> dict[str, list[tuple[str, Decimal]]]:
        """Taxes of each country (ISO 3166-1 alpha-2): a name and the percentage of the price before tax."""
        return parse_tax_table(self.tax_rates)

    @property
    def environment(self) -> str:
        """Name of this deployment in error reports and traces."""
        return "development" if self.development else "production"

    @property
    def release(self) -> str:
        """Version of Touchline."""
        return version("touchline")

    @property
    def resolved_redis_url(self) -> str:
        """Effective Redis URL."""
        return self.redis_url or f"unix://{self.var / 'valkey.sock'}"

    @property
    def log_level_name(self) -> str:
        """Log level for `logging`."""
        return self.log_level.upper()


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Read the settings from an environment. Raises `InvalidSettingError` for unknown `TOUCHLINE_*` names and
    invalid values.
    """
    names = {PREFIX + name.upper(): name for name in SETTING_SPECS}
    values: dict[str, Any] = {}
    for name, text in environment.items():
        if not name.startswith(PREFIX) or name.startswith(PREFIX + "TEST_"):
            continue
        if name not in names:
            raise InvalidSettingError(
                f"{name} is not a setting of Touchline. List all settings with `touchline settings list`."
            )
        try:
            values[names[name]] = SETTING_SPECS[names[name]].parse(text)
        except ValueError as error:
            raise InvalidSettingError(f"{name} {error}, not {text!r}.") from None
    settings = Settings(**values)
    for problem in validate(settings):
        raise InvalidSettingError(problem)
    return settings


def load_secret_key(settings: Settings) -> bytes:
    """Return the key that signs links and API keys: the setting, or the content of `var/secret.key`.

    The file is created at the first call (mode 0600).
    """
    if settings.secret_key:
        return settings.secret_key.encode()
    path = settings.var / "secret.key"
    settings.var.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        file_descriptor, temporary_path = tempfile.mkstemp(dir=settings.var, prefix=".secret-")
        with os.fdopen(file_descriptor, "w") as out:
            out.write(secrets.token_hex(32))
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(temporary_path)  # the first process wins, and none reads a partly written key
        Path(temporary_path).unlink()
    return path.read_text().strip().encode()


def describe_settings(settings: Settings) -> list[tuple[str, str, str, str]]:
    """Return the rows of `touchline settings list`: name, value (secrets hidden), default, description."""
    rows = []
    for setting_field in fields(Settings):
        value = getattr(settings, setting_field.name)
        default = "" if setting_field.default is MISSING else str(setting_field.default)
        display_value = "(hidden)" if SETTING_SPECS[setting_field.name].is_secret and value else str(value)
        rows.append(
            (
                PREFIX + setting_field.name.upper(),
                display_value,
                default,
                SETTING_SPECS[setting_field.name].description,
            )
        )
    return rows
