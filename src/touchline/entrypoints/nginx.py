"""`touchline nginx`: the whole configuration of an nginx in front of the apps, made from the settings."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from touchline.catalog.adapters.cli import nginx as rtmp
from touchline.catalog.adapters.http.media import SHARED
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.nginx_text import COUNTED, HOOKS, HTTP, MAIN, PRIVATE, SENDER, SERVER, TLS
from touchline.front.built_web import DIST
from touchline.platform.http import cors, headers
from touchline.platform.settings import Settings
from touchline.shared.media_types import media_type

CONFIGURATION = "nginx.conf"
MODULES = Path("/usr/lib/nginx/modules")
JS_MODULE, RTMP_MODULE = "ngx_http_js_module.so", "ngx_rtmp_module.so"
_SUFFIXES = (
    *(".avif", ".css", ".gif", ".ico", ".jpeg", ".jpg", ".js", ".json", ".m3u8", ".m4a", ".m4s", ".map"),
    *(".mjs", ".mp3", ".mp4", ".otf", ".png", ".svg", ".ts", ".ttf", ".vtt", ".webp", ".woff", ".woff2"),
)
_OPEN = {**headers.ALWAYS, **cors.ANSWER, "X-Request-Id": "$touchline_request"}


@dataclass(frozen=True)
class Site:
    """Where an nginx listens, what it stands in front of, and where it keeps what it needs.

    `hooks`: where it listens for itself alone, and asks the apps whether an encoder may publish.
    `alone`: it is started by us, with a folder of its own, on this machine for this machine.
    """

    apps: Sequence[str]
    folder: Path
    listen: str = "80"
    certificate: Path | None = None
    certificate_key: Path | None = None
    user: str = ""
    alone: bool = False
    asks: bool = True
    hooks: str = "127.0.0.1:1936"
    modules: Path = MODULES


def files(house: House, site: Site) -> dict[str, str]:
    """The files of the configuration by their names in `site.folder`."""
    settings = house.settings
    media: Any = house.adapters.media_server() if settings.delivery == "nginx" else None
    if media is not None:
        media = replace(
            media,
            headers=_headers(settings, site),
            shared={**SHARED, "Content-Security-Policy": headers.NO_PAGE},
            sessions=site.folder / "sessions" if site.asks else None,
        )
    made = {CONFIGURATION: _whole(house, site, media)}
    if media is not None:
        made |= media.files()
    return made


def write(made: dict[str, str], folder: Path) -> None:
    """Put the files into the folder; nobody but their owner may read them, for they hold keys."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in made.items():
        fresh = folder / f".{name}"
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            out.write(text)
        fresh.replace(folder / name)


def _whole(house: House, site: Site, media: Any) -> str:
    settings = house.settings
    modules = [JS_MODULE] * (media is not None) + [RTMP_MODULE] * (settings.ingest == "nginx")
    live: Any = house.container.catalog
    hook = f"http://{site.hooks}"
    return MAIN.format(
        modules="".join(f'load_module "{site.modules / name}";\n' for name in modules),
        user=f"user {site.user};\n" if site.user else "",
        private=PRIVATE.format(folder=site.folder) if site.alone else "",
        files="" if site.alone else "worker_rlimit_nofile 65536;\n",
        processes=1 if settings.ingest == "nginx" else "auto",  # each process knows its own encoders alone
        http=_indented(_http(settings, site, media)),
        rtmp=rtmp.configuration(settings.live_nginx, hook, live.live.keys().hook_token, here_alone=site.alone)
        if settings.ingest == "nginx"
        else "",
    )


def _http(settings: Settings, site: Site, media: Any) -> str:
    several = settings.trusted_proxies > 1
    tls = TLS.format(certificate=site.certificate, key=site.certificate_key) if site.certificate else ""
    server = SERVER.format(
        listen=f"{site.listen} ssl http2" if tls else site.listen,
        tls=tls,
        sender="$proxy_add_x_forwarded_for" if several else "$remote_addr",
        scheme="$http_x_forwarded_proto, $scheme" if several else "$scheme",
        host="$http_x_forwarded_host, $http_host" if several else "$http_host",
        country=_country(settings),
        dist=DIST,
        var=settings.var,
        types="".join(f"    {kind} {suffix.lstrip('.')};\n" for suffix, kind in _types().items()),
        headers="".join(
            f'    add_header {name} "{value}" always;\n' for name, value in _headers(settings, site).items()
        ),
        media=media.for_server() if media is not None else "",
    )
    return HTTP.format(
        policy=headers.NO_PAGE,
        hsts=headers.HSTS[settings.hsts],
        folder=site.folder,
        apps="".join(f"    server {app} max_fails=1 fail_timeout=2s;\n" for app in site.apps),
        private=_temporary(site) if site.alone else "",
        counted=_counted(settings.trusted_proxies - 1),
        media=media.for_http(site.folder) if media is not None else "",
        hooks=HOOKS.format(listen=site.hooks, path=rtmp.HOOK) if settings.ingest == "nginx" else "",
        log=site.folder / "access.log" if site.alone else "/var/log/nginx/access.log",
        server=_indented(server),
    )


