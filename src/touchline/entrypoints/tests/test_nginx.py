"""What is nginx's alone: what goes on without the app, what its log shows, and what its files hold."""

from __future__ import annotations

import stat
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic
from typing import Any, cast

import pytest
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from click.testing import CliRunner
from dependency_injector import providers

from adapters.delivery import nginx_media
from adapters.storage.s3_line import AWAY
from touchline.catalog.ports.delivery import Ticket
from touchline.conftest import furnished
from touchline.entrypoints import nginx
from touchline.entrypoints.tests.media_doors import OVER, PATIENCE_SECONDS, Door, nginx_door
from touchline.entrypoints.tests.test_delivery import (
    CLIP,
    CONTENT,
    FILES,
    FOLDER,
    SEGMENT,
    STREAM,
    folder_of,
    keep,
    problem,
    refused,
)
from touchline.shared.tests.machine import NGINX, nginx_checks_paths

OF_A_STREAM = (f"{STREAM}/source.m3u8", f"{STREAM}/source/1-00001.ts")
with_nginx = pytest.mark.skipif(
    not nginx_checks_paths(), reason="nginx with libnginx-mod-http-js is not installed"
)


class Rights:
    """Port `PlaybackRights`: everybody may play, or nobody."""

    def __init__(self) -> None:
        self.open, self.asked = True, 0

    def may_play(self, _ticket: Ticket, _path: str) -> bool:
        """As it is said at the time."""
        self.asked += 1
        return self.open


def counted(door: Door) -> Rights:
    """Rights that count how often the app asked for them."""
    rights, container = Rights(), cast(Any, door.house.container)
    container.catalog.playback_rights.override(providers.Object(rights))
    return rights


@contextmanager
def listening_store(status: int = 200) -> Iterator[tuple[str, list[tuple[str, dict[str, str]]]]]:
    """A store that answers everything with a word and this status, and its list of what it was asked."""
    heard: list[tuple[str, dict[str, str]]] = []

    class Store(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
            self.send_response(status)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"ok")

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Store)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", heard
    server.shutdown()
    server.server_close()


@pytest.fixture
def until_expiry(tmp_path: Path) -> Iterator[Door]:
    """An nginx that asks nobody whether a session is open."""
    with nginx_door(tmp_path, asks=False) as door:
        keep(door)
        yield door


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    """One that asks."""
    with nginx_door(tmp_path) as door:
        keep(door)
        yield door


@with_nginx
def test_where_nobody_is_asked_a_stream_ends_at_its_expiry(until_expiry: Door) -> None:
    assert until_expiry.ask(f"/media/{folder_of(until_expiry, SEGMENT, OVER)}/{SEGMENT}").body == CONTENT
    until_expiry.close_the_app()
    assert until_expiry.ask(f"/media/{folder_of(until_expiry, SEGMENT)}/{SEGMENT}").body == CONTENT


@with_nginx
def test_what_is_signed_plays_on_while_the_app_is_away(door: Door) -> None:
    token, taken = folder_of(door, SEGMENT), folder_of(door, f"{CLIP}/file/clip.mp4")
    door.close_the_app()
    for path in FILES:
        assert door.ask(f"/media/{token}/{path}").status == 200, path
    assert refused(door.ask(f"/media/{token[:-1]}/{SEGMENT}"))
    assert door.ask(f"/media/{taken}/{CLIP}/file/clip.mp4").status == 502


@with_nginx
def test_an_address_in_other_signs_is_not_the_address_that_was_signed(door: Door) -> None:
    token = folder_of(door, SEGMENT)
    for address in (
        *(f"//media/{token}/{SEGMENT}", f"/x/../media/{token}/{SEGMENT}", f"/./media/{token}/{SEGMENT}"),
        *(f"/%6dedia/{token}/{SEGMENT}", f"/media/{token}/%61{SEGMENT[1:]}", f"/media/{token}//{SEGMENT}"),
        *(f"/media/{token}/{SEGMENT}#a", f"/media/{token}/x/../{SEGMENT}", f"/media/{token}/{SEGMENT}/"),
        *(f"/-media/kept/{SEGMENT}", f"/-media/known/{SEGMENT}", "/-media/whether", "/-media/unasked"),
    ):
        assert door.ask(address).status in {400, 403, 404}, address
    assert door.ask(f"/media/{token}/{SEGMENT}?a=../b").body == CONTENT


