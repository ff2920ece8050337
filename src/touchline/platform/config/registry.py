"""Registry of all settings, in the order of `Settings`: parser, description and visibility."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from touchline.platform.config import parsers as read


@dataclass(frozen=True)
class SettingSpec:
    """Definition of a setting: its parser, its description, and whether lists hide its value."""

    parse: Callable[[str], Any]
    description: str
    is_secret: bool = False


SETTING_SPECS: dict[str, SettingSpec] = {
    "var": SettingSpec(read.directory, "Data folder of this deployment."),
    "host": SettingSpec(read.text, "Address the web server listens on."),
    "port": SettingSpec(read.integer_between(1, 65535), "Port the web server listens on."),
    "workers": SettingSpec(read.integer_between(1, 64), "Number of web server processes."),
    "database_url": SettingSpec(
        read.text, "Database URL (SQLAlchemy); empty: SQLite in the var folder.", is_secret=True
    ),
    "redis_url": SettingSpec(
        read.text, "Redis or Valkey URL; empty: the embedded Valkey in the var folder.", is_secret=True
    ),
    "secret_key": SettingSpec(
        read.text,
        "Key that signs links and API keys; empty: generated once in var/secret.key.",
        is_secret=True,
    ),
    "default_channel": SettingSpec(
        read.text, "Slug of the channel to serve on unknown host names; empty: none."
    ),
    "site_url_template": SettingSpec(
        read.site_url, "URL of a channel's site; {host}: the channel's host name; empty: https://{host}."
    ),
    "development": SettingSpec(read.boolean, "Development mode: allows ?channel=slug and other shortcuts."),
    "api_host": SettingSpec(read.base_url, "URL of the API host, for the web app."),
    "channel_key_host": SettingSpec(
        read.base_url, "URL of the host that serves /channel-key, for the web app."
    ),
    "media_host": SettingSpec(read.base_url, "URL of the host that serves media and public files."),
    "analytics_host": SettingSpec(read.base_url, "URL of the host that receives analytics."),
    "response_cache_mb": SettingSpec(
        read.integer_between(0, 4096),
        "Size of each web server process's response cache, in megabytes; 0: no cache.",
    ),
    "trusted_proxies": SettingSpec(
        read.integer_between(0, 10),
        "Number of trusted proxies in front of the app. Their X-Forwarded-* headers are accepted.",
    ),
    "hsts": SettingSpec(
        read.one_of("off", "host", "subdomains"),
        "HSTS policy, with a max age of one year: off, this host only, or with its subdomains.",
    ),
    "queue": SettingSpec(
        read.one_of("rq", "inline"), "Job queue: rq (Redis), or inline (runs jobs immediately, for tests)."
    ),
    "storage": SettingSpec(
        read.one_of("local", "s3"), "Media storage: local (in VAR) or s3 (any S3-compatible store)."
    ),
    "s3_endpoint": SettingSpec(read.base_url, "URL of the S3 store, with STORAGE=s3; empty: Amazon S3."),
    "s3_bucket": SettingSpec(read.text, "Name of an existing S3 bucket."),
    "s3_prefix": SettingSpec(read.text, "Prefix of all object names in the bucket, such as touchline."),
    "s3_region": SettingSpec(
        read.text, "Region of the bucket; empty: us-east-1, or the instance's region on AWS."
    ),
    "s3_access_key": SettingSpec(read.text, "Access key of the S3 store; empty: the instance's role."),
    "s3_secret_key": SettingSpec(read.text, "Secret key that belongs to S3_ACCESS_KEY.", is_secret=True),
    "s3_timeout_seconds": SettingSpec(
        read.integer_between(1, 120),
        "Seconds to wait for a response from the S3 store, and between chunks of it.",
    ),
    "video": SettingSpec(read.one_of("ffmpeg"), "Video tool that converts files to streams."),
    "max_video_gap_seconds": SettingSpec(
        read.integer_between(1, 3600),
        "Seconds of missing signal to fill with the last frame and silence. Longer gaps are cut.",
    ),
    "max_demo_video_seconds": SettingSpec(
        read.integer_between(4, 7200),
        "Maximum length of the demo's videos in seconds. Short videos are rendered sooner.",
    ),
    "max_upload_gigabytes": SettingSpec(
        read.integer_between(1, 1000), "Maximum size of an uploaded video file in gigabytes."
    ),
    "upload_retention_days": SettingSpec(
        read.integer_between(1, 90),
        "Days after which an upload that did not become a video is deleted.",
    ),
    "delivery": SettingSpec(
        read.one_of("app", "nginx"), "Server that delivers media files and checks their signed URLs."
    ),
    "media_url_ttl_minutes": SettingSpec(
        read.integer_between(30, 360),
        "Lifetime of a viewer's media URL in minutes, rounded down to a multiple of 15. Players renew it. "
        "Use 30 with a CDN or with `touchline nginx --no-sessions`.",
    ),
    "max_shared_clip_minutes": SettingSpec(
        read.integer_between(0, 1440),
        "Minutes of one paid game that one viewer's share links can show in total.",
    ),
    "ingest": SettingSpec(read.one_of("ffmpeg", "nginx"), "Server that receives live streams from encoders."),
    "ingest_host": SettingSpec(
        read.text, "Host name or address that encoders connect to; empty: same as HOST."
    ),
    "ingest_ports": SettingSpec(
        read.port_range, "Ports for live streams, one per live event, with INGEST=ffmpeg: TCP and UDP."
    ),
    "ingest_certificate": SettingSpec(
        read.text,
        "Path of the certificate chain (PEM) for RTMPS, with INGEST=ffmpeg; empty: RTMP only. "
        "A renewed file is used from the next connection on.",
    ),
    "ingest_certificate_key": SettingSpec(read.text, "Path of the private key (PEM) of INGEST_CERTIFICATE."),
    "live_transcode": SettingSpec(
        read.boolean,
        "Whether to encode live video again as H.264 if browsers cannot play it, or if its keyframes are "
        "more than 4 s apart. Such a stream takes many times the processor time.",
    ),
    "nginx_rtmp_url": SettingSpec(read.rtmp_url, "URL of the nginx RTMP application, with INGEST=nginx."),
    "live_grace_seconds": SettingSpec(
        read.integer_between(5, 3600),
        "Seconds to wait for an encoder to reconnect, after an event's planned end and the margin.",
    ),
    "live_end_margin_minutes": SettingSpec(
        read.integer_between(0, 1440),
        "Minutes to keep a stream open without an encoder after an event's planned end.",
    ),
    "restream_private_addresses": SettingSpec(
        read.boolean,
        "Whether streams may be sent on to private addresses; for development, or for servers of your own.",
    ),
    "live_low_delay": SettingSpec(
        read.boolean,
        "Publish live video in parts of half a second, so that viewers have less delay: true or false. With "
        "STORAGE=s3 this is eight uploads a second for each stream.",
    ),
    "failover_return_seconds": SettingSpec(
        read.integer_between(0, 3600),
        "Seconds for which a primary encoder must be good before it goes back on air; 0: only an operator"
        " puts it back.",
    ),
    "failover_black_seconds": SettingSpec(
        read.integer_between(0, 3600),
        "Seconds of a black picture after which the other encoder goes on air, if it is good; 0: never.",
    ),
    "failover_silent_seconds": SettingSpec(
        read.integer_between(0, 3600),
        "Seconds of silence after which the other encoder goes on air, if it is good; 0: never.",
    ),
    "failover_clock_drift_seconds": SettingSpec(
        read.integer_between(0, 3600),
        "Seconds by which an encoder's clock may differ from the server's before the other encoder goes on"
        " air, if it is good; 0: any number.",
    ),
    "geo": SettingSpec(read.one_of("fixed", "header", "maxmind"), "Source of a visitor's country."),
    "geo_country": SettingSpec(read.country_code, "Country of every visitor, with GEO=fixed."),
    "geo_header": SettingSpec(
        read.text, "Request header that holds the country, set by a trusted proxy, with GEO=header."
    ),
    "geo_database": SettingSpec(read.text, "Path of the MaxMind database (.mmdb), with GEO=maxmind."),
    "mail": SettingSpec(
        read.one_of("outbox", "smtp"),
        "Email delivery: outbox (readable at /_outbox, sent to nobody) or smtp (a mail server).",
    ),
    "outbox_token": SettingSpec(
        read.text,
        "Token that opens /_outbox?token=… outside development mode, 16 characters or more; empty: no page.",
        is_secret=True,
    ),
    "mail_from": SettingSpec(read.email_address, "Sender address of all email."),
    "smtp_host": SettingSpec(read.text, "Host name of the mail server, with MAIL=smtp."),
    "smtp_port": SettingSpec(
        read.integer_between(0, 65535),
        "Port of the mail server; 0: 587, 465 or 25, depending on SMTP_SECURITY.",
    ),
    "smtp_security": SettingSpec(
        read.one_of("starttls", "tls", "none"), "Encryption of the connection to the mail server."
    ),
    "smtp_ca_file": SettingSpec(
        read.text, "Path of the CA certificates (PEM) for the mail server; empty: the system's."
    ),
    "smtp_user": SettingSpec(read.text, "User name for the mail server; empty: no authentication."),
    "smtp_password": SettingSpec(read.text, "Password for the mail server.", is_secret=True),
    "smtp_timeout_seconds": SettingSpec(
        read.integer_between(1, 120), "Seconds to wait for a response from the mail server."
    ),
    "push": SettingSpec(
        read.one_of("off", "webpush"), "Push notifications to browsers without an open page."
    ),
    "push_contact": SettingSpec(
        read.contact_uri,
        "Contact for push services, as a mailto: or https: URL, with PUSH=webpush; empty: MAIL_FROM.",
    ),
    "push_services": SettingSpec(
        read.push_services, "Hosts of allowed push services; *.name: all subdomains of name."
    ),
    "webhooks_allow_private": SettingSpec(
        read.boolean,
        "Whether webhooks and single sign-on may use private addresses and http; for development.",
    ),
    "social": SettingSpec(
        read.one_of("off", "fake", "real"),
        "Login with Google and Facebook; fake: the demo's identity provider.",
    ),
    "google_client_id": SettingSpec(read.text, "Client ID from Google, with SOCIAL=real."),
    "google_client_secret": SettingSpec(read.text, "Client secret from Google.", is_secret=True),
    "facebook_client_id": SettingSpec(read.text, "Client ID from Facebook, with SOCIAL=real."),
    "facebook_client_secret": SettingSpec(read.text, "Client secret from Facebook.", is_secret=True),
    "trust_facebook_email": SettingSpec(
        read.boolean, "Whether email addresses from Facebook count as verified."
    ),
    "single_sign_on_secrets": SettingSpec(
        read.channel_secrets,
        "Client secrets for single sign-on of operators: channel=secret; channel=secret.",
        is_secret=True,
    ),
    "fake_identity_port": SettingSpec(
        read.integer_between(0, 65535),
        "Port of the demo's identity provider, with SOCIAL=fake; 0: PORT + 19.",
    ),
    "payments": SettingSpec(
        read.one_of("off", "fake", "stripe"),
        "Payment provider; fake: the demo's Stripe server, without real money.",
    ),
    "stripe_secret_key": SettingSpec(
        read.text,
        "Secret or restricted key of the Stripe account (sk_… or rk_…), with PAYMENTS=stripe.",
        is_secret=True,
    ),
    "stripe_publishable_key": SettingSpec(
        read.text, "Publishable key of the Stripe account (pk_…), shown to browsers."
    ),
    "stripe_webhook_secret": SettingSpec(
        read.text, "Signing secret of the Stripe webhook endpoint (whsec_…).", is_secret=True
    ),
    "stripe_timeout_seconds": SettingSpec(
        read.integer_between(1, 22),
        "Seconds to wait for a response from Stripe. One attempt includes two requests.",
    ),
    "fake_stripe_port": SettingSpec(
        read.integer_between(0, 65535), "Port of the demo's Stripe server, with PAYMENTS=fake; 0: PORT + 18."
    ),
    "renewal_grace_days": SettingSpec(
        read.integer_between(0, 60), "Days of continued access after a renewal payment fails."
    ),
    "share_payouts": SettingSpec(
        read.boolean, "Whether owners can pay out revenue shares by Stripe Connect transfers."
    ),
    "tax": SettingSpec(
        read.one_of("none", "table", "stripe"), "Source of the tax rates on receipts. Prices include taxes."
    ),
    "tax_rates": SettingSpec(
        read.tax_rates, "Tax percentages by country, such as CA=GST 5, QST 9.975; FR=TVA 20, with TAX=table."
    ),
    "robot_check": SettingSpec(
        read.one_of("none", "fake", "recaptcha"), "Bot-protection provider for public forms."
    ),
    "recaptcha_site_key": SettingSpec(
        read.text, "Site key of the reCAPTCHA widget, with ROBOT_CHECK=recaptcha."
    ),
    "recaptcha_secret": SettingSpec(read.text, "Secret key of reCAPTCHA.", is_secret=True),
    "throttle_passwords": SettingSpec(
        read.integer_between(1, 10_000),
        "Wrong passwords per account in 15 minutes. Above that, unknown devices are slowed down.",
    ),
    "throttle_auth_calls": SettingSpec(
        read.integer_between(1, 1_000_000),
        "Authentication requests per IP address in a minute. Above that, with a robot check.",
    ),
    "throttle_registrations": SettingSpec(
        read.integer_between(1, 1_000_000),
        "Registrations per IP address in an hour. Above that, with a robot check.",
    ),
    "throttle_forms": SettingSpec(
        read.integer_between(1, 1_000_000),
        "Form submissions per IP address in an hour, including the contact form.",
    ),
    "throttle_api_keys": SettingSpec(
        read.integer_between(1, 1_000_000), "New API keys per IP address in 10 seconds."
    ),
    "throttle_promo_codes": SettingSpec(
        read.integer_between(1, 1_000_000), "Wrong promo codes per account in an hour."
    ),
    "throttle_declined_cards": SettingSpec(
        read.integer_between(1, 1_000_000), "Declined card payments per account in an hour."
    ),
    "throttle_phone_numbers": SettingSpec(
        read.integer_between(1, 1_000_000), "Rejected phone numbers per account in an hour."
    ),
    "throttle_clips": SettingSpec(
        read.integer_between(1, 1_000_000), "Clips created or retried per account in 10 minutes."
    ),
    "throttle_clip_seconds": SettingSpec(
        read.integer_between(1, 1_000_000),
        "Total seconds of clips created per account in an hour.",
    ),
    "throttle_searches": SettingSpec(read.integer_between(1, 1_000_000), "Searches per account in a minute."),
    "throttle_downloads": SettingSpec(
        read.integer_between(1, 1_000_000), "Download requests per account in an hour."
    ),
    "throttle_ip_factor": SettingSpec(
        read.integer_between(1, 10_000),
        "Multiplier for the per-address limits. Raise it if many viewers share one IP address.",
    ),
    "analytics_store": SettingSpec(read.one_of("database", "clickhouse"), "Database for analytics."),
    "clickhouse_url": SettingSpec(
        read.text,
        "ClickHouse URL, with ANALYTICS_STORE=clickhouse: http(s)://user:password@host:port/database.",
        is_secret=True,
    ),
    "clickhouse_timeout_seconds": SettingSpec(
        read.integer_between(1, 300), "Seconds to wait for a response from ClickHouse."
    ),
    "analytics_retention_days": SettingSpec(read.integer_between(1, 4000), "Days to keep analytics data."),
    "evidence_retention_days": SettingSpec(
        read.integer_between(1, 4000),
        "Days to keep what the server sent to each viewer of a live event, for refunds.",
    ),
    "audit_retention_days": SettingSpec(
        read.integer_between(0, 36_500),
        "Days to keep entries of the audit log. 0 keeps them forever. It applies to new entries only.",
    ),
    "access_token_max_days": SettingSpec(
        read.integer_between(1, 365),
        "Longest lifetime of an access token in days. It applies to new tokens only.",
    ),
    "analytics_on_localhost": SettingSpec(read.boolean, "Whether to count visits to localhost."),
    "error_reports": SettingSpec(
        read.one_of("log", "sentry"), "Destination of server and browser error reports."
    ),
    "sentry_dsn": SettingSpec(
        read.text, "DSN of a Sentry project, with ERROR_REPORTS=sentry.", is_secret=True
    ),
    "otlp_endpoint": SettingSpec(
        read.base_url, "URL of an OpenTelemetry collector (OTLP over HTTP); empty: no traces."
    ),
    "trace_sample_ratio": SettingSpec(read.ratio, "Share of requests to trace, from 0 to 1."),
    "log_format": SettingSpec(read.one_of("text", "json"), "Log format: text for people, json for programs."),
    "log_level": SettingSpec(read.one_of("debug", "info", "warning", "error"), "Lowest level to log."),
    "metrics_host": SettingSpec(read.text, "Address the Prometheus metrics server listens on."),
    "metrics_port": SettingSpec(
        read.integer_between(0, 65535), "Port of /metrics for Prometheus; 0: no metrics."
    ),
}