def _counted(before: int) -> str:
    """By which address requests are counted: the sender's, `before` so many proxies that stand before this
    nginx."""
    if before < 1:
        return COUNTED.format(sender="$remote_addr")
    others = f"(?:, *[^, ]+){{{before - 1}}}" if before > 1 else ""
    return SENDER.format(others=others) + COUNTED.format(sender="$touchline_sender")


def _country(settings: Settings) -> str:
    """What is passed on of a visitor's country: nothing, unless another proxy stands before this nginx and
    says it. A visitor may send that header too."""
    if settings.geo == "header" and settings.trusted_proxies > 1:
        return ""
    return f'proxy_set_header {settings.geo_header} "";\n'


def _headers(settings: Settings, site: Site) -> dict[str, str]:
    """What stands on each answer that is nginx's own, as the apps have it on theirs. Where another ends TLS
    before this nginx, it says whether a visitor came by it."""
    if site.certificate:
        by_tls = headers.HSTS[settings.hsts]
    else:
        by_tls = "$touchline_hsts" if settings.trusted_proxies > 1 else ""
    return {**_OPEN, "Strict-Transport-Security": by_tls} if by_tls else _OPEN


def _temporary(site: Site) -> str:
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return "".join(f'{kind}_temp_path "{site.folder / "temporary" / kind}";\n' for kind in kinds)


def _types() -> dict[str, str]:
    found = {suffix: media_type(f"x{suffix}") for suffix in _SUFFIXES}
    return {suffix: kind for suffix, kind in found.items() if kind}


def _indented(text: str) -> str:
    return "".join(f"    {line}" if line.strip() else line for line in text.splitlines(keepends=True))


@click.command("nginx")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--app", "apps", multiple=True, metavar="HOST:PORT", help="Where an app is; one for each.")
@click.option("--listen", default="80", show_default=True, metavar="[HOST:]PORT", help="Where nginx listens.")
@click.option("--certificate", type=click.Path(path_type=Path), help="Certificate chain (PEM), for TLS.")
@click.option("--certificate-key", type=click.Path(path_type=Path), help="The key that goes with it.")
@click.option(
    "--sessions/--no-sessions",
    default=True,
    help="Ask an app every 20 s whether a viewer may still play; without it a log-out or a refund ends a "
    "stream when its address expires.",
)
@click.option(
    "--hooks",
    default=Site.hooks,
    show_default=True,
    metavar="HOST:PORT",
    help="Where nginx listens for itself, to ask any of the apps whether an encoder may publish.",
)
@click.pass_obj
def nginx(
    house: House,
    folder: Path,
    apps: tuple[str, ...],
    listen: str,
    certificate: Path | None,
    certificate_key: Path | None,
    sessions: bool,
    hooks: str,
) -> None:
    """Write into FOLDER what an nginx in front of the apps must be told, and print its configuration.

    With TOUCHLINE_DELIVERY=nginx it checks signed media paths by itself, with TOUCHLINE_INGEST=nginx it
    receives live streams as well. The files hold keys of this deployment: whoever starts nginx must be able
    to read them, and nobody else.
    """
    if (certificate is None) != (certificate_key is None):
        raise click.UsageError("--certificate and --certificate-key go together.")
    site = Site(
        apps or (f"127.0.0.1:{house.settings.port}",),
        folder.resolve(),
        listen,
        certificate.resolve() if certificate else None,
        certificate_key.resolve() if certificate_key else None,
        asks=sessions,
        hooks=hooks,
    )
    try:
        made = files(house, site)
    except ValueError as wrong:
        raise click.ClickException(str(wrong)) from None
    write(made, site.folder)
    click.echo(made[CONFIGURATION], nl=False)
