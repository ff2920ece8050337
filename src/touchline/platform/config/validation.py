"""Validation of combinations of settings. Each message names the settings and says what to change."""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from touchline.platform.config.settings import Settings


def validate(settings: Settings) -> Iterator[str]:
    """Return errors in the combination of individually valid settings."""
    yield from _validate_storage(settings)
    yield from _validate_geo(settings)
    yield from _validate_delivery(settings)
    yield from _validate_ingest(settings)
    yield from _validate_mail(settings)
    yield from _validate_push(settings)
    yield from _validate_outbox(settings)
    yield from _validate_social(settings)
    yield from _validate_payments(settings)
    yield from _validate_taxes(settings)
    yield from _validate_analytics(settings)
    yield from _validate_error_reports(settings)
    if settings.robot_check == "recaptcha" and not (
        settings.recaptcha_site_key and settings.recaptcha_secret
    ):
        yield (
            "TOUCHLINE_ROBOT_CHECK=recaptcha needs TOUCHLINE_RECAPTCHA_SITE_KEY "
            "and TOUCHLINE_RECAPTCHA_SECRET."
        )


_MIN_TOKEN_LENGTH = 16


def _validate_outbox(settings: Settings) -> Iterator[str]:
    if settings.outbox_token and len(settings.outbox_token) < _MIN_TOKEN_LENGTH:
        yield f"TOUCHLINE_OUTBOX_TOKEN protects every email. Use {_MIN_TOKEN_LENGTH} characters or more."


def _validate_storage(settings: Settings) -> Iterator[str]:
    if settings.storage == "s3" and not settings.s3_bucket:
        yield "TOUCHLINE_STORAGE=s3 needs TOUCHLINE_S3_BUCKET, the name of the bucket for media."
    if bool(settings.s3_access_key) != bool(settings.s3_secret_key):
        yield "Set TOUCHLINE_S3_ACCESS_KEY and TOUCHLINE_S3_SECRET_KEY together, or neither."


def _validate_geo(settings: Settings) -> Iterator[str]:
    if settings.geo == "header" and not settings.trusted_proxies:
        yield "TOUCHLINE_GEO=header trusts a proxy. Set TOUCHLINE_TRUSTED_PROXIES to 1 or more."
    if settings.geo == "maxmind" and not settings.geo_database:
        yield "TOUCHLINE_GEO=maxmind needs TOUCHLINE_GEO_DATABASE, the path of a .mmdb file."


def _validate_delivery(settings: Settings) -> Iterator[str]:
    if settings.delivery == "nginx" and not settings.trusted_proxies:
        yield "TOUCHLINE_DELIVERY=nginx is a proxy. Set TOUCHLINE_TRUSTED_PROXIES to 1 or more."


def _validate_ingest(settings: Settings) -> Iterator[str]:
    certificate, key = settings.ingest_certificate, settings.ingest_certificate_key
    if bool(certificate) != bool(key):
        yield "Set TOUCHLINE_INGEST_CERTIFICATE and TOUCHLINE_INGEST_CERTIFICATE_KEY together, or neither."
    elif certificate and settings.ingest == "nginx":
        yield (
            "TOUCHLINE_INGEST=nginx has its own certificate. Remove TOUCHLINE_INGEST_CERTIFICATE, and put "
            "nginx's stream module in front for RTMPS."
        )
    elif certificate:
        yield from _validate_certificate(certificate, key)


def _validate_certificate(certificate: str, key: str) -> Iterator[str]:
    for name, path in (("CERTIFICATE", certificate), ("CERTIFICATE_KEY", key)):
        try:
            Path(path).open("rb").close()
        except OSError as error:
            yield f"Cannot read TOUCHLINE_INGEST_{name}, the file {path}: {error.strerror}."
            return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password="")
    except (OSError, ValueError):  # `ssl.SSLError` is an `OSError`
        yield (
            f"TOUCHLINE_INGEST_CERTIFICATE ({certificate}) and TOUCHLINE_INGEST_CERTIFICATE_KEY ({key}) "
            "must be PEM files of one certificate and its unencrypted key."
        )


def _validate_mail(settings: Settings) -> Iterator[str]:
    if settings.mail == "smtp" and not settings.smtp_host:
        yield "TOUCHLINE_MAIL=smtp needs TOUCHLINE_SMTP_HOST, the name of the mail server."
    if settings.mail == "smtp" and settings.mail_from.endswith("@localhost"):
        yield "TOUCHLINE_MAIL=smtp needs TOUCHLINE_MAIL_FROM, the sender address of all email."
    if settings.smtp_user and settings.smtp_security == "none":
        yield "TOUCHLINE_SMTP_SECURITY=none sends TOUCHLINE_SMTP_USER's password unencrypted. Use tls."