@with_nginx
@pytest.mark.parametrize("path", [SEGMENT, *OF_A_STREAM])
def test_what_is_known_of_one_token_opens_nothing_to_another(door: Door, path: str) -> None:
    token = folder_of(door, path)
    assert door.ask(f"/media/{token}/{path}").status == 200
    door.close_the_app()
    assert door.ask(f"/media/{token}/{path}", "HEAD").status == 200
    for other in (f"{token[:-1]}x", token.replace(".41.", ".43."), token.replace(".d.", ".f.")):
        assert refused(door.ask(f"/media/{other}/{path}")), other
    assert refused(door.ask(f"/media/{token}/assets/8-cd34/master.m3u8"))


@with_nginx
@pytest.mark.parametrize("order", [OF_A_STREAM, OF_A_STREAM[::-1]], ids=["playlist", "segment"])
def test_a_stream_is_asked_for_once_and_says_of_each_file_how_long_it_lasts(
    door: Door, order: tuple[str, str]
) -> None:
    rights = counted(door)
    token = folder_of(door, order[0])
    told = {path: door.ask(f"/media/{token}/{path}").headers["cache-control"] for path in (*order, *order)}
    playlist, segment = (told[path] for path in OF_A_STREAM)
    assert playlist == "private, no-cache"
    assert segment.endswith(", immutable")
    assert rights.asked == 1


@with_nginx
def test_a_session_is_asked_for_once_in_twenty_seconds(door: Door) -> None:
    token = folder_of(door, SEGMENT)
    assert [door.ask(f"/media/{token}/{path}").status for path in FILES] == [200] * len(FILES)
    door.close_the_app()
    over = folder_of(door, SEGMENT, OVER)
    assert door.ask(f"/media/{over}/{SEGMENT}").status == 200  # nobody can say


@with_nginx
@pytest.mark.parametrize("path", [SEGMENT, *OF_A_STREAM])
def test_what_is_known_is_asked_for_anew_when_its_time_is_over_and_known_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    for name in ("_ASKING", "_SESSIONS"):
        monkeypatch.setattr(nginx_media, name, getattr(nginx_media, name).replace("20s", "1s"))
    answers = 0
    with nginx_door(tmp_path) as door:
        keep(door)
        rights = counted(door)
        address = f"/media/{folder_of(door, path)}/{path}"
        for is_open, expected in ((True, 200), (False, 403), (True, 200)):
            rights.open, until = is_open, monotonic() + PATIENCE_SECONDS
            while (status := door.ask(address).status) != expected and monotonic() < until:
                answers += 1
            assert status == expected
    assert rights.asked * 2 < answers, "each answer of the app was good for many of nginx's"


@with_nginx
def test_nginx_signs_what_it_asks_a_store_for_as_amazons_library_does(tmp_path: Path) -> None:
    with listening_store() as (endpoint, heard):
        keys: dict[str, Any] = {
            "s3_access_key": "AKIDEXAMPLE",
            "s3_secret_key": "a secret / word",
            "s3_prefix": "a b/c",
        }
        with nginx_door(tmp_path, storage="s3", s3_endpoint=endpoint, s3_bucket="media", **keys) as door:
            answer = door.ask(
                f"/media/{folder_of(door, SEGMENT)}/{SEGMENT}", Cookie="theirs", Range="bytes=0-9"
            )
    assert answer.status == 200
    path, told = heard[0]
    assert path == f"/media/a%20b/c/{SEGMENT}"
    assert "cookie" not in told
    assert told["range"] == "bytes=0-9"
    asked = AWSRequest(
        "GET", endpoint + path, {name: told[name] for name in ("x-amz-date", "x-amz-content-sha256")}
    )
    asked.context["timestamp"] = told["x-amz-date"]
    signer = S3SigV4Auth(Credentials(keys["s3_access_key"], keys["s3_secret_key"]), "s3", "us-east-1")
    signature = signer.signature(signer.string_to_sign(asked, signer.canonical_request(asked)), asked)
    assert told["authorization"].endswith(f"Signature={signature}")
    assert "Credential=AKIDEXAMPLE/" in told["authorization"]


