"""Tokens of media paths: what they give access to, and what they do not."""

from datetime import UTC, datetime, timedelta

import pytest

from adapters.delivery.signed_paths import MAX_LIFETIME, SignedPaths
from touchline.catalog.ports.media.delivery import PUBLIC_SESSION, InvalidMediaTokenError, TokenScope
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


def extract_token(url: str) -> str:
    return url.split("/")[2]


def test_one_token_opens_all_files_of_an_asset_folder(paths: SignedPaths) -> None:
    token = extract_token(paths.sign(MASTER, VIEWER, TokenScope.FOLDER).url)
    assert paths.verify(token, MASTER).session_id == VIEWER
    assert paths.verify(token, SEGMENT).session_id == VIEWER


def test_it_opens_no_other_folder(paths: SignedPaths) -> None:
    token = extract_token(paths.sign(MASTER, VIEWER, TokenScope.FOLDER).url)
    for path in ("assets/8-cd34/master.m3u8", "assets/7-ab123/master.m3u8", "sources/7-ab12/master.m3u8"):
        with pytest.raises(InvalidMediaTokenError):
            paths.verify(token, path)


def test_a_clip_playback_token_opens_no_download(paths: SignedPaths) -> None:
    token = extract_token(paths.sign("clips/4f/play/master.m3u8", VIEWER, TokenScope.FOLDER).url)
    assert paths.verify(token, "clips/4f/play/v0/00000.ts").session_id == VIEWER
    for path in ("clips/4f/file/clip.mp4", "clips/4f/poster.jpg", "clips/5e/play/master.m3u8"):
        with pytest.raises(InvalidMediaTokenError):
            paths.verify(token, path)


def test_a_token_of_one_file_opens_that_file_only(paths: SignedPaths) -> None:
    token = extract_token(paths.sign(POSTER, PUBLIC_SESSION, TokenScope.FILE).url)
    assert paths.verify(token, POSTER).session_id == PUBLIC_SESSION
    for path in (SEGMENT, MASTER, POSTER + ".bak"):
        with pytest.raises(InvalidMediaTokenError):
            paths.verify(token, path)


def test_a_url_is_valid_for_at_most_six_hours(paths: SignedPaths, clock: FixedClock) -> None:
    signed = paths.sign(MASTER, VIEWER, TokenScope.FOLDER)
    token = extract_token(signed.url)
    assert MAX_LIFETIME - timedelta(minutes=15) < signed.expires_at - NOW <= MAX_LIFETIME
    clock.set(signed.expires_at - timedelta(seconds=1))
    assert paths.verify(token, MASTER).expires_at == signed.expires_at
    clock.set(signed.expires_at)
    with pytest.raises(InvalidMediaTokenError, match="expired"):
        paths.verify(token, MASTER)


def test_the_url_stays_the_same_for_some_minutes(paths: SignedPaths, clock: FixedClock) -> None:
    before = paths.sign(MASTER, VIEWER, TokenScope.FOLDER)
    clock.advance(timedelta(minutes=5))
    assert paths.sign(MASTER, VIEWER, TokenScope.FOLDER) == before


def test_no_part_of_a_token_can_be_altered(paths: SignedPaths) -> None:
    token = extract_token(paths.sign(MASTER, VIEWER, TokenScope.FOLDER).url)
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
        with pytest.raises(InvalidMediaTokenError):
            paths.verify(altered, MASTER)


def test_a_token_signed_with_another_secret_is_rejected(paths: SignedPaths, clock: FixedClock) -> None:
    token = extract_token(SignedPaths(b"another", clock).sign(MASTER, VIEWER, TokenScope.FOLDER).url)
    with pytest.raises(InvalidMediaTokenError):
        paths.verify(token, MASTER)


def test_a_public_token_cannot_open_a_folder(paths: SignedPaths) -> None:
    token = extract_token(paths.sign(MASTER, PUBLIC_SESSION, TokenScope.FOLDER).url)
    with pytest.raises(InvalidMediaTokenError):
        paths.verify(token, MASTER)


