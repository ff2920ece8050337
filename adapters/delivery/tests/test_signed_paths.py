"""Tokens of media paths: what opens, and what does not."""

from datetime import UTC, datetime, timedelta

import pytest

from adapters.delivery.signed_paths import LONGEST, SignedPaths
from touchline.catalog.ports.delivery import ANYBODY, NotAdmitted, Scope
from touchline.shared.clock import FixedClock
from touchline.shared.ids import SessionId

NOW = datetime(2026, 11, 21, 9, 7, tzinfo=UTC)
MASTER = "assets/7-ab12/master.m3u8"
SEGMENT = "assets/7-ab12/v0/00001.ts"
POSTER = "assets/7-ab12/poster.jpg"
VIEWER = SessionId(41)


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOW)


@pytest.fixture
def paths(clock: FixedClock) -> SignedPaths:
    return SignedPaths(b"secret", clock)


def token_of(url: str) -> str:
    return url.split("/")[2]


def test_one_token_opens_the_whole_folder_of_an_asset(paths: SignedPaths) -> None:
    token = token_of(paths.address(MASTER, VIEWER, Scope.FOLDER).url)
    assert paths.admit(token, MASTER).session_id == VIEWER
    assert paths.admit(token, SEGMENT).session_id == VIEWER


def test_it_opens_no_other_folder(paths: SignedPaths) -> None:
    token = token_of(paths.address(MASTER, VIEWER, Scope.FOLDER).url)
    for path in ("assets/8-cd34/master.m3u8", "assets/7-ab123/master.m3u8", "sources/7-ab12/master.m3u8"):
        with pytest.raises(NotAdmitted):
            paths.admit(token, path)


def test_what_plays_a_clip_opens_no_file_of_it(paths: SignedPaths) -> None:
    token = token_of(paths.address("clips/4f/play/master.m3u8", VIEWER, Scope.FOLDER).url)
    assert paths.admit(token, "clips/4f/play/v0/00000.ts").session_id == VIEWER
    for path in ("clips/4f/file/clip.mp4", "clips/4f/poster.jpg", "clips/5e/play/master.m3u8"):
        with pytest.raises(NotAdmitted):
            paths.admit(token, path)


def test_a_token_of_one_file_opens_that_file_only(paths: SignedPaths) -> None:
    token = token_of(paths.address(POSTER, ANYBODY, Scope.FILE).url)
    assert paths.admit(token, POSTER).session_id == ANYBODY
    for path in (SEGMENT, MASTER, POSTER + ".bak"):
        with pytest.raises(NotAdmitted):
            paths.admit(token, path)


def test_an_address_is_good_for_at_most_six_hours(paths: SignedPaths, clock: FixedClock) -> None:
    signed = paths.address(MASTER, VIEWER, Scope.FOLDER)
    token = token_of(signed.url)
    assert LONGEST - timedelta(minutes=15) < signed.expires_at - NOW <= LONGEST
    clock.set(signed.expires_at - timedelta(seconds=1))
    assert paths.admit(token, MASTER).expires_at == signed.expires_at
    clock.set(signed.expires_at)
    with pytest.raises(NotAdmitted, match="expired"):
        paths.admit(token, MASTER)


def test_the_address_stays_the_same_for_some_minutes(paths: SignedPaths, clock: FixedClock) -> None:
    before = paths.address(MASTER, VIEWER, Scope.FOLDER)
    clock.advance(timedelta(minutes=5))
    assert paths.address(MASTER, VIEWER, Scope.FOLDER) == before


def test_no_part_of_a_token_can_be_altered(paths: SignedPaths) -> None:
    token = token_of(paths.address(MASTER, VIEWER, Scope.FOLDER).url)
    expiry, session, scope, mac = token.split(".")
    other = ("A" if mac[0] != "A" else "B") + mac[1:]
    for altered in (
        f"{int(expiry) + 1}.{session}.{scope}.{mac}",
        f"{expiry}.{int(session) + 1}.{scope}.{mac}",
        f"{expiry}.0.{scope}.{mac}",
        f"{expiry}.{session}.f.{mac}",
        f"{expiry}.{session}.{scope}.{other}",
        f"0{expiry}.{session}.{scope}.{mac}".replace("0", "٠", 1),
        f"{expiry}.{session}.{scope}",
        f"{expiry}.{session}.{scope}.",
        "",
        "x" * 5000,
    ):
        with pytest.raises(NotAdmitted):
            paths.admit(altered, MASTER)


