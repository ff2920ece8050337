"""All settings: one frozen value, read once from `TOUCHLINE_*`; a wrong one is named in one sentence."""

import contextlib
import os
import secrets
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any

PREFIX = "TOUCHLINE_"


class WrongSetting(Exception):
    """A setting has a value that cannot be; the text names the setting and says what would be right."""


def _text(value: str) -> str:
    return value.strip()


def _bool(value: str) -> bool:
    if value.strip().lower() in ("1", "true", "yes", "on"):
        return True
    if value.strip().lower() in ("0", "false", "no", "off", ""):
        return False
    raise ValueError("must be true or false")


def _between(least: int, most: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        if not value.strip().isdigit() or not least <= int(value) <= most:
            raise ValueError(f"must be a whole number from {least} to {most}")
        return int(value)

    return read


def _one_of(*choices: str) -> Callable[[str], str]:
    def read(value: str) -> str:
        if value.strip().lower() not in choices:
            raise ValueError("must be one of " + ", ".join(choices))
        return value.strip().lower()

    return read


def _host(value: str) -> str:
    address = value.strip().rstrip("/")
    if address and not address.startswith(("http://", "https://")):
        raise ValueError("must be empty (same origin) or an address that begins with http:// or https://")
    return address


def _ports(value: str) -> str:
    first, _, last = value.strip().partition("-")
    numbers = [int(each) for each in (first, last or first) if each.isdigit()]
    if len(numbers) != 2 or not 1 <= numbers[0] <= numbers[1] <= 65535:
        raise ValueError("must be a port or a range of ports, such as 19350-19359")
    return f"{numbers[0]}-{numbers[1]}"


def _rtmp(value: str) -> str:
    address = value.strip().rstrip("/")
    if not address.startswith("rtmp://") or not address.removeprefix("rtmp://").partition("/")[2]:
        raise ValueError("must be the address of an RTMP application, such as rtmp://127.0.0.1:1935/live")
    return address


def _folder(value: str) -> Path:
    return Path(value).expanduser().resolve()


def _country(value: str) -> str:
    if len(value.strip()) not in (0, 2):
        raise ValueError("must be a country code of two letters, or empty")
    return value.strip().upper()


_HERE = Path("var").resolve()


@dataclass(frozen=True)
class Settings:
    """Everything an operator may change. Addresses of hosts are empty for the same origin."""

    var: Path = _HERE
    host: str = "127.0.0.1"
    port: int = 8080
    workers: int = 2
    database_url: str = ""
    redis_url: str = ""
    secret_key: str = ""
    default_channel: str = ""
    development: bool = False
    api_host: str = ""
    keys_host: str = ""
    media_host: str = ""
    analytics_host: str = ""
    trusted_proxies: int = 0
    queue: str = "rq"
    storage: str = "local"
    video: str = "ffmpeg"
    delivery: str = "app"
    ingest: str = "ffmpeg"
    live_host: str = ""
    live_ports: str = "19350-19359"
    live_nginx: str = "rtmp://127.0.0.1:1935/live"
    live_grace_seconds: int = 120
    geo: str = "fixed"
    geo_country: str = "US"
    geo_header: str = "CF-IPCountry"
    geo_database: str = ""
    log_format: str = "text"
    log_level: str = "info"
    metrics_host: str = "127.0.0.1"
    metrics_port: int = 0

    @property
    def database(self) -> str:
        """The database address in force."""
        return self.database_url or f"sqlite:///{self.var / 'touchline.sqlite'}"

    @property
    def files_folder(self) -> Path:
        """Where open files are kept."""
        return self.var / "files"

    @property
    def drawn_folder(self) -> Path:
        """Where drawn pictures are kept; it may be emptied at any time."""
        return self.var / "drawn"

    @property
    def media_folder(self) -> Path:
        """Where media are kept with STORAGE=local."""
        return self.var / "media"

    @property
    def live_address(self) -> str:
        """The name that encoders are told; of a machine that listens on all its addresses: its own."""
        everywhere = self.host in ("", "0.0.0.0", "::")  # noqa: S104
        return self.live_host or ("127.0.0.1" if everywhere else self.host)

    @property
    def live_listens_on(self) -> str:
        """The address that encoders may connect to: this machine only, unless told that others come."""
        return "127.0.0.1" if self.live_address in ("127.0.0.1", "localhost") else "0.0.0.0"  # noqa: S104

    @property
    def live_port_numbers(self) -> range:
        """The ports in `live_ports`."""
        first, last = map(int, self.live_ports.split("-"))
        return range(first, last + 1)

    @property
    def geo_database_path(self) -> Path:
        """The file of GEO=maxmind."""
        return Path(self.geo_database).expanduser().resolve()

    @property
    def redis(self) -> str:
        """The Redis address in force."""
        return self.redis_url or f"unix://{self.var / 'valkey.sock'}"

    @property
    def log_level_name(self) -> str:
        """The level as `logging` writes it."""
        return self.log_level.upper()


@dataclass(frozen=True)
class Known:
    """How a setting is read from text, what it is, and whether its value is kept from lists."""

    read: Callable[[str], Any]
    about: str
    secret: bool = False


KNOWN: dict[str, Known] = {
    "var": Known(_folder, "Folder of everything that this deployment keeps."),
    "host": Known(_text, "Address the web server listens on."),
    "port": Known(_between(1, 65535), "Port of the web server."),
    "workers": Known(_between(1, 64), "Web server processes."),
    "database_url": Known(_text, "SQLAlchemy address; empty: SQLite in the var folder.", secret=True),
    "redis_url": Known(_text, "Redis or Valkey; empty: the embedded one in the var folder.", secret=True),
    "secret_key": Known(_text, "Signs links and keys; empty: made once into var/secret.key.", secret=True),
    "default_channel": Known(_text, "Slug of the channel that answers an unknown host name."),
    "development": Known(_bool, "Allow ?channel=slug and other conveniences."),
    "api_host": Known(_host, "Address of the API for the web app."),
    "keys_host": Known(_host, "Address of /channel-key for the web app."),
    "media_host": Known(_host, "Address of media and open files."),
    "analytics_host": Known(_host, "Address of the analytics calls."),
    "trusted_proxies": Known(_between(0, 10), "Proxies in front whose X-Forwarded-* count."),
    "queue": Known(_one_of("rq", "inline"), "Jobs: rq (Redis) or inline (at once, for tests)."),
    "storage": Known(_one_of("local"), "Where media files are kept."),
    "video": Known(_one_of("ffmpeg"), "What turns video files into streams."),
    "delivery": Known(_one_of("app"), "Who hands out media files."),
    "ingest": Known(_one_of("ffmpeg", "nginx"), "What receives live streams from encoders."),
    "live_host": Known(_text, "Name or address at which encoders reach this machine; empty: as HOST."),
    "live_ports": Known(_ports, "With INGEST=ffmpeg: a port for each event that is live at once."),
    "live_nginx": Known(_rtmp, "With INGEST=nginx: where its RTMP application is."),
    "live_grace_seconds": Known(_between(5, 3600), "Time in which a dropped encoder may come back."),
    "geo": Known(_one_of("fixed", "header", "maxmind"), "How a visitor's country is found."),
    "geo_country": Known(_country, "With GEO=fixed: everybody's country."),
    "geo_header": Known(_text, "With GEO=header: the trusted proxy's header."),
    "geo_database": Known(_text, "With GEO=maxmind: the database file (.mmdb)."),
    "log_format": Known(_one_of("text", "json"), "Log lines for people or for programs."),
    "log_level": Known(_one_of("debug", "info", "warning", "error"), "Least level that is logged."),
    "metrics_host": Known(_text, "Address of the Prometheus metrics."),
    "metrics_port": Known(_between(0, 65535), "Port of the Prometheus metrics; 0: none."),
}


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Settings from an environment; unknown `TOUCHLINE_*` names and wrong values are `WrongSetting`."""
    names = {PREFIX + name.upper(): name for name in KNOWN}
    values: dict[str, Any] = {}
    for name, text in environment.items():
        if not name.startswith(PREFIX) or name.startswith(PREFIX + "TEST_"):
            continue
        if name not in names:
            raise WrongSetting(f"{name} is not a setting of Touchline; see `touchline config`.")
        try:
            values[names[name]] = KNOWN[names[name]].read(text)
        except ValueError as wrong:
            raise WrongSetting(f"{name} {wrong}, not {text!r}.") from None
    settings = Settings(**values)
    _refuse_what_does_not_fit(settings)
    return settings


def _refuse_what_does_not_fit(settings: Settings) -> None:
    if settings.geo == "header" and not settings.trusted_proxies:
        raise WrongSetting(
            "TOUCHLINE_GEO=header believes a proxy, so TOUCHLINE_TRUSTED_PROXIES must be at least 1."
        )
    if settings.geo == "maxmind" and not settings.geo_database:
        raise WrongSetting("TOUCHLINE_GEO=maxmind needs TOUCHLINE_GEO_DATABASE, the path of a .mmdb file.")


def secret_key(settings: Settings) -> bytes:
    """The key that signs links and api keys: the setting, or one made once into `var/secret.key` (mode
    0600)."""
    if settings.secret_key:
        return settings.secret_key.encode()
    path = settings.var / "secret.key"
    settings.var.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        handle, fresh = tempfile.mkstemp(dir=settings.var, prefix=".secret-")
        with os.fdopen(handle, "w") as out:
            out.write(secrets.token_hex(32))
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(fresh)  # whoever comes first wins; nobody reads a half-written key
        Path(fresh).unlink()
    return path.read_text().strip().encode()


def describe(settings: Settings) -> list[tuple[str, str, str, str]]:
    """Rows for `touchline config`: name, value in force (secrets hidden), default, what it is."""
    rows = []
    for spot in fields(Settings):
        value = getattr(settings, spot.name)
        default = "" if spot.default is MISSING else str(spot.default)
        shown = "(hidden)" if KNOWN[spot.name].secret and value else str(value)
        rows.append((PREFIX + spot.name.upper(), shown, default, KNOWN[spot.name].about))
    return rows
