"""Every setting by its name in `Settings`, in the same order: how its text is read, and what it is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from touchline.platform.config import parsers as read


@dataclass(frozen=True)
class SettingSpec:
    """How a setting is read from text, what it is, and whether its value is kept from lists."""

    parse: Callable[[str], Any]
    description: str
    is_secret: bool = False


SETTING_SPECS: dict[str, SettingSpec] = {
    "var": SettingSpec(read.directory, "Folder of everything that this deployment keeps."),
    "host": SettingSpec(read.text, "Address the web server listens on."),
    "port": SettingSpec(read.integer_between(1, 65535), "Port of the web server."),
    "workers": SettingSpec(read.integer_between(1, 64), "Web server processes."),
    "database_url": SettingSpec(
        read.text, "SQLAlchemy address; empty: SQLite in the var folder.", is_secret=True
    ),
    "redis_url": SettingSpec(
        read.text, "Redis or Valkey; empty: the embedded one in the var folder.", is_secret=True
    ),
    "secret_key": SettingSpec(
        read.text, "Signs links and keys; empty: made once into var/secret.key.", is_secret=True
    ),
    "default_channel": SettingSpec(
        read.text, "Slug of the channel that answers unknown host names; empty: none."
    ),
    "site_url_template": SettingSpec(
        read.site_url, "Address of a channel's site; {host}: its name; empty: https://{host}."
    ),
    "development": SettingSpec(read.boolean, "Allow ?channel=slug and other conveniences."),
    "api_host": SettingSpec(read.base_url, "Address of the API for the web app."),
    "channel_key_host": SettingSpec(read.base_url, "Address of /channel-key for the web app."),
    "media_host": SettingSpec(read.base_url, "Address of media and open files."),
    "analytics_host": SettingSpec(read.base_url, "Address of the analytics calls."),
    "response_cache_mb": SettingSpec(
        read.integer_between(0, 4096), "Megabytes of answers that each web server process keeps; 0: none."
    ),
    "trusted_proxies": SettingSpec(
        read.integer_between(0, 10), "Proxies in front whose X-Forwarded-* count."
    ),
    "hsts": SettingSpec(
        read.one_of("off", "host", "subdomains"), "Whom browsers ask by TLS alone, for a year, once they did."
    ),
    "queue": SettingSpec(read.one_of("rq", "inline"), "Jobs: rq (Redis) or inline (at once, for tests)."),
    "storage": SettingSpec(
        read.one_of("local", "s3"), "Where media files are kept: in VAR, or in a store that speaks S3."
    ),
    "s3_endpoint": SettingSpec(read.base_url, "With STORAGE=s3: address of the store; empty: Amazon's own."),
    "s3_bucket": SettingSpec(read.text, "The bucket, which must be there."),
    "s3_prefix": SettingSpec(read.text, "How the names of all objects begin, such as touchline."),
    "s3_region": SettingSpec(
        read.text, "The bucket's region; empty: us-east-1, or the machine's own at Amazon."
    ),
    "s3_access_key": SettingSpec(
        read.text, "Key of the store; empty: the machine's own (role of an instance)."
    ),
    "s3_secret_key": SettingSpec(read.text, "The secret that goes with it.", is_secret=True),
    "s3_timeout_seconds": SettingSpec(
        read.integer_between(1, 120), "Time in which each of its answers must begin, and go on."
    ),
    "video": SettingSpec(read.one_of("ffmpeg"), "What turns video files into streams."),
    "max_video_gap_seconds": SettingSpec(
        read.integer_between(1, 3600),
        "Seconds of missing signal to fill with the last picture and silence; longer gaps are cut out.",
    ),
    "delivery": SettingSpec(
        read.one_of("app", "nginx"), "Who hands out media files, and checks their addresses."
    ),
    "media_url_ttl_minutes": SettingSpec(
        read.integer_between(30, 360),
        "Life of a viewer's media address, rounded down to a quarter of an hour; players renew it. "
        "Use 30 at a CDN or with `touchline nginx --no-sessions`.",
    ),
    "max_shared_clip_minutes": SettingSpec(
        read.integer_between(0, 1440),
        "Minutes of one paid game that one viewer's share links may show in total.",
    ),
    "ingest": SettingSpec(read.one_of("ffmpeg", "nginx"), "What receives live streams from encoders."),
    "ingest_host": SettingSpec(
        read.text, "Name or address at which encoders reach this machine; empty: as HOST."
    ),
    "ingest_ports": SettingSpec(
        read.port_range, "With INGEST=ffmpeg: a port for each event that is live at once."
    ),
    "nginx_rtmp_url": SettingSpec(read.rtmp_url, "With INGEST=nginx: where its RTMP application is."),
    "live_grace_seconds": SettingSpec(
        read.integer_between(5, 3600),
        "Seconds that an encoder may be away once its event's planned end and the margin have passed.",
    ),
    "live_end_margin_minutes": SettingSpec(
        read.integer_between(0, 1440),
        "Minutes after an event's planned end until which its stream stays open without an encoder.",
    ),
    "geo": SettingSpec(read.one_of("fixed", "header", "maxmind"), "How a visitor's country is found."),
    "geo_country": SettingSpec(read.country_code, "With GEO=fixed: everybody's country."),
    "geo_header": SettingSpec(read.text, "With GEO=header: the trusted proxy's header."),
    "geo_database": SettingSpec(read.text, "With GEO=maxmind: the database file (.mmdb)."),
    "mail": SettingSpec(
        read.one_of("outbox", "smtp"), "Letters: kept to be read at /_outbox, or sent by a mail server."
    ),
    "outbox_token": SettingSpec(
        read.text,
        "Token that opens /_outbox?token=… outside of development, 16 characters or more; empty: no page.",
        is_secret=True,
    ),
    "mail_from": SettingSpec(read.email_address, "The address that letters come from."),
    "smtp_host": SettingSpec(read.text, "With MAIL=smtp: name of the mail server."),
    "smtp_port": SettingSpec(
        read.integer_between(0, 65535), "Its port; 0: 587, 465 or 25, as SMTP_SECURITY has it."
    ),
    "smtp_security": SettingSpec(read.one_of("starttls", "tls", "none"), "How the line to it is encrypted."),
    "smtp_ca_file": SettingSpec(
        read.text, "Certificate authorities it is checked by (PEM); empty: the machine's."
    ),
    "smtp_user": SettingSpec(read.text, "User name at the mail server; empty: none is given."),
    "smtp_password": SettingSpec(read.text, "The user's password.", is_secret=True),
    "smtp_timeout_seconds": SettingSpec(
        read.integer_between(1, 120), "Time in which each of its answers must come."
    ),
    "push": SettingSpec(read.one_of("off", "webpush"), "News to browsers that have no page open."),
    "push_contact": SettingSpec(
        read.contact_uri,
        "With PUSH=webpush: mailto: or https: address for complaints of push services; empty: MAIL_FROM.",
    ),
    "push_services": SettingSpec(
        read.push_services, "Hosts of push services that are sent to; *.name: every host below it."
    ),
    "social": SettingSpec(
        read.one_of("off", "fake", "real"), "Log-in with Google and Facebook; fake: the demo's own."
    ),
    "google_client_id": SettingSpec(read.text, "With SOCIAL=real: what Google knows this deployment by."),
    "google_client_secret": SettingSpec(read.text, "The secret that goes with it.", is_secret=True),
    "facebook_client_id": SettingSpec(read.text, "With SOCIAL=real: what Facebook knows this deployment by."),
    "facebook_client_secret": SettingSpec(read.text, "The secret that goes with it.", is_secret=True),
    "trust_facebook_email": SettingSpec(
        read.boolean, "Whether an e-mail address that Facebook gives counts as verified."
    ),
    "fake_identity_port": SettingSpec(
        read.integer_between(0, 65535), "With SOCIAL=fake: port of the demo's own; 0: 19 above PORT."
    ),
    "payments": SettingSpec(
        read.one_of("off", "fake", "stripe"), "Who takes money; fake: the demo's own Stripe, no real money."
    ),
    "stripe_secret_key": SettingSpec(
        read.text, "With PAYMENTS=stripe: the key of the account (sk_… or rk_…).", is_secret=True
    ),
    "stripe_publishable_key": SettingSpec(read.text, "The key that pages show (pk_…)."),
    "stripe_webhook_secret": SettingSpec(
        read.text, "What its notices to us are signed with (whsec_…).", is_secret=True
    ),
    "stripe_timeout_seconds": SettingSpec(
        read.integer_between(1, 22), "Seconds for each of its answers: two fit into an attempt."
    ),
    "fake_stripe_port": SettingSpec(
        read.integer_between(0, 65535), "With PAYMENTS=fake: port of the demo's own; 0: 18 above PORT."
    ),
    "renewal_grace_days": SettingSpec(
        read.integer_between(0, 60), "Days that access goes on while a renewal cannot be charged."
    ),
    "tax": SettingSpec(
        read.one_of("none", "table", "stripe"), "Who knows the taxes that prices include, for receipts."
    ),
    "tax_rates": SettingSpec(
        read.tax_rates, "With TAX=table: percent by country, such as CA=GST 5, QST 9.975; FR=TVA 20."
    ),
    "robot_check": SettingSpec(
        read.one_of("none", "fake", "recaptcha"), "Who tells people from robots at the forms."
    ),
    "recaptcha_site_key": SettingSpec(read.text, "With ROBOT_CHECK=recaptcha: the key of its widget."),
    "recaptcha_secret": SettingSpec(read.text, "The secret that goes with it.", is_secret=True),
    "throttle_passwords": SettingSpec(
        read.integer_between(1, 10_000),
        "Wrong passwords in 15 minutes before unknown devices are slowed down.",
    ),
    "throttle_auth_calls": SettingSpec(
        read.integer_between(1, 1_000_000), "Calls of authentication from an address in a minute."
    ),
    "throttle_registrations": SettingSpec(
        read.integer_between(1, 1_000_000), "Registrations from an address in an hour."
    ),
    "throttle_forms": SettingSpec(
        read.integer_between(1, 1_000_000), "Forms (contact and others) that an address may send in an hour."
    ),
    "throttle_api_keys": SettingSpec(
        read.integer_between(1, 1_000_000), "New API keys that an address may request in 10 seconds."
    ),
    "throttle_promo_codes": SettingSpec(
        read.integer_between(1, 1_000_000), "Wrong promo codes that an account may enter in an hour."
    ),
    "throttle_declined_cards": SettingSpec(
        read.integer_between(1, 1_000_000), "Declined card payments that an account may have in an hour."
    ),
    "throttle_phone_numbers": SettingSpec(
        read.integer_between(1, 1_000_000), "Refused phone numbers that an account may enter in an hour."
    ),
    "throttle_clips": SettingSpec(
        read.integer_between(1, 1_000_000), "Clips that an account may make or retry in 10 minutes."
    ),
    "throttle_clip_seconds": SettingSpec(
        read.integer_between(1, 1_000_000),
        "Seconds of clips, all together, that an account may make in an hour.",
    ),
    "throttle_searches": SettingSpec(
        read.integer_between(1, 1_000_000), "Searches that an account may run in a minute."
    ),
    "throttle_downloads": SettingSpec(
        read.integer_between(1, 1_000_000), "Downloads that an account may request in an hour."
    ),
    "throttle_ip_factor": SettingSpec(
        read.integer_between(1, 10_000),
        "Factor for all other limits per address; raise it where many viewers share one address.",
    ),
    "analytics_store": SettingSpec(
        read.one_of("database", "clickhouse"), "Where it is kept what visitors did and watched."
    ),
    "clickhouse_url": SettingSpec(
        read.text,
        "With ANALYTICS_STORE=clickhouse: http(s)://user:password@host:port/database.",
        is_secret=True,
    ),
    "clickhouse_timeout_seconds": SettingSpec(
        read.integer_between(1, 300), "Time in which each of its answers must come."
    ),
    "analytics_retention_days": SettingSpec(
        read.integer_between(1, 4000), "Days after which what visitors did is forgotten."
    ),
    "analytics_on_localhost": SettingSpec(read.boolean, "Count visits to this machine's own names too."),
    "error_reports": SettingSpec(
        read.one_of("log", "sentry"), "Where errors of server and browsers are reported."
    ),
    "sentry_dsn": SettingSpec(
        read.text, "With ERROR_REPORTS=sentry: the address (DSN) of a project of Sentry.", is_secret=True
    ),
    "otlp_endpoint": SettingSpec(
        read.base_url, "Where OpenTelemetry traces are sent by OTLP over HTTP; empty: nowhere."
    ),
    "trace_sample_ratio": SettingSpec(read.ratio, "Of how many requests a trace is made: 0 to 1."),
    "log_format": SettingSpec(read.one_of("text", "json"), "Log lines for people or for programs."),
    "log_level": SettingSpec(read.one_of("debug", "info", "warning", "error"), "Least level that is logged."),
    "metrics_host": SettingSpec(read.text, "Address of the Prometheus metrics."),
    "metrics_port": SettingSpec(
        read.integer_between(0, 65535), "Port of /metrics for Prometheus; 0: no metrics."
    ),
}
