"""Help of `touchline settings show NAME`, and validation of a whole environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any

from touchline.platform.config.examples import EXAMPLES
from touchline.platform.config.registry import SETTING_SPECS
from touchline.platform.config.renamed import RENAMED_SETTINGS
from touchline.platform.config.settings import PREFIX, InvalidSettingError, Settings, read_settings
from touchline.platform.config.validation import validate

HIDDEN = "(hidden)"


@dataclass(frozen=True)
class SettingHelp:
    """Description of a setting: its meaning, its allowed values, its current value and the source of that."""

    name: str
    description: str
    allowed_values: str
    default: str
    value: str
    source: str
    example: str
    error: str = ""


def explain_setting(name: str, environment: Mapping[str, str]) -> SettingHelp | None:
    """Return the description of a setting, by name with or without the prefix, in any case. None if it does
    not exist.
    """
    key = normalize_setting_name(name)
    if key not in SETTING_SPECS:
        return None
    spec, default = SETTING_SPECS[key], _default_value(key)
    raw_value = environment.get(PREFIX + key.upper())
    value, message = default, ""
    if raw_value is not None:
        try:
            value = spec.parse(raw_value)
        except ValueError as error:
            value, message = raw_value, str(error)
    display_value = HIDDEN if spec.is_secret and value else str(value)
    source = "environment" if raw_value is not None else "default"
    if not value:
        display_value, source = _resolve_value(key, environment, source)
    return SettingHelp(
        name=PREFIX + key.upper(),
        description=spec.description,
        allowed_values=spec.parse.__doc__ or "",
        default=str(default),
        value=display_value,
        source=source,
        example=f"{PREFIX}{key.upper()}={EXAMPLES.get(key, str(default))}",
        error=message,
    )


def suggest_settings(name: str) -> list[str]:
    """Return settings with similar names."""
    key = normalize_setting_name(name)
    similar = get_close_matches(key, SETTING_SPECS, n=3, cutoff=0.6)
    containing = [setting for setting in SETTING_SPECS if len(key) > 2 and key in setting]
    return [PREFIX + setting.upper() for setting in dict.fromkeys([*similar, *containing])][:5]


def find_invalid_settings(environment: Mapping[str, str]) -> list[str]:
    """Return all error messages for an environment."""
    values: dict[str, Any] = {}
    problems = []
    for name, text in environment.items():
        try:
            read_settings({name: text})
        except InvalidSettingError as problem:
            if not _is_valid_value(name, text):
                problems.append(str(problem))
                continue
        if normalize_setting_name(name) in SETTING_SPECS and name.startswith(PREFIX):
            values[normalize_setting_name(name)] = SETTING_SPECS[normalize_setting_name(name)].parse(text)
    return [*problems, *validate(Settings(**values))]


def normalize_setting_name(name: str) -> str:
    """Return a setting's name in `Settings`. An old name gives the new one."""
    variable = PREFIX + name.strip().upper().removeprefix(PREFIX).replace("-", "_")
    return RENAMED_SETTINGS.get(variable, variable).removeprefix(PREFIX).lower()


def _is_valid_value(name: str, text: str) -> bool:
    try:
        SETTING_SPECS[normalize_setting_name(name)].parse(text)
    except (KeyError, ValueError):
        return False
    return True


def _default_value(key: str) -> Any:
    return next(setting_field.default for setting_field in fields(Settings) if setting_field.name == key)


def _resolve_value(key: str, environment: Mapping[str, str], source: str) -> tuple[str, str]:
    """Return the effective value of an empty setting."""
    try:
        settings = read_settings(environment)
    except InvalidSettingError:
        return "", source
    derived = {
        "database_url": lambda: settings.resolved_database_url,
        "redis_url": lambda: settings.resolved_redis_url,
        "secret_key": lambda: f"{HIDDEN}, in {settings.var / 'secret.key'}",
        "site_url_template": lambda: settings.site_urls.default_pattern,
        "ingest_host": lambda: settings.resolved_ingest_host,
        "smtp_port": lambda: str(settings.resolved_smtp_port),
        "push_contact": lambda: settings.resolved_push_contact,
        "fake_identity_port": lambda: str(settings.resolved_fake_identity_port),
        "fake_stripe_port": lambda: str(settings.resolved_fake_stripe_port),
    }
    if key in derived:
        return derived[key](), "from other settings"
    return str(_default_value(key)), source