@pytest.mark.parametrize(
    "path",
    ["assets/7-ab12/../8-cd34/v0/0.ts", "assets/7-ab12//v0/0.ts", "assets/7-ab12", "assets/7-ab12/..\\x"],
)
def test_paths_with_traversal_are_rejected(paths: SignedPaths, path: str) -> None:
    token = extract_token(paths.sign(MASTER, VIEWER, TokenScope.FOLDER).url)
    with pytest.raises(InvalidMediaTokenError):
        paths.verify(token, path)


def test_the_media_host_precedes_the_path(clock: FixedClock) -> None:
    signed = SignedPaths(b"secret", clock, "https://media.example").sign(
        POSTER, PUBLIC_SESSION, TokenScope.FILE
    )
    assert signed.url.startswith("https://media.example/media/")
    assert signed.url.endswith("/" + POSTER)


def test_a_simulation_token_opens_its_folder_and_carries_its_start(paths: SignedPaths) -> None:
    token = extract_token(paths.sign_simulation(MASTER, VIEWER, NOW).url)
    for path in (MASTER, SEGMENT, POSTER):
        claims = paths.verify(token, path)
        assert (claims.session_id, claims.scope, claims.simulation_started_at) == (
            VIEWER,
            TokenScope.SIMULATION,
            NOW,
        )
    assert (
        paths.verify(
            extract_token(paths.sign(MASTER, VIEWER, TokenScope.FOLDER).url), MASTER
        ).simulation_started_at
        is None
    )


def test_the_start_of_a_simulation_is_signed(paths: SignedPaths) -> None:
    expiry, session, scope, mac = extract_token(paths.sign_simulation(MASTER, VIEWER, NOW).url).split(".")
    for forged in ("d", "s", "s1", f"s{int(scope[1:]) - 60}", "d" + scope[1:], "f" + scope[1:]):
        with pytest.raises(InvalidMediaTokenError):
            paths.verify(f"{expiry}.{session}.{forged}.{mac}", MASTER)


def test_a_url_can_be_bound_to_one_country(paths: SignedPaths) -> None:
    us_token = extract_token(paths.sign(MASTER, VIEWER, TokenScope.FOLDER, "US").url)
    assert paths.verify(us_token, SEGMENT).region == "US"
    simulation = paths.verify(extract_token(paths.sign_simulation(MASTER, VIEWER, NOW, "ZZ").url), SEGMENT)
    assert (simulation.region, simulation.simulation_started_at) == ("ZZ", NOW)
    assert (
        paths.verify(extract_token(paths.sign(MASTER, VIEWER, TokenScope.FOLDER).url), SEGMENT).region is None
    )
    for forged in (us_token.replace(".d-US.", ".d."), us_token.replace(".d-US.", ".d-CA.")):
        with pytest.raises(InvalidMediaTokenError):
            paths.verify(forged, SEGMENT)


@pytest.mark.parametrize(("minutes", "min_lifetime"), [(30, 15), (45, 30), (360, 345)])
def test_a_viewer_url_lasts_as_configured_and_a_public_image_url_the_maximum(
    clock: FixedClock, minutes: int, min_lifetime: int
) -> None:
    for after in range(0, 60, 7):
        now = clock.now() + timedelta(minutes=after)
        paths = SignedPaths(b"secret", FixedClock(now), minutes=minutes)
        lifetime = paths.sign(MASTER, VIEWER, TokenScope.FOLDER).expires_at - now
        assert timedelta(minutes=min_lifetime) < lifetime <= timedelta(minutes=minutes)
        image_lifetime = paths.sign(POSTER, PUBLIC_SESSION, TokenScope.FILE).expires_at - now
        assert image_lifetime > timedelta(minutes=345) - timedelta(seconds=1)
