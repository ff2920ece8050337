"""`touchline nginx`: renders the complete configuration of an nginx in front of the apps."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from touchline.catalog.adapters.cli import nginx as rtmp
from touchline.catalog.adapters.http.media.media import SHARED_HEADERS
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.nginx.templates import (
    HOOKS_TEMPLATE,
    HTTP_TEMPLATE,
    MAIN_TEMPLATE,
    RATE_LIMIT_TEMPLATE,
    SENDER_MAP_TEMPLATE,
    SERVER_TEMPLATE,
    STANDALONE_TEMPLATE,
    TLS_TEMPLATE,
)
from touchline.front.assets.web_build import DIST
from touchline.platform.audit.declarations import outside_channels
from touchline.platform.config.settings import Settings
from touchline.platform.http.security import cors, headers
from touchline.shared.files.media_types import media_type

CONFIG_FILE = "nginx.conf"
MODULES = Path("/usr/lib/nginx/modules")
JS_MODULE, RTMP_MODULE = "ngx_http_js_module.so", "ngx_rtmp_module.so"
_MEDIA_SUFFIXES = (
    *(".avif", ".css", ".gif", ".ico", ".jpeg", ".jpg", ".js", ".json", ".m3u8", ".m4a", ".m4s", ".map"),
    *(".mjs", ".mp3", ".mp4", ".otf", ".png", ".svg", ".ts", ".ttf", ".vtt", ".webp", ".woff", ".woff2"),
)
_BASE_HEADERS = {**headers.DEFAULT_HEADERS, **cors.CORS_HEADERS, "X-Request-Id": "$touchline_request"}


@dataclass(frozen=True)
class NginxSite:
    """Addresses, files and mode of one nginx.

    `apps` are the addresses of the app servers. `folder` contains the generated files.
    `hooks_address` is an internal address where nginx asks the apps whether an encoder may publish.
    `is_standalone`: `touchline run` starts this nginx with its own folder, only for this machine.
    """

    apps: Sequence[str]
    folder: Path
    listen: str = "80"
    certificate: Path | None = None
    certificate_key: Path | None = None
    user: str = ""
    is_standalone: bool = False
    checks_sessions: bool = True
    hooks_address: str = "127.0.0.1:1936"
    modules: Path = MODULES


def render_files(application: Application, site: NginxSite) -> dict[str, str]:
    """Return the texts of the configuration files by their names in `site.folder`."""
    settings = application.settings
    media: Any = application.adapters.media_server() if settings.delivery == "nginx" else None
    if media is not None:
        media = replace(
            media,
            headers=_build_headers(settings, site),
            shared_headers={**SHARED_HEADERS, "Content-Security-Policy": headers.NON_PAGE_CSP},
            session_cache_folder=site.folder / "sessions" if site.checks_sessions else None,
        )
    rendered = {CONFIG_FILE: _render_main(application, site, media)}
    if media is not None:
        rendered |= media.list_files()
    return rendered


def write_files(rendered: dict[str, str], folder: Path) -> None:
    """Write the files into the folder. Only their owner may read them, because they contain keys."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in rendered.items():
        temporary_path = folder / f".{name}"
        with os.fdopen(os.open(temporary_path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            out.write(text)
        temporary_path.replace(folder / name)


def _render_main(application: Application, site: NginxSite, media: Any) -> str:
    settings = application.settings
    modules = [JS_MODULE] * (media is not None) + [RTMP_MODULE] * (settings.ingest == "nginx")
    catalog: Any = application.container.catalog
    hook = f"http://{site.hooks_address}"
    return MAIN_TEMPLATE.format(
        modules="".join(f'load_module "{site.modules / name}";\n' for name in modules),
        user=f"user {site.user};\n" if site.user else "",
        private=STANDALONE_TEMPLATE.format(folder=site.folder) if site.is_standalone else "",
        files="" if site.is_standalone else "worker_rlimit_nofile 65536;\n",
        processes=1 if settings.ingest == "nginx" else "auto",  # each process knows only its own encoders
        http=_indent(_render_http(settings, site, media)),
        rtmp=rtmp.render_configuration(
            settings.nginx_rtmp_url,
            hook,
            catalog.stream_keys().hook_token,
            local_only=site.is_standalone,
        )
        if settings.ingest == "nginx"
        else "",
    )


def _render_http(settings: Settings, site: NginxSite, media: Any) -> str:
    has_outer_proxy = settings.trusted_proxies > 1
    tls = (
        TLS_TEMPLATE.format(certificate=site.certificate, key=site.certificate_key)
        if site.certificate
        else ""
    )
    server = SERVER_TEMPLATE.format(
        listen=f"{site.listen} ssl http2" if tls else site.listen,
        tls=tls,
        sender="$proxy_add_x_forwarded_for" if has_outer_proxy else "$remote_addr",
        scheme="$http_x_forwarded_proto, $scheme" if has_outer_proxy else "$scheme",
        host="$http_x_forwarded_host, $http_host" if has_outer_proxy else "$http_host",
        country=_render_country_header(settings),
        dist=DIST,
        var=settings.var,
        types="".join(f"    {kind} {suffix.lstrip('.')};\n" for suffix, kind in _list_media_types().items()),
        headers="".join(
            f'    add_header {name} "{value}" always;\n'
            for name, value in _build_headers(settings, site).items()
        ),
        media=media.render_server() if media is not None else "",
    )
    return HTTP_TEMPLATE.format(
        policy=headers.NON_PAGE_CSP,
        hsts=headers.HSTS_POLICIES[settings.hsts],
        folder=site.folder,
        apps="".join(f"    server {app} max_fails=1 fail_timeout=2s;\n" for app in site.apps),
        private=_render_temp_paths(site) if site.is_standalone else "",
        counted=_render_rate_limit(settings.trusted_proxies - 1),
        media=media.render_http(site.folder) if media is not None else "",
        hooks=HOOKS_TEMPLATE.format(listen=site.hooks_address, path=rtmp.PUBLISH_HOOK_PATH)
        if settings.ingest == "nginx"
        else "",
        log=site.folder / "access.log" if site.is_standalone else "/var/log/nginx/access.log",
        server=_indent(server),
    )


def _render_rate_limit(outer_proxies: int) -> str:
    """Return the rules that count requests by the visitor's address.

    `outer_proxies` is the number of proxies in front of this nginx.
    """
    if outer_proxies < 1:
        return RATE_LIMIT_TEMPLATE.format(sender="$remote_addr")
    forwarded_pattern = f"(?:, *[^, ]+){{{outer_proxies - 1}}}" if outer_proxies > 1 else ""
    return SENDER_MAP_TEMPLATE.format(others=forwarded_pattern) + RATE_LIMIT_TEMPLATE.format(
        sender="$touchline_sender"
    )


def _render_country_header(settings: Settings) -> str:
    """Return the rule that removes the country header, or nothing if an outer proxy sets the header.

    Without an outer proxy, visitors could choose their country by sending the header.
    """
    if settings.geo == "header" and settings.trusted_proxies > 1:
        return ""
    return f'proxy_set_header {settings.geo_header} "";\n'


def _build_headers(settings: Settings, site: NginxSite) -> dict[str, str]:
    """Return the headers of nginx's own responses, the same as the apps send.

    If an outer proxy terminates TLS, its `X-Forwarded-Proto` decides whether HSTS is sent.
    """
    if site.certificate:
        hsts_value = headers.HSTS_POLICIES[settings.hsts]
    else:
        hsts_value = "$touchline_hsts" if settings.trusted_proxies > 1 else ""
    return {**_BASE_HEADERS, "Strict-Transport-Security": hsts_value} if hsts_value else _BASE_HEADERS


def _render_temp_paths(site: NginxSite) -> str:
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return "".join(f'{kind}_temp_path "{site.folder / "temporary" / kind}";\n' for kind in kinds)


def _list_media_types() -> dict[str, str]:
    types_by_suffix = {suffix: media_type(f"x{suffix}") for suffix in _MEDIA_SUFFIXES}
    return {suffix: kind for suffix, kind in types_by_suffix.items() if kind}


def _indent(text: str) -> str:
    return "".join(f"    {line}" if line.strip() else line for line in text.splitlines(keepends=True))


@click.command("nginx")
@outside_channels
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--app", "apps", multiple=True, metavar="HOST:PORT", help="Address of an app server; repeatable."
)
@click.option(
    "--listen", default="80", show_default=True, metavar="[HOST:]PORT", help="Address nginx listens on."
)
@click.option("--certificate", type=click.Path(path_type=Path), help="Certificate chain (PEM) for TLS.")
@click.option("--certificate-key", type=click.Path(path_type=Path), help="Private key of the certificate.")
@click.option(
    "--sessions/--no-sessions",
    default=True,
    help="Check every 20 s with an app whether a viewer may still watch. Without this check, a logout or "
    "refund ends a stream only when its URL expires.",
)
@click.option(
    "--hooks",
    default=NginxSite.hooks_address,
    show_default=True,
    metavar="HOST:PORT",
    help="Internal nginx address, for asking the apps whether an encoder may publish.",
)
@click.pass_obj
def nginx(
    application: Application,
    folder: Path,
    apps: tuple[str, ...],
    listen: str,
    certificate: Path | None,
    certificate_key: Path | None,
    sessions: bool,
    hooks: str,
) -> None:
    """Write the files for an nginx in front of the apps into FOLDER, and print its configuration.

    With TOUCHLINE_DELIVERY=nginx, nginx checks signed media URLs itself. With TOUCHLINE_INGEST=nginx, it also
    receives live streams. The files contain secret keys: only the user who starts nginx must be able to
    read them.
    """
    if (certificate is None) != (certificate_key is None):
        raise click.UsageError("Use --certificate and --certificate-key together.")
    site = NginxSite(
        apps or (f"127.0.0.1:{application.settings.port}",),
        folder.resolve(),
        listen,
        certificate.resolve() if certificate else None,
        certificate_key.resolve() if certificate_key else None,
        checks_sessions=sessions,
        hooks_address=hooks,
    )
    try:
        rendered = render_files(application, site)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    write_files(rendered, site.folder)
    click.echo(rendered[CONFIG_FILE], nl=False)
