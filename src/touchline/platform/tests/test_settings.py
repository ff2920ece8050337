"""Settings from the environment."""

from dataclasses import fields
from decimal import Decimal
from pathlib import Path

import pytest

from touchline.platform.config.registry import SETTING_SPECS
from touchline.platform.config.settings import (
    InvalidSettingError,
    Settings,
    describe_settings,
    load_secret_key,
    read_settings,
)


def test_every_setting_is_described() -> None:
    assert list(SETTING_SPECS) == [setting_field.name for setting_field in fields(Settings)]


def test_settings_are_read_from_the_environment() -> None:
    settings = read_settings({"TOUCHLINE_PORT": "9000", "TOUCHLINE_DEVELOPMENT": "true", "HOME": "/root"})
    assert (settings.port, settings.development) == (9000, True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TOUCHLINE_PORT", "eighty"),
        ("TOUCHLINE_PORT", "70000"),
        ("TOUCHLINE_DEVELOPMENT", "perhaps"),
        ("TOUCHLINE_QUEUE", "celery"),
        ("TOUCHLINE_MEDIA_HOST", "media.example.org"),
        ("TOUCHLINE_GEO_COUNTRY", "USA"),
        ("TOUCHLINE_SITE_URL_TEMPLATE", "{host}"),
        ("TOUCHLINE_MAIL_FROM", "Prairie <no-reply@prairie.example.org>"),
        ("TOUCHLINE_PUSH_CONTACT", "owner@example.org"),
        ("TOUCHLINE_PUSH_SERVICES", "https://fcm.googleapis.com/fcm"),
        ("TOUCHLINE_PROT", "8080"),
    ],
)
def test_an_invalid_setting_is_reported_by_name(name: str, value: str) -> None:
    with pytest.raises(InvalidSettingError) as error:
        read_settings({name: value})
    assert name in str(error.value)
    assert "\n" not in str(error.value)


def test_secrets_are_not_listed() -> None:
    rows = describe_settings(Settings(secret_key="hush", database_url="postgresql://me:hush@db/touchline"))
    assert "hush" not in repr(rows)


