"""What `touchline config NAME` says of a setting, and what is wrong with an environment, all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any

from touchline.platform.known_settings import KNOWN
from touchline.platform.setting_examples import EXAMPLES
from touchline.platform.setting_rules import misfits
from touchline.platform.settings import PREFIX, Settings, WrongSetting, read_settings

HIDDEN = "(hidden)"


@dataclass(frozen=True)
class Explained:
    """One setting: what it is, what it may be, what it is here, and where that comes from."""

    name: str
    about: str
    takes: str
    default: str
    value: str
    source: str
    example: str
    wrong: str = ""


def explained(name: str, environment: Mapping[str, str]) -> Explained | None:
    """A setting by its name, with or without the prefix, in any case; None where there is none."""
    key = plain(name)
    if key not in KNOWN:
        return None
    known, default = KNOWN[key], _default(key)
    given = environment.get(PREFIX + key.upper())
    value, wrong = default, ""
    if given is not None:
        try:
            value = known.read(given)
        except ValueError as error:
            value, wrong = given, str(error)
    shown = HIDDEN if known.secret and value else str(value)
    source = "environment" if given is not None else "default"
    if not value:
        shown, source = _in_force(key, environment, source)
    return Explained(
        name=PREFIX + key.upper(),
        about=known.about,
        takes=known.read.__doc__ or "",
        default=str(default),
        value=shown,
        source=source,
        example=f"{PREFIX}{key.upper()}={EXAMPLES.get(key, str(default))}",
        wrong=wrong,
    )


def suggestions(name: str) -> list[str]:
    """Names of settings that may have been meant."""
    key = plain(name)
    alike = get_close_matches(key, KNOWN, n=3, cutoff=0.6)
    inside = [known for known in KNOWN if len(key) > 2 and key in known]
    return [PREFIX + known.upper() for known in dict.fromkeys([*alike, *inside])][:5]


def wrong_settings(environment: Mapping[str, str]) -> list[str]:
    """Every sentence that a start would end with, one after the other."""
    given: dict[str, Any] = {}
    bad = []
    for name, text in environment.items():
        try:
            read_settings({name: text})
        except WrongSetting as wrong:
            if not _is_right_by_itself(name, text):
                bad.append(str(wrong))
                continue
        if plain(name) in KNOWN and name.startswith(PREFIX):
            given[plain(name)] = KNOWN[plain(name)].read(text)
    return [*bad, *misfits(Settings(**given))]


def plain(name: str) -> str:
    """A setting's name as `Settings` has it."""
    return name.strip().upper().removeprefix(PREFIX).lower().replace("-", "_")


def _is_right_by_itself(name: str, text: str) -> bool:
    try:
        KNOWN[plain(name)].read(text)
    except (KeyError, ValueError):
        return False
    return True


def _default(key: str) -> Any:
    return next(spot.default for spot in fields(Settings) if spot.name == key)


def _in_force(key: str, environment: Mapping[str, str], source: str) -> tuple[str, str]:
    """What an empty setting comes to."""
    try:
        settings = read_settings(environment)
    except WrongSetting:
        return "", source
    derived = {
        "database_url": lambda: settings.database,
        "redis_url": lambda: settings.redis,
        "secret_key": lambda: f"{HIDDEN}, in {settings.var / 'secret.key'}",
        "site_address": lambda: settings.site_urls.in_force,
        "live_host": lambda: settings.live_address,
        "smtp_port": lambda: str(settings.smtp_port_in_force),
        "push_contact": lambda: settings.push_contact_in_force,
        "fake_identity_port": lambda: str(settings.identity_port),
        "fake_stripe_port": lambda: str(settings.stand_in_port),
    }
    if key in derived:
        return derived[key](), "from other settings"
    return str(_default(key)), source