@with_nginx
@pytest.mark.parametrize("status", [None, 301, 403, 503], ids=["away", "moved", "refuses-nginx", "busy"])
def test_a_store_that_gives_no_file_is_said_in_words_whatever_it_said_itself(
    tmp_path: Path, status: int | None
) -> None:
    keys: dict[str, Any] = {"s3_access_key": "AKIDEXAMPLE", "s3_secret_key": "a secret / word"}
    with ExitStack() as there:
        with listening_store() as (gone, _):
            pass
        endpoint = there.enter_context(listening_store(status))[0] if status else gone
        settings = {"storage": "s3", "s3_endpoint": endpoint, "s3_bucket": "media", **keys}
        door = there.enter_context(nginx_door(tmp_path, **settings))
        answer = door.ask(f"/media/{folder_of(door, SEGMENT)}/{SEGMENT}")
        assert refused(door.ask(f"/media/{folder_of(door, SEGMENT, OVER)}/{SEGMENT}"))
    told = problem(answer)
    assert (answer.status, told["code"], answer.headers["retry-after"]) == (503, "errors.unavailable", "60")
    assert told["detail"] == AWAY


def test_a_store_without_a_key_is_refused(tmp_path: Path) -> None:
    settings = {"delivery": "nginx", "trusted_proxies": 1, "storage": "s3", "s3_bucket": "media"}
    with furnished(tmp_path, "", **settings) as house:
        done = CliRunner().invoke(nginx.nginx, [str(tmp_path / "nginx")], obj=house)
    assert done.exit_code == 1
    assert "Error: nginx needs TOUCHLINE_S3_ACCESS_KEY and TOUCHLINE_S3_SECRET_KEY" in done.output
    assert not (tmp_path / "nginx").exists()


@with_nginx
def test_no_line_of_the_log_holds_a_signed_address_or_a_key(door: Door) -> None:
    token = folder_of(door, SEGMENT)
    for path in (
        f"/media/{token}/{SEGMENT}",
        f"/media/{token[:-1]}/{SEGMENT}",
        "/api/events?api_key=hidden1",
    ):
        door.ask(path)
    door.ask(f"/media/{token}/{FOLDER}/none.ts", X_Request_Id="of-the-caller")
    lines = door.read_log("request_id=of-the-caller")
    assert token[:-1] not in lines
    assert "hidden1" not in lines
    assert f"GET /media/-/{SEGMENT}" in lines
    assert '"GET /api/events" 403' in lines


def test_whoever_may_not_read_the_keys_can_read_none_of_the_files(tmp_path: Path) -> None:
    with furnished(tmp_path, "", delivery="nginx", trusted_proxies=1) as house:
        nginx.write(
            nginx.files(house, nginx.Site(["127.0.0.1:8081"], tmp_path / "nginx")), tmp_path / "nginx"
        )
        found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "nginx").iterdir()}
        assert found == dict.fromkeys(("nginx.conf", "media.js", "media.json"), 0o600)
        everything = "".join(path.read_text() for path in (tmp_path / "nginx").iterdir())
        assert house.settings.secret_key not in everything


def test_the_configuration_says_what_the_settings_say(tmp_path: Path) -> None:
    with furnished(tmp_path, "", trusted_proxies=2) as house:
        told = nginx.files(house, nginx.Site(["10.0.0.1:8080", "10.0.0.2:8080"], tmp_path))
    assert list(told) == ["nginx.conf"]
    text = told["nginx.conf"]
    assert "server 10.0.0.1:8080 max_fails=1 fail_timeout=2s;\n" in text
    assert "server 10.0.0.2:8080 max_fails=1 fail_timeout=2s;\n" in text
    assert "X-Forwarded-For $proxy_add_x_forwarded_for;" in text
    assert "load_module" not in text
    assert "worker_processes auto;" in text
    assert "rtmp" not in text
    with furnished(tmp_path, "", trusted_proxies=1, delivery="nginx", ingest="nginx") as house:
        text = nginx.files(house, nginx.Site(["10.0.0.1:8080"], tmp_path))["nginx.conf"]
    assert "X-Forwarded-For $remote_addr;" in text
    assert "add_header Strict-Transport-Security" not in text
    assert "ngx_http_js_module.so" in text
    assert "ngx_rtmp_module.so" in text
    assert "worker_processes 1;" in text
    assert "on_publish http://127.0.0.1:1936/live/hooks/publish?token=" in text