def test_the_secret_key_is_created_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path / "var")
    first = load_secret_key(settings)
    assert first == load_secret_key(settings)
    assert len(first) == 64
    assert (tmp_path / "var" / "secret.key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["secret.key"]


def test_the_country_header_needs_a_trusted_proxy() -> None:
    with pytest.raises(InvalidSettingError, match="Set TOUCHLINE_TRUSTED_PROXIES to 1 or more"):
        read_settings({"TOUCHLINE_GEO": "header"})
    assert read_settings({"TOUCHLINE_GEO": "header", "TOUCHLINE_TRUSTED_PROXIES": "1"}).geo == "header"


def test_a_geo_database_must_be_named() -> None:
    with pytest.raises(InvalidSettingError, match="TOUCHLINE_GEO_DATABASE"):
        read_settings({"TOUCHLINE_GEO": "maxmind"})
    environment = {"TOUCHLINE_GEO": "maxmind", "TOUCHLINE_GEO_DATABASE": "/data/geo.mmdb"}
    assert read_settings(environment).geo_database_path == Path("/data/geo.mmdb")


SMTP = {
    "TOUCHLINE_MAIL": "smtp",
    "TOUCHLINE_SMTP_HOST": "mail.example.org",
    "TOUCHLINE_MAIL_FROM": "no-reply@example.org",
}


@pytest.mark.parametrize("missing", ["TOUCHLINE_SMTP_HOST", "TOUCHLINE_MAIL_FROM"])
def test_smtp_needs_a_host_and_a_sender(missing: str) -> None:
    with pytest.raises(InvalidSettingError, match=missing):
        read_settings({name: value for name, value in SMTP.items() if name != missing})


@pytest.mark.parametrize(("security", "port"), [("starttls", 587), ("tls", 465), ("none", 25)])
def test_the_default_smtp_port_depends_on_the_security(security: str, port: int) -> None:
    environment = {**SMTP, "TOUCHLINE_SMTP_SECURITY": security}
    assert read_settings(environment).resolved_smtp_port == port
    assert read_settings({**environment, "TOUCHLINE_SMTP_PORT": "2525"}).resolved_smtp_port == 2525


def test_an_smtp_password_needs_encryption() -> None:
    with pytest.raises(InvalidSettingError, match="TOUCHLINE_SMTP_SECURITY=none"):
        read_settings({**SMTP, "TOUCHLINE_SMTP_SECURITY": "none", "TOUCHLINE_SMTP_USER": "touchline"})


def test_site_urls_use_https_or_the_local_port_in_development() -> None:
    assert Settings().site_urls.default_pattern == "https://{host}"
    assert Settings(development=True, port=9000).site_urls.default_pattern == "http://{host}:9000"
    assert (
        Settings(site_url_template="https://tv.example.org").site_urls.default_pattern
        == "https://tv.example.org"
    )


NO_DSN = (
    "TOUCHLINE_ERROR_REPORTS=sentry needs TOUCHLINE_SENTRY_DSN, the project's DSN, "
    "such as https://key@reports.example.org/7."
)


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        (
            {"SOCIAL": "real"},
            "TOUCHLINE_SOCIAL=real needs TOUCHLINE_GOOGLE_CLIENT_ID or TOUCHLINE_FACEBOOK_CLIENT_ID.",
        ),
        (
            {"SOCIAL": "real", "GOOGLE_CLIENT_ID": "1"},
            "Set TOUCHLINE_GOOGLE_CLIENT_ID and TOUCHLINE_GOOGLE_CLIENT_SECRET together.",
        ),
        (
            {"SOCIAL": "fake"},
            "TOUCHLINE_SOCIAL=fake lets anyone log in as anyone. It needs TOUCHLINE_DEVELOPMENT=true.",
        ),
        (
            {"ROBOT_CHECK": "recaptcha", "RECAPTCHA_SITE_KEY": "1"},
            "TOUCHLINE_ROBOT_CHECK=recaptcha needs TOUCHLINE_RECAPTCHA_SITE_KEY "
            "and TOUCHLINE_RECAPTCHA_SECRET.",
        ),
        ({"ERROR_REPORTS": "sentry"}, NO_DSN),
        ({"ERROR_REPORTS": "sentry", "SENTRY_DSN": "reports.example.org"}, NO_DSN),
        ({"ERROR_REPORTS": "sentry", "SENTRY_DSN": "https://reports.example.org/7"}, NO_DSN),
        ({"ERROR_REPORTS": "sentry", "SENTRY_DSN": "https://key@reports.example.org/hush"}, NO_DSN),
    ],
)
def test_incomplete_settings_are_rejected(environment: dict[str, str], message: str) -> None:
    with pytest.raises(InvalidSettingError) as error:
        read_settings({f"TOUCHLINE_{name}": value for name, value in environment.items()})
    assert str(error.value) == message


@pytest.mark.parametrize("dsn", ["https://key@o1.ingest.example.org/7", "http://key@127.0.0.1:9000/sentry/7"])
def test_sentry_needs_a_dsn(dsn: str) -> None:
    settings = read_settings({"TOUCHLINE_ERROR_REPORTS": "sentry", "TOUCHLINE_SENTRY_DSN": dsn})
    assert settings.sentry_dsn == dsn


def test_the_trace_endpoint_is_a_url() -> None:
    assert (
        read_settings({"TOUCHLINE_OTLP_ENDPOINT": "http://127.0.0.1:4318/"}).otlp_endpoint
        == "http://127.0.0.1:4318"
    )
    with pytest.raises(InvalidSettingError, match="TOUCHLINE_OTLP_ENDPOINT must be"):
        read_settings({"TOUCHLINE_OTLP_ENDPOINT": "127.0.0.1:4318"})


def test_the_fake_identity_provider_has_a_default_port() -> None:
    assert Settings().resolved_fake_identity_port == 8099
    assert Settings(port=65535).resolved_fake_identity_port == 65516
    assert Settings(fake_identity_port=9000).resolved_fake_identity_port == 9000


