"""Settings from the environment."""

from dataclasses import fields
from decimal import Decimal
from pathlib import Path

import pytest

from touchline.platform.known_settings import KNOWN
from touchline.platform.settings import Settings, WrongSetting, describe, read_settings, secret_key


def test_every_setting_is_described() -> None:
    assert list(KNOWN) == [spot.name for spot in fields(Settings)]


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
        ("TOUCHLINE_SITE_ADDRESS", "{host}"),
        ("TOUCHLINE_MAIL_FROM", "Prairie <no-reply@prairie.example.org>"),
        ("TOUCHLINE_PUSH_CONTACT", "owner@example.org"),
        ("TOUCHLINE_PUSH_SERVICES", "https://fcm.googleapis.com/fcm"),
        ("TOUCHLINE_PROT", "8080"),
    ],
)
def test_a_wrong_setting_is_named_in_one_sentence(name: str, value: str) -> None:
    with pytest.raises(WrongSetting) as wrong:
        read_settings({name: value})
    assert name in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_secrets_are_not_listed() -> None:
    shown = describe(Settings(secret_key="hush", database_url="postgresql://me:hush@db/touchline"))
    assert "hush" not in repr(shown)


def test_the_secret_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path / "var")
    first = secret_key(settings)
    assert first == secret_key(settings)
    assert len(first) == 64
    assert (tmp_path / "var" / "secret.key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["secret.key"]


def test_a_header_with_the_country_is_believed_behind_a_proxy_alone() -> None:
    with pytest.raises(WrongSetting, match="TOUCHLINE_TRUSTED_PROXIES must be at least 1"):
        read_settings({"TOUCHLINE_GEO": "header"})
    assert read_settings({"TOUCHLINE_GEO": "header", "TOUCHLINE_TRUSTED_PROXIES": "1"}).geo == "header"


def test_a_geo_database_must_be_named() -> None:
    with pytest.raises(WrongSetting, match="TOUCHLINE_GEO_DATABASE"):
        read_settings({"TOUCHLINE_GEO": "maxmind"})
    named = {"TOUCHLINE_GEO": "maxmind", "TOUCHLINE_GEO_DATABASE": "/data/geo.mmdb"}
    assert read_settings(named).geo_database_path == Path("/data/geo.mmdb")


SMTP = {
    "TOUCHLINE_MAIL": "smtp",
    "TOUCHLINE_SMTP_HOST": "mail.example.org",
    "TOUCHLINE_MAIL_FROM": "no-reply@example.org",
}


@pytest.mark.parametrize("missing", ["TOUCHLINE_SMTP_HOST", "TOUCHLINE_MAIL_FROM"])
def test_a_mail_server_needs_its_name_and_who_writes(missing: str) -> None:
    with pytest.raises(WrongSetting, match=missing):
        read_settings({name: value for name, value in SMTP.items() if name != missing})


@pytest.mark.parametrize(("security", "port"), [("starttls", 587), ("tls", 465), ("none", 25)])
def test_a_mail_server_has_the_port_of_its_security_unless_told(security: str, port: int) -> None:
    asked = {**SMTP, "TOUCHLINE_SMTP_SECURITY": security}
    assert read_settings(asked).smtp_port_in_force == port
    assert read_settings({**asked, "TOUCHLINE_SMTP_PORT": "2525"}).smtp_port_in_force == 2525


def test_the_password_of_the_mail_server_goes_over_no_open_line() -> None:
    with pytest.raises(WrongSetting, match="TOUCHLINE_SMTP_SECURITY=none"):
        read_settings({**SMTP, "TOUCHLINE_SMTP_SECURITY": "none", "TOUCHLINE_SMTP_USER": "touchline"})


def test_a_site_is_found_by_https_and_in_development_on_our_own_port() -> None:
    assert Settings().site_urls.in_force == "https://{host}"
    assert Settings(development=True, port=9000).site_urls.in_force == "http://{host}:9000"
    assert Settings(site_address="https://tv.example.org").site_urls.in_force == "https://tv.example.org"


NO_DSN = (
    "TOUCHLINE_ERROR_REPORTS=sentry needs TOUCHLINE_SENTRY_DSN, the project's address, "
    "such as https://key@reports.example.org/7."
)


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        (
            {"SOCIAL": "real"},
            "TOUCHLINE_SOCIAL=real needs TOUCHLINE_GOOGLE_CLIENT_ID or TOUCHLINE_FACEBOOK_CLIENT_ID.",
        ),
        (
            {"SOCIAL": "real", "GOOGLE_CLIENT_ID": "1"},
            "TOUCHLINE_GOOGLE_CLIENT_ID and TOUCHLINE_GOOGLE_CLIENT_SECRET go together.",
        ),
        (
            {"SOCIAL": "fake"},
            "TOUCHLINE_SOCIAL=fake lets anybody be anybody, so it needs TOUCHLINE_DEVELOPMENT=true.",
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
def test_half_a_setting_is_refused_in_one_sentence(environment: dict[str, str], sentence: str) -> None:
    with pytest.raises(WrongSetting) as wrong:
        read_settings({f"TOUCHLINE_{name}": value for name, value in environment.items()})
    assert str(wrong.value) == sentence


@pytest.mark.parametrize("dsn", ["https://key@o1.ingest.example.org/7", "http://key@127.0.0.1:9000/sentry/7"])
def test_a_project_of_sentry_is_named_by_its_address(dsn: str) -> None:
    told = read_settings({"TOUCHLINE_ERROR_REPORTS": "sentry", "TOUCHLINE_SENTRY_DSN": dsn})
    assert told.sentry_dsn == dsn


def test_traces_go_to_an_address() -> None:
    assert (
        read_settings({"TOUCHLINE_TRACES_TO": "http://127.0.0.1:4318/"}).traces_to == "http://127.0.0.1:4318"
    )
    with pytest.raises(WrongSetting, match="TOUCHLINE_TRACES_TO must be"):
        read_settings({"TOUCHLINE_TRACES_TO": "127.0.0.1:4318"})


def test_the_demos_identity_provider_is_beside_the_web_server() -> None:
    assert Settings().identity_port == 8099
    assert Settings(port=65535).identity_port == 65516
    assert Settings(fake_identity_port=9000).identity_port == 9000


def environment_of(**names: str) -> dict[str, str]:
    """Settings by their short names."""
    return {f"TOUCHLINE_{name}": value for name, value in names.items()}


KEYS = {
    "PAYMENTS": "stripe",
    "STRIPE_SECRET_KEY": "sk_live_hush",
    "STRIPE_PUBLISHABLE_KEY": "pk_live_shown",
    "STRIPE_WEBHOOK_SECRET": "whsec_hush",
}


def test_money_is_taken_with_three_keys_that_no_list_shows() -> None:
    settings = read_settings(environment_of(**KEYS))
    assert settings.stripe is not None
    assert (settings.stripe.address, settings.stripe.script) == ("", "https://js.stripe.com/endive/stripe.js")
    assert settings.stripe.webhook_secret(b"another") == "whsec_hush"
    shown = repr(describe(settings)) + repr(settings.stripe)
    assert "hush" not in shown and "pk_live_shown" in shown


@pytest.mark.parametrize(
    ("changed", "sentence"),
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
            "TOUCHLINE_STRIPE_SECRET_KEY and TOUCHLINE_STRIPE_PUBLISHABLE_KEY go together: "
            "both for tests, or both live.",
        ),
        (
            {"PAYMENTS": "fake"},
            "TOUCHLINE_PAYMENTS=fake sells for no money, so it needs TOUCHLINE_DEVELOPMENT=true.",
        ),
        (
            {"TAX": "table"},
            "TOUCHLINE_TAX=table needs TOUCHLINE_TAX_RATES, such as CA=GST 5, QST 9.975; FR=TVA 20.",
        ),
        (
            {"PAYMENTS": "off", "TAX": "stripe"},
            "TOUCHLINE_TAX=stripe asks Stripe, so TOUCHLINE_PAYMENTS must not be off.",
        ),
    ],
)
def test_half_a_till_is_refused_in_a_sentence_without_its_keys(
    changed: dict[str, str], sentence: str
) -> None:
    with pytest.raises(WrongSetting) as wrong:
        read_settings(environment_of(**{**KEYS, **changed}))
    assert str(wrong.value) == sentence


