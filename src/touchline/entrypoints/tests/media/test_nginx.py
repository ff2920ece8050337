"""nginx: access without the app, cached authorizations, log lines and the generated configuration."""

from __future__ import annotations

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
from dependency_injector import providers

from adapters.delivery import nginx_media
from touchline.catalog.ports.media.delivery import MediaTokenClaims
from touchline.catalog.ports.media.playback_log import LiveViewer
from touchline.catalog.ports.media.storage import STORAGE_UNAVAILABLE
from touchline.conftest import create_test_application
from touchline.entrypoints.nginx import config
from touchline.entrypoints.tests.media.test_delivery import (
    CLIP,
    CONTENT,
    FILES,
    FOLDER,
    SEGMENT,
    STREAM,
    create_token,
    is_refused,
    problem,
    store_files,
)
from touchline.entrypoints.tests.media_gateways import (
    ENDED_SESSION,
    TIMEOUT_SECONDS,
    MediaGateway,
    create_nginx_gateway,
    with_nginx,
)
from touchline.shared.tests.machine import NGINX

STREAM_PATHS = (f"{STREAM}/source.m3u8", f"{STREAM}/source/1-00001.ts")


class FakePlaybackRights:
    """Port `PlaybackRights`: all sessions may play, or none."""

    def __init__(self) -> None:
        self.is_open, self.request_count = True, 0

    def can_play(self, _ticket: MediaTokenClaims, _path: str) -> bool:
        """Return the value that the test set."""
        self.request_count += 1
        return self.is_open

    def find_viewers(self, _claims: MediaTokenClaims, _path: str) -> tuple[LiveViewer, ...]:
        """Return no viewers, because the sessions have no account."""
        return ()


def install_fake_rights(nginx_gateway: MediaGateway) -> FakePlaybackRights:
    """Return playback rights that count the app's checks."""
    rights, container = FakePlaybackRights(), cast(Any, nginx_gateway.application.container)
    container.catalog.playback_rights.override(providers.Object(rights))
    return rights


@contextmanager
def run_fake_store(status: int = 200) -> Iterator[tuple[str, list[tuple[str, dict[str, str]]]]]:
    """Run a store that returns this status for every request. Yield its URL and its list of requests."""
    received_requests: list[tuple[str, dict[str, str]]] = []

    class FakeObjectStore(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            received_requests.append(
                (self.path, {name.lower(): value for name, value in self.headers.items()})
            )
            self.send_response(status)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"ok")

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), FakeObjectStore)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", received_requests
    server.shutdown()
    server.server_close()


@pytest.fixture
def nginx_without_hooks(tmp_path: Path) -> Iterator[MediaGateway]:
    """Return an nginx that does not check whether a session is open."""
    with create_nginx_gateway(tmp_path, calls_hooks=False) as nginx_gateway:
        store_files(nginx_gateway)
        yield nginx_gateway


@pytest.fixture
def nginx_gateway(tmp_path: Path) -> Iterator[MediaGateway]:
    """Return an nginx that checks whether a session is open."""
    with create_nginx_gateway(tmp_path) as nginx_gateway:
        store_files(nginx_gateway)
        yield nginx_gateway


@with_nginx
def test_media_of_an_ended_session_play_until_expiry_without_session_checks(
    nginx_without_hooks: MediaGateway,
) -> None:
    assert (
        nginx_without_hooks.send(
            f"/media/{create_token(nginx_without_hooks, SEGMENT, ENDED_SESSION)}/{SEGMENT}"
        ).body
        == CONTENT
    )
    nginx_without_hooks.close_app()
    assert (
        nginx_without_hooks.send(f"/media/{create_token(nginx_without_hooks, SEGMENT)}/{SEGMENT}").body
        == CONTENT
    )


@with_nginx
def test_signed_media_play_while_the_app_is_unavailable(nginx_gateway: MediaGateway) -> None:
    token, download_token = (
        create_token(nginx_gateway, SEGMENT),
        create_token(nginx_gateway, f"{CLIP}/file/clip.mp4"),
    )
    nginx_gateway.close_app()
    for path in FILES:
        assert nginx_gateway.send(f"/media/{token}/{path}").status == 200, path
    assert is_refused(nginx_gateway.send(f"/media/{token[:-1]}/{SEGMENT}"))
    assert nginx_gateway.send(f"/media/{download_token}/{CLIP}/file/clip.mp4").status == 502