def build_environment(**names: str) -> dict[str, str]:
    """Return environment variables for settings, given by their names without prefix."""
    return {f"TOUCHLINE_{name}": value for name, value in names.items()}


KEYS = {
    "PAYMENTS": "stripe",
    "STRIPE_SECRET_KEY": "sk_live_hush",
    "STRIPE_PUBLISHABLE_KEY": "pk_live_shown",
    "STRIPE_WEBHOOK_SECRET": "whsec_hush",
}


def test_stripe_needs_three_hidden_keys() -> None:
    settings = read_settings(build_environment(**KEYS))
    assert settings.stripe is not None
    assert (settings.stripe.address, settings.stripe.script_url) == (
        "",
        "https://js.stripe.com/endive/stripe.js",
    )
    assert settings.stripe.webhook_secret(b"another") == "whsec_hush"
    display_value = repr(describe_settings(settings)) + repr(settings.stripe)
    assert "hush" not in display_value and "pk_live_shown" in display_value


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"STRIPE_SECRET_KEY": ""},
            "TOUCHLINE_PAYMENTS=stripe needs TOUCHLINE_STRIPE_SECRET_KEY, which begins with sk_ or rk_.",
        ),
        (
            {"STRIPE_PUBLISHABLE_KEY": "sk_live_hush"},
            "TOUCHLINE_PAYMENTS=stripe needs TOUCHLINE_STRIPE_PUBLISHABLE_KEY, which begins with pk_.",
        ),
        (
            {"STRIPE_WEBHOOK_SECRET": "hush"},
            "TOUCHLINE_PAYMENTS=stripe needs TOUCHLINE_STRIPE_WEBHOOK_SECRET, which begins with whsec_.",
        ),
        (
            {"STRIPE_PUBLISHABLE_KEY": "pk_test_shown"},
            "TOUCHLINE_STRIPE_SECRET_KEY and TOUCHLINE_STRIPE_PUBLISHABLE_KEY must match: "
            "both test keys, or both live keys.",
        ),
        (
            {"PAYMENTS": "fake"},
            "TOUCHLINE_PAYMENTS=fake takes no real money. It needs TOUCHLINE_DEVELOPMENT=true.",
        ),
        (
            {"TAX": "table"},
            "TOUCHLINE_TAX=table needs TOUCHLINE_TAX_RATES, such as CA=GST 5, QST 9.975; FR=TVA 20.",
        ),
        (
            {"PAYMENTS": "off", "TAX": "stripe"},
            "TOUCHLINE_TAX=stripe gets rates from Stripe. Set TOUCHLINE_PAYMENTS to stripe or fake.",
        ),
    ],
)
def test_incomplete_stripe_settings_are_rejected_without_showing_keys(
    changed: dict[str, str], message: str
) -> None:
    with pytest.raises(InvalidSettingError) as error:
        read_settings(build_environment(**{**KEYS, **changed}))
    assert str(error.value) == message


def test_there_is_no_stripe_account_without_payments() -> None:
    assert Settings().stripe is None


def test_the_default_port_and_keys_of_the_fake_stripe() -> None:
    stripe = Settings(payments="fake", port=9000).stripe
    assert stripe is not None
    assert stripe.address == "http://127.0.0.1:9018"
    assert stripe.script_url == "http://127.0.0.1:9018/v3/stripe.js"
    assert (stripe.publishable_key[:8], stripe.secret_key[:8]) == ("pk_test_", "sk_test_")
    assert Settings(port=65535).resolved_fake_stripe_port == 65517
    assert Settings(fake_stripe_port=9100).resolved_fake_stripe_port == 9100


def test_the_fake_stripe_webhook_secret_is_deterministic() -> None:
    first, second = (Settings(payments="fake", workers=number).stripe for number in (1, 2))
    assert first is not None and second is not None
    assert first.webhook_secret(b"one") == second.webhook_secret(b"one") != first.webhook_secret(b"two")
    assert first.webhook_secret(b"one").startswith("whsec_")