def test_a_token_signed_with_another_secret_is_foreign(paths: SignedPaths, clock: FixedClock) -> None:
    token = token_of(SignedPaths(b"another", clock).address(MASTER, VIEWER, Scope.FOLDER).url)
    with pytest.raises(NotAdmitted):
        paths.admit(token, MASTER)


def test_nobody_can_be_given_a_whole_folder(paths: SignedPaths) -> None:
    token = token_of(paths.address(MASTER, ANYBODY, Scope.FOLDER).url)
    with pytest.raises(NotAdmitted):
        paths.admit(token, MASTER)


@pytest.mark.parametrize(
    "path",
    ["assets/7-ab12/../8-cd34/v0/0.ts", "assets/7-ab12//v0/0.ts", "assets/7-ab12", "assets/7-ab12/..\\x"],
)
def test_paths_that_could_lead_elsewhere_are_not_admitted(paths: SignedPaths, path: str) -> None:
    token = token_of(paths.address(MASTER, VIEWER, Scope.FOLDER).url)
    with pytest.raises(NotAdmitted):
        paths.admit(token, path)


def test_the_media_host_stands_before_the_path(clock: FixedClock) -> None:
    signed = SignedPaths(b"secret", clock, "https://media.example").address(POSTER, ANYBODY, Scope.FILE)
    assert signed.url.startswith("https://media.example/media/")
    assert signed.url.endswith("/" + POSTER)


def test_a_showing_opens_its_folder_and_says_when_it_started(paths: SignedPaths) -> None:
    token = token_of(paths.showing(MASTER, VIEWER, NOW).url)
    for path in (MASTER, SEGMENT, POSTER):
        ticket = paths.admit(token, path)
        assert (ticket.session_id, ticket.scope, ticket.shown_from) == (VIEWER, Scope.SHOWING, NOW)
    assert paths.admit(token_of(paths.address(MASTER, VIEWER, Scope.FOLDER).url), MASTER).shown_from is None


def test_the_start_of_a_showing_is_signed(paths: SignedPaths) -> None:
    expiry, session, scope, mac = token_of(paths.showing(MASTER, VIEWER, NOW).url).split(".")
    for forged in ("d", "s", "s1", f"s{int(scope[1:]) - 60}", "d" + scope[1:], "f" + scope[1:]):
        with pytest.raises(NotAdmitted):
            paths.admit(f"{expiry}.{session}.{forged}.{mac}", MASTER)


def test_an_address_may_be_good_for_one_country(paths: SignedPaths) -> None:
    here = token_of(paths.address(MASTER, VIEWER, Scope.FOLDER, "US").url)
    assert paths.admit(here, SEGMENT).region == "US"
    shown = paths.admit(token_of(paths.showing(MASTER, VIEWER, NOW, "ZZ").url), SEGMENT)
    assert (shown.region, shown.shown_from) == ("ZZ", NOW)
    assert paths.admit(token_of(paths.address(MASTER, VIEWER, Scope.FOLDER).url), SEGMENT).region is None
    for forged in (here.replace(".d-US.", ".d."), here.replace(".d-US.", ".d-CA.")):
        with pytest.raises(NotAdmitted):
            paths.admit(forged, SEGMENT)


@pytest.mark.parametrize(("minutes", "least"), [(30, 15), (45, 30), (360, 345)])
def test_a_viewers_address_lives_as_long_as_the_setting_says_and_a_picture_the_longest(
    clock: FixedClock, minutes: int, least: int
) -> None:
    for after in range(0, 60, 7):
        now = clock.now() + timedelta(minutes=after)
        paths = SignedPaths(b"secret", FixedClock(now), minutes=minutes)
        left = paths.address(MASTER, VIEWER, Scope.FOLDER).expires_at - now
        assert timedelta(minutes=least) < left <= timedelta(minutes=minutes)
        picture = paths.address(POSTER, ANYBODY, Scope.FILE).expires_at - now
        assert picture > timedelta(minutes=345) - timedelta(seconds=1)
