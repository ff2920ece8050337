"""The two demo packs contain what the demo promises, whatever day they are applied."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from touchline.front.packs.pack import Pack
from touchline.front.packs.parser.pack_reader import read_pack
from touchline.front.packs.schemas.library import CAPABILITIES

PACKS = Path(__file__).parents[1] / "packs"
NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
MAX_IMAGE_BYTES = 150_000
EVENT_CAPABILITIES = {"clipping", "download", "download_clip"}  # films can be neither clipped nor downloaded


@pytest.fixture(scope="module")
def prairie() -> Pack:
    return read_pack(PACKS / "prairie", NOON)


@pytest.fixture(scope="module")
def atelier() -> Pack:
    return read_pack(PACKS / "atelier", NOON)


@pytest.fixture(params=["prairie", "atelier"])
def pack(request: pytest.FixtureRequest) -> Pack:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Pack)
    return found


def get_end(event: dict[str, Any]) -> datetime:
    end: datetime = event["starts"] + timedelta(seconds=event["duration"])
    return end


def list_texts(value: Any, key_path: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every text of a pack's content with its path."""
    if isinstance(value, dict) and value and all(isinstance(text, str) for text in value.values()):
        if set(value) <= {"en", "fr"}:
            yield key_path, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from list_texts(inner, f"{key_path}.{name}")
    elif isinstance(value, list):
        for inner in value:
            yield from list_texts(inner, key_path)


def test_prairie_has_eight_schools_four_sports_and_a_team_in_every_category(prairie: Pack) -> None:
    content = prairie.content
    assert len(content["groups"]) == 8
    assert {category["sport"] for category in content["categories"]} == {
        "hockey",
        "basketball",
        "soccer",
        "volleyball",
    }
    assert {team["category"] for team in content["participants"]} == {
        category["key"] for category in content["categories"]
    }
    assert len(content["participants"]) >= 24
    assert len(content["events"]) >= 60


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("days", [0, 1, 100])
def test_prairie_has_finished_live_and_upcoming_games_on_any_day(days: int) -> None:
    now = NOON + timedelta(days=days)
    events = read_pack(PACKS / "prairie", now).content["events"]
    finished = [event for event in events if get_end(event) <= now]
    live = [event for event in events if event["starts"] <= now < get_end(event)]
    assert (len(finished), len(live)) == (34, 5)
    assert sum(event["pass"] == "free" for event in live) == 2
    assert len({event["starts"].date() for event in events if event["starts"] > now}) >= 20


def test_every_finished_game_has_a_score_and_a_video_of_its_two_schools(prairie: Pack) -> None:
    videos = {video["key"]: video for video in prairie.content["footage"]}
    teams = {team["key"]: team for team in prairie.content["participants"]}
    for event in prairie.content["events"]:
        if get_end(event) > NOON:
            assert event["demo_footage"] is None, "a recording would end an upcoming game"
            continue
        video, away, home = videos[event["demo_footage"]], teams[event["away"]], teams[event["home"]]
        assert (video["sport"], video["away"], video["home"]) == (away["sport"], away["group"], home["group"])
        assert video["final"][0] <= event["score"]["away"], event["key"]
        assert video["final"][1] <= event["score"]["home"], event["key"]


def test_two_games_are_live_with_a_video_of_their_own_two_schools(prairie: Pack) -> None:
    videos = {video["key"]: video for video in prairie.content["footage"]}
    teams = {team["key"]: team for team in prairie.content["participants"]}
    live_events = [event for event in prairie.content["events"] if event["demo_live"]]
    assert len(live_events) == 2
    for event in live_events:
        video, away, home = videos[event["demo_live"]], teams[event["away"]], teams[event["home"]]
        assert event["starts"] <= NOON < get_end(event) and event["pass"] == "free"
        assert (video["sport"], video["away"], video["home"]) == (away["sport"], away["group"], home["group"])


def test_no_team_plays_itself_or_in_a_foreign_category(prairie: Pack) -> None:
    teams = {team["key"]: team for team in prairie.content["participants"]}
    for event in prairie.content["events"]:
        sides = [teams[event[side]] for side in ("away", "home") if event[side]]
        assert all(team["category"] == event["category"] for team in sides), event["key"]


def test_no_two_games_share_a_location_at_one_time(prairie: Pack) -> None:
    planned = sorted(prairie.content["events"], key=lambda event: (event["location"], event["starts"]))
    for event, following in pairwise(planned):
        if event["location"] == following["location"]:
            assert get_end(event) <= following["starts"], (event["key"], following["key"])


def test_atelier_has_a_library_with_videos_and_no_games(atelier: Pack) -> None:
    library = atelier.content["library"]
    assert not atelier.content["events"]
    assert not atelier.content["participants"]
    assert len(library["categories"]) == 7
    assert len(library["items"]) >= 30
    assert all(item["author"] and item["demo_footage"] for item in library["items"])
    assert len({item["image"] for item in library["items"]}) == len(library["items"])


def test_every_text_is_in_both_languages(pack: Pack) -> None:
    names = (".name", ".title", ".short_name", ".nickname", ".badge", ".author", ".note")
    untranslated = [
        key_path
        for key_path, text in list_texts(pack.content)
        if len(text) == 1 and not key_path.endswith(names)
    ]
    assert untranslated == []


def test_the_promo_code_appears_on_a_slide_and_in_the_faq_in_both_languages(pack: Pack) -> None:
    for language in ("en", "fr"):
        assert any("TIPOFF20" in slide["line"][language] for slide in pack.content["slides"])
        assert any("TIPOFF20" in entry["answer"][language] for entry in pack.content["faq"])