def test_tax_rates_are_parsed_by_country() -> None:
    settings = read_settings(
        build_environment(TAX="table", TAX_RATES="ca=GST 5, QST 9.975 ; FR=TVA réduite 20")
    )
    assert settings.tax_table == {
        "CA": [("GST", Decimal(5)), ("QST", Decimal("9.975"))],
        "FR": [("TVA réduite", Decimal(20))],
    }
    assert Settings().tax_table == {}


@pytest.mark.parametrize(
    "rates",
    ["CA", "CA=", "CA=GST", "CA=5", "CAN=GST 5", "CA=GST 5,", "CA=GST 101", "CA=A 0", "CA=A 1;CA=B 2"],
)
def test_invalid_tax_rates_are_rejected(rates: str) -> None:
    with pytest.raises(
        InvalidSettingError, match="TOUCHLINE_TAX_RATES must be countries with tax names and percentages"
    ):
        read_settings(build_environment(TAX="table", TAX_RATES=rates))


def test_the_default_push_contact_is_the_email_sender() -> None:
    assert Settings(mail_from="no-reply@example.org").resolved_push_contact == "mailto:no-reply@example.org"
    configured = read_settings({"TOUCHLINE_PUSH_CONTACT": "https://example.org/about"})
    assert configured.resolved_push_contact == "https://example.org/about"


def test_a_push_service_without_encryption_is_for_development() -> None:
    environment = {"TOUCHLINE_PUSH_SERVICES": "http://127.0.0.1:9100, *.push.apple.com"}
    with pytest.raises(InvalidSettingError, match="TOUCHLINE_DEVELOPMENT"):
        read_settings(environment)
    settings = read_settings({**environment, "TOUCHLINE_DEVELOPMENT": "true"})
    assert settings.push_service_hosts == ["http://127.0.0.1:9100", "*.push.apple.com"]


@pytest.mark.parametrize(
    "address",
    [
        *("", "db.example.org", "clickhouse://db/t", "https://u:pa55@/t", "https://u:pa55@db"),
        *("https://u:pa55@db:x/t", "https://u:pa55@db/t/v", "https://u:pa55@db/t?x=1"),
    ],
    ids=["none", "bare", "scheme", "nowhere", "no-database", "port", "two-names", "query"],
)
def test_clickhouse_needs_a_url_that_errors_do_not_show(address: str) -> None:
    with pytest.raises(InvalidSettingError, match="TOUCHLINE_CLICKHOUSE_URL, such as https:") as error:
        read_settings(build_environment(ANALYTICS_STORE="clickhouse", CLICKHOUSE_URL=address))
    assert "pa55" not in str(error.value)


def test_clickhouse_is_configured_by_its_url() -> None:
    address = "https://u:p%40ss@db.example.org:8443/touchline"
    settings = read_settings(build_environment(ANALYTICS_STORE="clickhouse", CLICKHOUSE_URL=address))
    assert (settings.clickhouse_url, settings.clickhouse_timeout_seconds) == (address, 20)
    assert Settings().analytics_store == "database"


def test_object_storage_needs_a_bucket_and_both_halves_of_its_key() -> None:
    with pytest.raises(InvalidSettingError, match="TOUCHLINE_S3_BUCKET, the name"):
        read_settings(build_environment(STORAGE="s3"))
    for setting in ("S3_ACCESS_KEY", "S3_SECRET_KEY"):
        with pytest.raises(InvalidSettingError, match="together, or neither") as error:
            read_settings(build_environment(STORAGE="s3", S3_BUCKET="media", **{setting: "word"}))
        assert "word" not in str(error.value)
    settings = read_settings(
        build_environment(STORAGE="s3", S3_BUCKET="media", S3_ENDPOINT="http://store:9000/")
    )
    assert (settings.s3_endpoint, settings.s3_timeout_seconds) == ("http://store:9000", 20)
    assert settings.work_folder == settings.var / "work"


def test_the_secret_of_object_storage_is_hidden_from_lists() -> None:
    rows = {
        name: display_value
        for name, display_value, *_ in describe_settings(Settings(s3_access_key="AK", s3_secret_key="word"))
    }
    assert (rows["TOUCHLINE_S3_ACCESS_KEY"], rows["TOUCHLINE_S3_SECRET_KEY"]) == ("AK", "(hidden)")