def test_without_payments_there_is_no_account() -> None:
    assert Settings().stripe is None


def test_the_demos_stripe_is_beside_the_web_server_with_keys_of_its_own() -> None:
    stripe = Settings(payments="fake", port=9000).stripe
    assert stripe is not None
    assert stripe.address == "http://127.0.0.1:9018"
    assert stripe.script == "http://127.0.0.1:9018/v3/stripe.js"
    assert (stripe.publishable_key[:8], stripe.secret_key[:8]) == ("pk_test_", "sk_test_")
    assert Settings(port=65535).stand_in_port == 65517
    assert Settings(fake_stripe_port=9100).stand_in_port == 9100


def test_every_program_makes_the_same_secret_for_the_notices_of_the_demos_stripe() -> None:
    first, second = (Settings(payments="fake", workers=number).stripe for number in (1, 2))
    assert first is not None and second is not None
    assert first.webhook_secret(b"one") == second.webhook_secret(b"one") != first.webhook_secret(b"two")
    assert first.webhook_secret(b"one").startswith("whsec_")


def test_taxes_are_read_by_country() -> None:
    settings = read_settings(environment_of(TAX="table", TAX_RATES="ca=GST 5, QST 9.975 ; FR=TVA réduite 20"))
    assert settings.tax_table == {
        "CA": [("GST", Decimal(5)), ("QST", Decimal("9.975"))],
        "FR": [("TVA réduite", Decimal(20))],
    }
    assert Settings().tax_table == {}