@with_nginx
def test_nginx_says_to_come_by_tls_where_the_proxy_before_it_says_that_a_visitor_did(tmp_path: Path) -> None:
    with nginx_door(tmp_path, trusted_proxies=2) as door:
        keep(door)
        for path in (f"/media/{folder_of(door, SEGMENT)}/{SEGMENT}", "/media/"):
            by_tls = door.ask(path, X_Forwarded_Proto="https")
            assert by_tls.headers["strict-transport-security"] == "max-age=31536000"
            assert "strict-transport-security" not in door.ask(path).headers


def test_a_visitors_own_country_header_is_dropped_unless_a_proxy_before_nginx_sets_it(tmp_path: Path) -> None:
    def text(**settings: Any) -> str:
        with furnished(tmp_path, "", **settings) as house:
            return nginx.files(house, nginx.Site(["127.0.0.1:9"], tmp_path))["nginx.conf"]

    assert 'proxy_set_header CF-IPCountry "";' in text(trusted_proxies=1, geo="header")
    assert 'proxy_set_header X-Country "";' in text(trusted_proxies=1, geo="header", geo_header="X-Country")
    assert 'proxy_set_header CF-IPCountry "";' in text(trusted_proxies=2)
    assert "CF-IPCountry" not in text(trusted_proxies=2, geo="header")


@with_nginx
@pytest.mark.parametrize("proxies", [1, 2, 3])
def test_nginx_limits_requests_and_connections_and_takes_its_configuration(
    tmp_path: Path, proxies: int
) -> None:
    with furnished(tmp_path, "", trusted_proxies=proxies) as house:
        site = nginx.Site(["127.0.0.1:9"], tmp_path / "nginx", alone=True)
        made = nginx.files(house, site)
        nginx.write(made, site.folder)
        (site.folder / "temporary").mkdir()
    command = [str(NGINX), "-t", "-q", "-c", str(site.folder / nginx.CONFIGURATION), "-e", "stderr"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    text = made[nginx.CONFIGURATION]
    assert "limit_req zone=touchline_requests burst=2000 nodelay;" in text
    assert "limit_conn touchline_connections 2000;" in text
    assert "client_body_timeout 20s;" in text


@with_nginx
def test_folders_may_have_names_with_spaces(tmp_path: Path) -> None:
    (tmp_path / "Film Club").mkdir()
    with furnished(tmp_path / "Film Club", "", trusted_proxies=1, delivery="nginx") as house:
        site = nginx.Site(["127.0.0.1:9"], tmp_path / "its nginx", alone=True)
        made = nginx.files(house, site)
        nginx.write(made, site.folder)
        (site.folder / "temporary").mkdir()
    command = [str(NGINX), "-t", "-q", "-c", str(site.folder / nginx.CONFIGURATION), "-e", "stderr"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f'alias "{tmp_path}/Film Club/media/";' in made[nginx.CONFIGURATION]


def test_the_command_writes_the_files_and_shows_the_configuration(tmp_path: Path) -> None:
    with furnished(tmp_path, "", trusted_proxies=1, delivery="nginx") as house:
        folder = tmp_path / "nginx"
        certificate = ["--certificate", "chain.pem", "--certificate-key", "key.pem", "--listen", "443"]
        done = CliRunner().invoke(nginx.nginx, [str(folder), "--app", "10.0.0.1:80", *certificate], obj=house)
        assert done.exit_code == 0, done.output
        assert done.output == (folder / "nginx.conf").read_text()
        assert "listen 443 ssl http2;" in done.output
        hsts = 'add_header Strict-Transport-Security "max-age=31536000" always;'
        own = [part for part in done.output.split("location ") if "add_header X-Content-Type-Options" in part]
        assert len(own) > 6
        assert all(hsts in part for part in own), "each answer of nginx's own"
        wrong = CliRunner().invoke(nginx.nginx, [str(folder), "--certificate", "chain.pem"], obj=house)
        assert "--certificate and --certificate-key go together." in wrong.output
        assert wrong.exit_code == 2
