"""First paint of a page: public content in the page's language, before any script runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from touchline.channel.facade import ChannelDetails
from touchline.channel.tests.pack_samples import slide
from touchline.conftest import channel_part
from touchline.entrypoints.bootstrap import Application

pytestmark = pytest.mark.usefixtures("dist")
Ids = Callable[[str, str], int]
GetFirstPaint = Callable[..., str]
ACTION = {"label": {"en": "Watch <live>", "fr": "Regarder"}, "url": "/live"}
MAIN_SLIDE = slide(
    "one",
    type="main",
    weight=3,
    of=None,
    event=None,
    action=ACTION,
    title={"en": "A & B", "fr": "B et A"},
    image_tall="/files/prairie/tall.webp",
)
TEAM_SLIDE = slide("two", type="participant", weight=9, of="timber", event=None)


@pytest.fixture
def get_first_paint(client: FlaskClient, site: ChannelDetails) -> GetFirstPaint:
    """Return a function that returns the body of a page of `prairie`: `get_first_paint("/login")`."""

    def get(path: str, **query: Any) -> str:
        page = client.get(path, query_string=query, headers={"Host": "prairie.localhost"})
        return page.text.partition("<body>")[2]

    return get


@pytest.fixture
def slides(application: Application, site: ChannelDetails) -> Callable[..., None]:
    """Return a function that puts slides on the home page: `slides(one, two)`."""

    def put(*entries: dict[str, Any]) -> None:
        with application.container.database().transaction(site.id):
            part = channel_part("prairie", slides=list(entries))
            application.container.channel.facade().apply_pack(
                part, {"participant": {"timber": 1}, "event": {"on-now": 1}}
            )

    return put


def test_home_opens_with_its_heaviest_main_slide_in_the_pages_language(
    get_first_paint: GetFirstPaint, slides: Callable[..., None]
) -> None:
    slides(TEAM_SLIDE, MAIN_SLIDE)
    english, french = get_first_paint("/"), get_first_paint("/", lang="fr")
    assert '<h2 class="display slide__title">A &amp; B</h2>' in english
    assert '<a class="btn btn--primary btn--l slide__action" href="/live">Watch &lt;live&gt;</a>' in english
    assert '<source media="(min-width: 720px)" srcset="/files/prairie/hero.webp">' in english
    assert '<img src="/files/prairie/tall.webp" alt=""' in english and 'fetchpriority="high"' in english
    assert '<h1 class="sr-only">Prairie</h1>' in english
    assert "B et A" in french and "Regarder" in french and "Watch" not in french


def test_a_home_page_with_a_filter_or_without_slides_starts_empty(
    get_first_paint: GetFirstPaint, slides: Callable[..., None]
) -> None:
    assert 'id="first"' not in get_first_paint("/")
    slides(MAIN_SLIDE)
    assert 'id="first"' in get_first_paint("/", utm_source="mail")
    for query in ({"school": "cedar-ridge"}, {"category_id": 1}, {"q": "x"}):
        assert 'id="first"' not in get_first_paint("/", **query), query


EVENT_SLIDE = {**MAIN_SLIDE, "image": None, "image_tall": None, "event": "plain"}


@pytest.fixture
def plain_slide(application: Application, site: ChannelDetails, apply_events: Callable[..., None]) -> Any:
    """Return a function that shows one slide, about the game `plain` with these fields."""

    def put(**changes: Any) -> None:
        apply_events(**changes)
        with application.container.database().transaction(site.id):
            ids = {"event": application.container.catalog.facade().list_ids_by_key("event")}
            application.container.channel.facade().apply_pack(
                channel_part("prairie", slides=[EVENT_SLIDE]), ids
            )

    return put


IMAGES = {name: f"/files/prairie/{name}.webp" for name in ("card", "poster", "tall")}


def test_a_slide_without_an_image_shows_the_poster_of_its_event_and_the_tall_picture_on_phones(
    get_first_paint: GetFirstPaint, plain_slide: Callable[..., None]
) -> None:
    plain_slide(images=IMAGES)
    page = get_first_paint("/")
    assert '<source media="(min-width: 720px)" srcset="/files/prairie/poster.webp">' in page
    assert '<img src="/files/prairie/tall.webp" alt=""' in page
    plain_slide(images={**IMAGES, "poster": None, "tall": None})
    page = get_first_paint("/")
    assert 'srcset="/files/prairie/card.webp"' in page and '<img src="/files/prairie/card.webp"' in page


def test_a_slide_about_a_game_without_pictures_shows_both_teams(
    get_first_paint: GetFirstPaint, plain_slide: Callable[..., None]
) -> None:
    plain_slide()
    page = get_first_paint("/")
    assert '<div class="slide__art">' in page and 'class="matchup matchup--poster"' in page
    assert "<picture" not in page


def test_a_slide_about_a_private_event_shows_nothing_of_it(
    get_first_paint: GetFirstPaint, plain_slide: Callable[..., None]
) -> None:
    plain_slide(images=IMAGES, visibility="team_members")
    page = get_first_paint("/")
    assert "slide__title" in page and "matchup" not in page and "poster.webp" not in page


@pytest.fixture
def on_air(application: Application, site: ChannelDetails, ids: Ids) -> None:
    """Start the stream of `on-now`."""
    with application.container.database().transaction(site.id):
        application.container.catalog.events().set_publishing(ids("event", "on-now"), True)


def test_a_playing_event_has_its_name_and_its_player_area(
    on_air: None, get_first_paint: GetFirstPaint, ids: Ids
) -> None:
    page = get_first_paint(f"/watch/{ids('event', 'on-now')}")
    assert '<h1 class="display h1">Harlan Falls @ Cedar Ridge</h1>' in page
    assert '<div class="player">' in page


def test_a_live_event_without_a_poster_gets_a_generated_one_in_its_player(
    on_air: None, get_first_paint: GetFirstPaint, ids: Ids
) -> None:
    page = get_first_paint(f"/watch/{ids('event', 'on-now')}")
    assert '<div class="player__poster"><div class="matchup matchup--poster"' in page


@pytest.mark.parametrize(
    "key", ["over-soccer", "later-soccer", "later", "on-now"], ids=["closed", "paid", "to come", "due"]
)
def test_a_locked_or_upcoming_event_has_a_generated_image_and_no_player(
    get_first_paint: GetFirstPaint, ids: Ids, key: str
) -> None:
    page = get_first_paint(f"/watch/{ids('event', key)}")
    assert '<div class="gate">' in page and "matchup--poster" in page
    assert "player" not in page and "/media/" not in page


def test_spoilers_are_marked_and_contain_no_score(
    get_first_paint: GetFirstPaint, ids: Ids, slides: Callable[..., None]
) -> None:
    page = get_first_paint(f"/watch/{ids('event', 'over')}")
    assert "data-spoiler" in page and "<b>3" not in page and "OT" not in page
    slides(MAIN_SLIDE)
    assert "data-spoiler" not in get_first_paint("/")
    slides({**MAIN_SLIDE, "event": "on-now"})
    assert "data-spoiler" in get_first_paint("/")


def test_the_library_has_its_texts_and_its_first_items(get_first_paint: GetFirstPaint) -> None:
    english, french = get_first_paint("/vod_library"), get_first_paint("/vod_library", lang="fr")
    assert '<h1 class="display h1">Library</h1>' in english
    assert "Watch on demand" in english
    assert '<h1 class="display h1">Vidéothèque</h1>' in french and "quand vous voulez" in french
    assert 'href="/vod_library/' in english and english.count("card__poster") <= 4
    assert 'id="first"' not in get_first_paint("/vod_library", category="films")


def test_the_login_form_is_an_empty_shell(get_first_paint: GetFirstPaint) -> None:
    page = get_first_paint("/login", lang="fr")
    assert '<h1 class="display h1">Se connecter</h1>' in page
    assert '<a class="link" href="/registration">Créer un compte</a>' in page
    assert "<input" not in page and "<form" not in page


OTHER_PATHS = {
    "private": "/profile",
    "missing": "/404",
    "nowhere": "/nowhere",
    "no game": "/watch/999",
    "text": "/about",
    "embedded": "/watch_embed/{event}",
    "editor": "/watch/{event}/clip",
}


@pytest.mark.parametrize("path", list(OTHER_PATHS.values()), ids=list(OTHER_PATHS))
def test_other_pages_start_empty(get_first_paint: GetFirstPaint, ids: Ids, path: str) -> None:
    assert 'id="first"' not in get_first_paint(path.format(event=ids("event", "on-now")))


def test_without_scripts_it_is_visible_and_fonts_load_with_the_app(
    client: FlaskClient, site: ChannelDetails
) -> None:
    page = client.get("/login", headers={"Host": "prairie.localhost"})
    nonce = page.headers["Content-Security-Policy"].partition("'nonce-")[2].partition("'")[0]
    assert f'<noscript><style nonce="{nonce}">#first{{visibility:visible}}</style></noscript>' in page.text
    assert "unsafe-inline" not in page.headers["Content-Security-Policy"].partition("style-src-attr")[0]


@pytest.mark.parametrize(
    ("language", "message"), [("en", "Apologies! Our service"), ("fr", "Toutes nos excuses")]
)
@pytest.mark.parametrize("path", ["/", "/faq", "/watch/99", "/nowhere"])
def test_every_page_has_an_error_for_when_its_app_does_not_load(
    get_first_paint: GetFirstPaint, path: str, language: str, message: str
) -> None:
    _, _, error = get_first_paint(path, lang=language).partition('<template id="load-error">')
    assert message in error
    assert 'href=""' in error, "the link must load the same page again"