@with_nginx
def test_alternative_spellings_of_a_signed_url_are_rejected(nginx_gateway: MediaGateway) -> None:
    token = create_token(nginx_gateway, SEGMENT)
    for address in (
        *(f"//media/{token}/{SEGMENT}", f"/x/../media/{token}/{SEGMENT}", f"/./media/{token}/{SEGMENT}"),
        *(f"/%6dedia/{token}/{SEGMENT}", f"/media/{token}/%61{SEGMENT[1:]}", f"/media/{token}//{SEGMENT}"),
        *(f"/media/{token}/{SEGMENT}#a", f"/media/{token}/x/../{SEGMENT}", f"/media/{token}/{SEGMENT}/"),
        *(f"/-media/kept/{SEGMENT}", f"/-media/known/{SEGMENT}", "/-media/whether", "/-media/unasked"),
    ):
        assert nginx_gateway.send(address).status in {400, 403, 404}, address
    assert nginx_gateway.send(f"/media/{token}/{SEGMENT}?a=../b").body == CONTENT


@pytest.mark.quick_cases(1)
@with_nginx
@pytest.mark.parametrize("path", [SEGMENT, *STREAM_PATHS])
def test_a_cached_authorization_is_not_used_for_another_token(nginx_gateway: MediaGateway, path: str) -> None:
    token = create_token(nginx_gateway, path)
    assert nginx_gateway.send(f"/media/{token}/{path}").status == 200
    nginx_gateway.close_app()
    assert nginx_gateway.send(f"/media/{token}/{path}", "HEAD").status == 200
    for other in (f"{token[:-1]}x", token.replace(".41.", ".43."), token.replace(".d.", ".f.")):
        assert is_refused(nginx_gateway.send(f"/media/{other}/{path}")), other
    assert is_refused(nginx_gateway.send(f"/media/{token}/assets/8-cd34/master.m3u8"))


@pytest.mark.quick_cases(1)
@with_nginx
@pytest.mark.parametrize("order", [STREAM_PATHS, STREAM_PATHS[::-1]], ids=["playlist", "segment"])
def test_a_stream_is_authorized_once_and_has_cache_headers(
    nginx_gateway: MediaGateway, order: tuple[str, str]
) -> None:
    rights = install_fake_rights(nginx_gateway)
    token = create_token(nginx_gateway, order[0])
    responses = {
        path: nginx_gateway.send(f"/media/{token}/{path}").headers["cache-control"]
        for path in (*order, *order)
    }
    playlist, segment = (responses[path] for path in STREAM_PATHS)
    assert playlist == "private, no-cache"
    assert segment.endswith(", immutable")
    assert rights.request_count == 1


@with_nginx
def test_a_session_check_is_cached_for_twenty_seconds(nginx_gateway: MediaGateway) -> None:
    token = create_token(nginx_gateway, SEGMENT)
    assert [nginx_gateway.send(f"/media/{token}/{path}").status for path in FILES] == [200] * len(FILES)
    nginx_gateway.close_app()
    ended = create_token(nginx_gateway, SEGMENT, ENDED_SESSION)
    assert nginx_gateway.send(f"/media/{ended}/{SEGMENT}").status == 200  # no app is available to check


@pytest.mark.quick_cases(1)
@with_nginx
@pytest.mark.parametrize("path", [SEGMENT, *STREAM_PATHS])
def test_cached_authorizations_expire_and_are_renewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    for name in ("_AUTH_REQUEST", "_SESSION_LOCATIONS"):
        monkeypatch.setattr(nginx_media, name, getattr(nginx_media, name).replace("20s", "1s"))
    responses = 0
    with create_nginx_gateway(tmp_path) as nginx_gateway:
        store_files(nginx_gateway)
        rights = install_fake_rights(nginx_gateway)
        address = f"/media/{create_token(nginx_gateway, path)}/{path}"
        for is_open, expected in ((True, 200), (False, 403), (True, 200)):
            rights.is_open, until = is_open, monotonic() + TIMEOUT_SECONDS
            while (status := nginx_gateway.send(address).status) != expected and monotonic() < until:
                responses += 1
            assert status == expected
    assert rights.request_count * 2 < responses, "nginx caches each response of the app"


@with_nginx
@pytest.mark.parametrize("path", [SEGMENT, STREAM_PATHS[0], f"{STREAM}/source/1-00001.ts"])
def test_a_refusal_is_not_cached(nginx_gateway: MediaGateway, path: str) -> None:
    rights = install_fake_rights(nginx_gateway)
    address = f"/media/{create_token(nginx_gateway, path)}/{path}"
    rights.is_open = False
    assert [nginx_gateway.send(address).status for _ in range(2)] == [403, 403]
    rights.is_open = True
    assert [nginx_gateway.send(address).status for _ in range(2)] == [200, 200]
    assert rights.request_count == 3