def _validate_push(settings: Settings) -> Iterator[str]:
    unencrypted = [name for name in settings.push_service_hosts if name.startswith("http://")]
    if unencrypted and not settings.development:
        yield (
            f"TOUCHLINE_PUSH_SERVICES includes {unencrypted[0]}, which is unencrypted. "
            "This is allowed only with TOUCHLINE_DEVELOPMENT=true."
        )


def _validate_social(settings: Settings) -> Iterator[str]:
    for name in ("google", "facebook"):
        if bool(settings.social_credentials[f"{name}_id"]) != bool(
            settings.social_credentials[f"{name}_secret"]
        ):
            yield (
                f"Set TOUCHLINE_{name.upper()}_CLIENT_ID and TOUCHLINE_{name.upper()}_CLIENT_SECRET together."
            )
    if settings.social == "real" and not any(settings.social_credentials.values()):
        yield "TOUCHLINE_SOCIAL=real needs TOUCHLINE_GOOGLE_CLIENT_ID or TOUCHLINE_FACEBOOK_CLIENT_ID."
    if settings.social == "fake" and not settings.development:
        yield "TOUCHLINE_SOCIAL=fake lets anyone log in as anyone. It needs TOUCHLINE_DEVELOPMENT=true."


_KEY_PREFIXES = {
    "secret_key": ("sk_", "rk_"),
    "publishable_key": ("pk_",),
    "webhook_secret": ("whsec_",),
}


def _validate_payments(settings: Settings) -> Iterator[str]:
    """Return errors of payment settings. Messages never contain a key, because it may be in the wrong
    setting.
    """
    if settings.payments == "fake" and not settings.development:
        yield "TOUCHLINE_PAYMENTS=fake takes no real money. It needs TOUCHLINE_DEVELOPMENT=true."
    if settings.payments != "stripe":
        return
    keys = {name: str(getattr(settings, f"stripe_{name}")) for name in _KEY_PREFIXES}
    for name, prefixes in _KEY_PREFIXES.items():
        if not keys[name].startswith(prefixes):
            yield (
                f"TOUCHLINE_PAYMENTS=stripe needs TOUCHLINE_STRIPE_{name.upper()}, "
                f"which begins with {' or '.join(prefixes)}."
            )
    modes = {keys[name].split("_")[1] for name in ("secret_key", "publishable_key") if "_" in keys[name]}
    if len(modes) > 1:
        yield (
            "TOUCHLINE_STRIPE_SECRET_KEY and TOUCHLINE_STRIPE_PUBLISHABLE_KEY must match: "
            "both test keys, or both live keys."
        )


_DSN_PATTERN = re.compile(r"https?://[0-9A-Za-z]{1,64}@[^\s/@?#]+(?:/[^\s/?#]+)*/\d{1,20}")


def _validate_error_reports(settings: Settings) -> Iterator[str]:
    """Return errors of error report settings. Messages do not contain the DSN, with which anyone could send
    reports.
    """
    if settings.error_reports == "sentry" and not _DSN_PATTERN.fullmatch(settings.sentry_dsn):
        yield (
            "TOUCHLINE_ERROR_REPORTS=sentry needs TOUCHLINE_SENTRY_DSN, the project's DSN, "
            "such as https://key@reports.example.org/7."
        )


def _validate_taxes(settings: Settings) -> Iterator[str]:
    if settings.tax == "table" and not settings.tax_rates:
        yield "TOUCHLINE_TAX=table needs TOUCHLINE_TAX_RATES, such as CA=GST 5, QST 9.975; FR=TVA 20."
    if settings.tax == "stripe" and settings.payments == "off":
        yield "TOUCHLINE_TAX=stripe gets rates from Stripe. Set TOUCHLINE_PAYMENTS to stripe or fake."


def _validate_analytics(settings: Settings) -> Iterator[str]:
    """Return errors of analytics settings. Messages do not contain the URL, because it includes a
    password."""
    if settings.analytics_store == "clickhouse" and not _is_clickhouse_url(settings.clickhouse_url):
        yield (
            "TOUCHLINE_ANALYTICS_STORE=clickhouse needs TOUCHLINE_CLICKHOUSE_URL, "
            "such as https://user:password@host:8443/touchline."
        )


def _is_clickhouse_url(address: str) -> bool:
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 (refuses what is no port)
    except ValueError:
        return False
    has_one_segment = parts.path.strip("/") and "/" not in parts.path.strip("/")
    return bool(
        parts.scheme in ("http", "https")
        and parts.hostname
        and has_one_segment
        and not (parts.query or parts.fragment)
    )
