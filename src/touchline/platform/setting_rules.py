"""Which settings do not go together: a sentence for each, that names them and says what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from touchline.platform.settings import Settings


def misfits(settings: Settings) -> Iterator[str]:
    """What is wrong with settings that are each right by themselves."""
    yield from _of_geo(settings)
    yield from _of_mail(settings)
    yield from _of_social(settings)
    if settings.robot_check == "recaptcha" and not (
        settings.recaptcha_site_key and settings.recaptcha_secret
    ):
        yield (
            "TOUCHLINE_ROBOT_CHECK=recaptcha needs TOUCHLINE_RECAPTCHA_SITE_KEY "
            "and TOUCHLINE_RECAPTCHA_SECRET."
        )


def _of_geo(settings: Settings) -> Iterator[str]:
    if settings.geo == "header" and not settings.trusted_proxies:
        yield "TOUCHLINE_GEO=header believes a proxy, so TOUCHLINE_TRUSTED_PROXIES must be at least 1."
    if settings.geo == "maxmind" and not settings.geo_database:
        yield "TOUCHLINE_GEO=maxmind needs TOUCHLINE_GEO_DATABASE, the path of a .mmdb file."


def _of_mail(settings: Settings) -> Iterator[str]:
    if settings.mail == "smtp" and not settings.smtp_host:
        yield "TOUCHLINE_MAIL=smtp needs TOUCHLINE_SMTP_HOST, the name of the mail server."
    if settings.mail == "smtp" and settings.mail_from.endswith("@localhost"):
        yield "TOUCHLINE_MAIL=smtp needs TOUCHLINE_MAIL_FROM, the address that letters come from."
    if settings.smtp_user and settings.smtp_security == "none":
        yield "TOUCHLINE_SMTP_SECURITY=none would show the password of TOUCHLINE_SMTP_USER on the line."


def _of_social(settings: Settings) -> Iterator[str]:
    for name in ("google", "facebook"):
        if bool(settings.social_keys[f"{name}_id"]) != bool(settings.social_keys[f"{name}_secret"]):
            yield (
                f"TOUCHLINE_{name.upper()}_CLIENT_ID and TOUCHLINE_{name.upper()}_CLIENT_SECRET go together."
            )
    if settings.social == "real" and not any(settings.social_keys.values()):
        yield "TOUCHLINE_SOCIAL=real needs TOUCHLINE_GOOGLE_CLIENT_ID or TOUCHLINE_FACEBOOK_CLIENT_ID."
    if settings.social == "fake" and not settings.development:
        yield "TOUCHLINE_SOCIAL=fake lets anybody be anybody, so it needs TOUCHLINE_DEVELOPMENT=true."