def get_text(pack: Pack, language: str) -> str:
    """Return all FAQ answers and pages of a pack in one language."""
    answers = [entry["answer"][language] for entry in pack.content["faq"]]
    return normalize_spaces("\n".join(answers + [page["text"][language] for page in pack.content["pages"]]))


def normalize_spaces(text: str) -> str:
    """Return a text with ordinary spaces."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The Basic pass covers the 2023-24 regular season"),
        ("fr", "Le forfait de base couvre la saison régulière 2023-24"),
    ],
)
def test_the_basic_pass_covers_one_regular_season(pack: Pack, language: str, sentence: str) -> None:
    assert sentence in get_text(pack, language)


def test_the_terms_say_that_nothing_is_refunded_and_when_plans_renew(pack: Pack) -> None:
    terms = next(page for page in pack.content["pages"] if page["url"] == "/terms_conditions")["text"]
    for sentence in ("All sales are final", "no refunds", "every 12 months", "every 30 days"):
        assert sentence in terms["en"]
    for sentence in ("ventes sont finales", "pas de remboursement", "tous les 12 mois", "tous les 30 jours"):
        assert sentence in normalize_spaces(terms["fr"])


def test_contact_requests_are_promised_within_five_business_days(pack: Pack) -> None:
    assert pack.content["channel"]["settings"]["contact_days"] == 5
    contacts = next(form for form in pack.content["forms"] if form["key"] == "contacts")
    assert "within {days} business days" in contacts["intro"]["en"]
    assert "moins de {days} jours ouvrables" in normalize_spaces(contacts["intro"]["fr"])
    assert contacts["to"].endswith(f"@{pack.slug}.example.org")


def test_every_text_of_a_form_is_in_both_languages(pack: Pack) -> None:
    for form in pack.content["forms"]:
        texts = [form[name] for name in ("title", "intro", "thanks", "submit") if form[name]]
        for field in form["fields"]:
            texts += [field["label"], *(option["label"] for option in field["options"])]
        assert all(text.keys() == {"en", "fr"} for text in texts)


def test_the_yearly_subscription_opens_everything_and_begins_with_a_trial(pack: Pack) -> None:
    yearly = next(offer for offer in pack.content["packages"]["subscriptions"] if offer["offer"] == "annual")
    unusable = set() if pack.content["events"] else EVENT_CAPABILITIES
    assert set(yearly["capabilities"]) == set(CAPABILITIES) - unusable
    assert yearly["trial_period"] == 7


def test_a_paid_game_without_its_own_price_can_be_bought_for_thirty_days(prairie: Pack) -> None:
    (single,) = (package for package in prairie.content["packages"]["packages"] if package["type"] == "event")
    assert (single["price"]["base"].decimal, single["price"]["fee"].decimal) == ("9.99", "0.75")
    assert (single["categories"], single["days"], single["capabilities"]) == ([], 30, ["watch"])
    assert "replay for 30 days" in get_text(prairie, "en")


@pytest.mark.parametrize(
    ("today", "last_day"), [(NOON, "2027-06-30"), (NOON + timedelta(days=250), "2028-06-30")]
)
def test_season_and_team_passes_last_to_the_next_end_of_june(today: datetime, last_day: str) -> None:
    packages = read_pack(PACKS / "prairie", today).content["packages"]["packages"]
    ends = {str(package["until"]) for package in packages if package["type"] in ("season", "team")}
    assert ends == {last_day}


def test_the_passes_of_the_workshop_have_the_promised_duration(atelier: Pack) -> None:
    packages = {package["key"]: package for package in atelier.content["packages"]["packages"]}
    assert packages["passage-d-un-mois"]["days"] == 30
    assert str(packages["passage-d-hiver"]["until"]) == "2027-04-30"


def test_the_promo_code_takes_a_fifth_off_what_its_slide_names(prairie: Pack, atelier: Pack) -> None:
    for pack, products in ((prairie, ["event", "package"]), (atelier, [])):
        (code,) = pack.content["coupons"]
        assert (code["code"], code["percent"], code["products"]) == ("TIPOFF20", 20, products)
        assert (code["limit"], code["limit_each"], code["starts"], code["ends"]) == (None,) * 4


def test_every_picture_is_small_and_used(pack: Pack) -> None:
    pictures = set((pack.root / "pictures").iterdir())
    assert pictures <= {path for path in pack.files.values() if path.parent.name == "pictures"}
    assert all(path.stat().st_size <= MAX_IMAGE_BYTES for path in pictures)


def test_french_punctuation_has_no_break_spaces(pack: Pack) -> None:
    for key_path, text in list_texts(pack.content):
        french = text.get("fr", "")
        assert not any(sign in french for sign in (" ;", " ?", " !", " »", "« ", " %", " $")), (
            key_path,
            french,
        )


def test_folded_texts_come_out_as_one_line_without_control_characters(pack: Pack) -> None:
    for key_path, text in list_texts(pack.content):
        assert all(
            character.isprintable() or character in "\n\u00a0\u202f" for character in "".join(text.values())
        ), key_path


def test_the_features_of_a_pass_match_its_capabilities(pack: Pack) -> None:
    offers = pack.content["packages"]["packages"] + pack.content["packages"]["subscriptions"]
    for offer in offers:
        features = " ".join(line["en"] for line in offer["features"])
        capabilities = set(offer["capabilities"])
        assert ("clips" in features) == ("clipping" in capabilities), offer["key"]
        assert ("ownload" in features) == bool({"download", "download_clip"} & capabilities), offer["key"]
        assert ("library" in features or "Every film" in features) == ("vod_media" in capabilities), offer[
            "key"
        ]