@with_nginx
def test_nginx_signs_store_requests_like_the_aws_sdk(tmp_path: Path) -> None:
    with run_fake_store() as (endpoint, received_requests):
        keys: dict[str, Any] = {
            "s3_access_key": "AKIDEXAMPLE",
            "s3_secret_key": "a secret / word",
            "s3_prefix": "a b/c",
        }
        with create_nginx_gateway(
            tmp_path, storage="s3", s3_endpoint=endpoint, s3_bucket="media", **keys
        ) as nginx_gateway:
            response = nginx_gateway.send(
                f"/media/{create_token(nginx_gateway, SEGMENT)}/{SEGMENT}", Cookie="theirs", Range="bytes=0-9"
            )
    assert response.status == 200
    path, sent_headers = received_requests[0]
    assert path == f"/media/a%20b/c/{SEGMENT}"
    assert "cookie" not in sent_headers
    assert sent_headers["range"] == "bytes=0-9"
    aws_request = AWSRequest(
        "GET", endpoint + path, {name: sent_headers[name] for name in ("x-amz-date", "x-amz-content-sha256")}
    )
    aws_request.context["timestamp"] = sent_headers["x-amz-date"]
    signer = S3SigV4Auth(Credentials(keys["s3_access_key"], keys["s3_secret_key"]), "s3", "us-east-1")
    signature = signer.signature(
        signer.string_to_sign(aws_request, signer.canonical_request(aws_request)), aws_request
    )
    assert sent_headers["authorization"].endswith(f"Signature={signature}")
    assert "Credential=AKIDEXAMPLE/" in sent_headers["authorization"]


@pytest.mark.quick_cases(1)
@with_nginx
@pytest.mark.parametrize("status", [None, 301, 403, 503], ids=["unavailable", "moved", "forbidden", "busy"])
def test_a_store_error_is_returned_as_a_problem_response(tmp_path: Path, status: int | None) -> None:
    keys: dict[str, Any] = {"s3_access_key": "AKIDEXAMPLE", "s3_secret_key": "a secret / word"}
    with ExitStack() as stack:
        with run_fake_store() as (stopped_url, _):
            pass
        endpoint = stack.enter_context(run_fake_store(status))[0] if status else stopped_url
        settings = {"storage": "s3", "s3_endpoint": endpoint, "s3_bucket": "media", **keys}
        nginx_gateway = stack.enter_context(create_nginx_gateway(tmp_path, **settings))
        response = nginx_gateway.send(f"/media/{create_token(nginx_gateway, SEGMENT)}/{SEGMENT}")
        assert is_refused(
            nginx_gateway.send(f"/media/{create_token(nginx_gateway, SEGMENT, ENDED_SESSION)}/{SEGMENT}")
        )
    body = problem(response)
    assert (response.status, body["code"], response.headers["retry-after"]) == (
        503,
        STORAGE_UNAVAILABLE.code,
        "60",
    )
    assert body["detail"] == STORAGE_UNAVAILABLE


@with_nginx
def test_the_log_contains_no_signed_urls_or_keys(nginx_gateway: MediaGateway) -> None:
    token = create_token(nginx_gateway, SEGMENT)
    for path in (
        f"/media/{token}/{SEGMENT}",
        f"/media/{token[:-1]}/{SEGMENT}",
        "/api/events?api_key=hidden1",
    ):
        nginx_gateway.send(path)
    nginx_gateway.send(f"/media/{token}/{FOLDER}/none.ts", X_Request_Id="of-the-caller")
    lines = nginx_gateway.read_log("request_id=of-the-caller")
    assert token[:-1] not in lines
    assert "hidden1" not in lines
    assert f"GET /media/-/{SEGMENT}" in lines
    assert '"GET /api/events" 403' in lines


@pytest.mark.nightly
@with_nginx
def test_hsts_follows_the_outer_proxy(tmp_path: Path) -> None:
    with create_nginx_gateway(tmp_path, trusted_proxies=2) as nginx_gateway:
        store_files(nginx_gateway)
        for path in (f"/media/{create_token(nginx_gateway, SEGMENT)}/{SEGMENT}", "/media/"):
            by_tls = nginx_gateway.send(path, X_Forwarded_Proto="https")
            assert by_tls.headers["strict-transport-security"] == "max-age=31536000"
            assert "strict-transport-security" not in nginx_gateway.send(path).headers


@pytest.mark.quick_cases(1)
@with_nginx
@pytest.mark.parametrize("proxies", [1, 2, 3])
def test_nginx_limits_requests_and_connections_and_accepts_its_configuration(
    tmp_path: Path, proxies: int
) -> None:
    with create_test_application(tmp_path, "", trusted_proxies=proxies) as application:
        site = config.NginxSite(["127.0.0.1:9"], tmp_path / "nginx", is_standalone=True)
        made = config.render_files(application, site)
        config.write_files(made, site.folder)
        (site.folder / "temporary").mkdir()
    command = [str(NGINX), "-t", "-q", "-c", str(site.folder / config.CONFIG_FILE), "-e", "stderr"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    text = made[config.CONFIG_FILE]
    assert "limit_req zone=touchline_requests burst=2000 nodelay;" in text
    assert "limit_conn touchline_connections 2000;" in text
    assert "client_body_timeout 20s;" in text