@pytest.mark.parametrize(
    "rates",
    ["CA", "CA=", "CA=GST", "CA=5", "CAN=GST 5", "CA=GST 5,", "CA=GST 101", "CA=A 0", "CA=A 1;CA=B 2"],
)
def test_wrong_taxes_are_refused(rates: str) -> None:
    with pytest.raises(WrongSetting, match="TOUCHLINE_TAX_RATES must be countries with names and percents"):
        read_settings(environment_of(TAX="table", TAX_RATES=rates))


def test_push_services_complain_where_letters_come_from_unless_told() -> None:
    assert Settings(mail_from="no-reply@example.org").push_contact_in_force == "mailto:no-reply@example.org"
    told = read_settings({"TOUCHLINE_PUSH_CONTACT": "https://example.org/about"})
    assert told.push_contact_in_force == "https://example.org/about"


def test_a_push_service_without_encryption_is_for_development() -> None:
    local = {"TOUCHLINE_PUSH_SERVICES": "http://127.0.0.1:9100, *.push.apple.com"}
    with pytest.raises(WrongSetting, match="TOUCHLINE_DEVELOPMENT"):
        read_settings(local)
    settings = read_settings({**local, "TOUCHLINE_DEVELOPMENT": "true"})
    assert settings.push_services_known == ["http://127.0.0.1:9100", "*.push.apple.com"]


@pytest.mark.parametrize(
    "address",
    [
        *("", "db.example.org", "clickhouse://db/t", "https://u:pa55@/t", "https://u:pa55@db"),
        *("https://u:pa55@db:x/t", "https://u:pa55@db/t/v", "https://u:pa55@db/t?x=1"),
    ],
    ids=["none", "bare", "scheme", "nowhere", "no-database", "port", "two-names", "query"],
)
def test_clickhouse_needs_an_address_that_no_sentence_shows(address: str) -> None:
    with pytest.raises(WrongSetting, match="TOUCHLINE_CLICKHOUSE_URL, such as https:") as wrong:
        read_settings(environment_of(ANALYTICS_STORE="clickhouse", CLICKHOUSE_URL=address))
    assert "pa55" not in str(wrong.value)


def test_clickhouse_is_found_by_its_address() -> None:
    address = "https://u:p%40ss@db.example.org:8443/touchline"
    settings = read_settings(environment_of(ANALYTICS_STORE="clickhouse", CLICKHOUSE_URL=address))
    assert (settings.clickhouse_url, settings.clickhouse_seconds) == (address, 20)
    assert Settings().analytics_store == "database"


def test_object_storage_needs_a_bucket_and_both_halves_of_its_key() -> None:
    with pytest.raises(WrongSetting, match="TOUCHLINE_S3_BUCKET, the name"):
        read_settings(environment_of(STORAGE="s3"))
    for half in ("S3_ACCESS_KEY", "S3_SECRET_KEY"):
        with pytest.raises(WrongSetting, match="go together") as wrong:
            read_settings(environment_of(STORAGE="s3", S3_BUCKET="media", **{half: "word"}))
        assert "word" not in str(wrong.value)
    settings = read_settings(
        environment_of(STORAGE="s3", S3_BUCKET="media", S3_ENDPOINT="http://store:9000/")
    )
    assert (settings.s3_endpoint, settings.s3_seconds) == ("http://store:9000", 20)
    assert settings.work_folder == settings.var / "work"


def test_the_secret_of_object_storage_is_hidden_from_lists() -> None:
    rows = {name: shown for name, shown, *_ in describe(Settings(s3_access_key="AK", s3_secret_key="word"))}
    assert (rows["TOUCHLINE_S3_ACCESS_KEY"], rows["TOUCHLINE_S3_SECRET_KEY"]) == ("AK", "(hidden)")
