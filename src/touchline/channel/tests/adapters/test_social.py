"""Log-in with Google and Facebook on the real app, with a provider on a real port (api.md, "Viewer")."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pyotp
import pytest
import requests
from dependency_injector import providers
from sqlalchemy import select

from adapters.social.oidc import OidcProviders
from adapters.social.providers import fake
from adapters.social.tests.running import Running, provider_running
from touchline.channel.adapters.sql.account_tables import AccountRow, SocialAttemptRow, SpentTokenRow
from touchline.channel.facade import ChannelFacts
from touchline.conftest import PASSWORD, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock

MAYA = "maya@example.com"
NOT_REGISTERED = (
    "You are not registered yet. Please accept terms and conditions and click Register to continue."
)
WRONG = "Wrong auth data"


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    """The demo's identity provider."""
    with provider_running() as found:
        yield found


@pytest.fixture(autouse=True)
def offered(house: House, running: Running) -> Iterator[None]:
    """The house offers both log-ins."""
    with offering(house, running.port):
        yield


@contextmanager
def offering(house: House, port: int) -> Iterator[None]:
    """The house offers log-ins of a provider at a port."""
    channel: Any = house.container.channel
    with channel.social_providers.override(providers.Object(OidcProviders(fake(port)))):
        forget_providers(channel.social)
        yield
    forget_providers(channel.social)


def forget_providers(social: Any) -> None:
    """Make again what knows the providers, and nothing more: resetting the whole container would also make
    another clock and other counts than the rest of the house has."""
    for made in (social.set_out, social.who_came_back, social.enter_by_social):
        made.reset()


@dataclass(frozen=True)
class Trip:
    """A visitor on the way to a provider and back."""

    visitor: Visitor
    provider: str = "google"

    def departure(self, **query: str) -> Any:
        """The answer to the first step."""
        asked = {"api_key": self.visitor.api_key, **query}
        headers = {"Host": self.visitor.channel.domains[0]}
        return self.visitor.browser.get(f"/auth/login/{self.provider}", query_string=asked, headers=headers)

    def back(self, person: str = "maya", **form: str) -> dict[str, str]:
        """What the browser brings back."""
        address = self.departure().headers["Location"]
        answer = requests.post(address, {"person": person, **form}, allow_redirects=False, timeout=5)
        query = parse_qs(urlsplit(answer.headers["Location"]).query)
        return {name: values[0] for name, values in query.items()}

    def post(self, brought: dict[str, str], **more: Any) -> Any:
        """The page's post of what was brought back."""
        return self.visitor.post(f"/v2/auth/social/{self.provider}", **brought, **more)

    def enter(self, person: str = "maya", **more: Any) -> Any:
        """All of it; the answer's `data`."""
        answer = self.post(self.back(person), accept_terms=True, **more)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return answer.json["data"]


def told(answer: Any) -> tuple[int, str]:
    """Status and sentence."""
    return answer.status_code, answer.json["message"]


@pytest.fixture
def account(
    transaction: Callable[..., AbstractContextManager[Any]], channel: ChannelFacts
) -> Callable[[str], Any]:
    """`account(address)`: the row of an account."""

    def find(address: str) -> Any:
        with transaction(channel.id) as session:
            return session.scalar(select(AccountRow).where(AccountRow.email_key == address))

    return find


@pytest.fixture
def verified(
    transaction: Callable[..., AbstractContextManager[Any]], channel: ChannelFacts, clock: FixedClock
) -> Callable[[str], None]:
    """`verified(address)`: its viewer has shown that it is theirs."""

    def verify(address: str) -> None:
        with transaction(channel.id) as session:
            row = session.scalar(select(AccountRow).where(AccountRow.email_key == address))
            row.email_verified_at = clock.now()

    return verify


def test_the_page_is_told_which_log_ins_there_are(visitor: Visitor) -> None:
    facts: Any = visitor.browser.get("/project.json").json
    assert facts["social"] == ["google", "facebook"]
    assert facts["robot_check"] == {"provider": None, "site_key": None}


def test_the_browser_is_sent_away_with_a_state_that_says_nothing(visitor: Visitor) -> None:
    answer = Trip(visitor).departure()
    query = {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["Location"]).query).items()}
    assert answer.status_code == 302
    assert query["redirect_uri"] == "http://prairie.localhost/auth/login/google/callback"
    assert query["code_challenge_method"] == "S256"
    assert visitor.api_key not in answer.headers["Location"]
    assert "google" not in query["state"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_a_page_that_names_its_channel_is_where_the_browser_comes_back_to(
    visitor: Visitor, stranger: Visitor
) -> None:
    headers = {"Host": "127.0.0.1:8080"}
    answer = stranger.browser.get(
        "/auth/login/google", query_string={"api_key": stranger.api_key}, headers=headers
    )
    query = parse_qs(urlsplit(answer.headers["Location"]).query)
    assert query["redirect_uri"] == ["http://127.0.0.1:8080/auth/login/google/callback?channel=atelier"]


def test_an_unknown_log_in_is_not_found(visitor: Visitor) -> None:
    assert Trip(visitor, "myspace").departure().status_code == 404
    assert visitor.post("/v2/auth/social/myspace").status_code == 404


def test_nobody_sets_out_without_an_api_key(visitor: Visitor) -> None:
    assert visitor.browser.get("/auth/login/google").status_code == 403


def test_a_newcomer_is_asked_for_the_terms_and_then_goes_on_with_the_same_code(visitor: Visitor) -> None:
    trip = Trip(visitor)
    brought = trip.back("noah")
    refused = trip.post(brought)
    assert told(refused) == (400, NOT_REGISTERED)
    assert refused.json["code"] == "errors.not_registered"
    assert told(trip.post(brought)) == (400, NOT_REGISTERED)
    user = trip.post(brought, accept_terms=True).json["data"]["user"]
    assert (user["first_name"], user["last_name"], user["email"]) == ("Noah", "Tremblay", "noah@example.com")
    assert (user["email_verified"], user["has_password"]) == (True, False)


def test_who_waits_is_unreadable_in_the_database(
    visitor: Visitor, transaction: Callable[..., AbstractContextManager[Any]]
) -> None:
    trip = Trip(visitor)
    brought = trip.back("noah")
    trip.post(brought)
    with transaction(visitor.channel.id) as session:
        row = session.scalars(select(SocialAttemptRow)).one()
        spent = session.scalars(select(SpentTokenRow)).one()
    kept = f"{row.code_hash} {row.sealed_person} {spent.token_hash}"
    assert not any(secret in kept for secret in ("noah", "Tremblay", brought["code"], brought["state"]))


def test_a_newcomer_who_takes_too_long_begins_again(visitor: Visitor, clock: FixedClock) -> None:
    trip = Trip(visitor)
    brought = trip.back("noah")
    trip.post(brought)
    clock.advance(timedelta(minutes=10, seconds=1))
    assert told(trip.post(brought, accept_terms=True)) == (400, WRONG)


def test_who_came_once_comes_again_without_any_question(
    visitor: Visitor, visit: Callable[[ChannelFacts], Visitor]
) -> None:
    first = Trip(visitor).enter("noah")
    trip = Trip(visit(visitor.channel))
    again = trip.post(trip.back("noah"))
    assert again.status_code == 200
    assert again.json["data"]["user"]["id"] == first["user"]["id"]


def test_the_old_key_opens_nothing_any_more(visitor: Visitor) -> None:
    entered = Trip(visitor).enter("noah")
    assert visitor.get("/settings").status_code == 403
    assert visitor.browser.get(f"/api/settings?api_key={entered['api_key']}").status_code == 200


def test_a_verified_address_leads_to_its_account(
    visitor: Visitor, visit: Callable[[ChannelFacts], Visitor], verified: Callable[[str], None]
) -> None:
    visitor.register(email=MAYA)
    verified(MAYA)
    trip = Trip(visit(visitor.channel))
    answer = trip.post(trip.back("maya"))
    assert answer.status_code == 200
    assert answer.json["data"]["user"]["has_password"] is True
    visit(visitor.channel).log_in(MAYA)


def test_who_waits_in_anothers_account_is_put_out_when_its_owner_comes(
    visitor: Visitor, visit: Callable[[ChannelFacts], Visitor], account: Callable[[str], Any]
) -> None:
    squatter = visitor.register(email=MAYA.upper())
    version = account(MAYA).credentials_version
    trip = Trip(visit(visitor.channel))
    user = trip.post(trip.back("maya")).json["data"]["user"]
    assert (user["email_verified"], user["has_password"], user["two_factor"]) == (True, False, False)
    assert squatter.get("/settings").status_code == 403
    assert visit(visitor.channel).post("/v2/auth/login", login=MAYA, password="anything").status_code == 400
    assert account(MAYA).credentials_version > version


def test_a_second_factor_is_asked_for_and_the_same_code_goes_on(
    visitor: Visitor,
    visit: Callable[[ChannelFacts], Visitor],
    verified: Callable[[str], None],
    clock: FixedClock,
) -> None:
    viewer = visitor.register(email=MAYA)
    verified(MAYA)
    begun: Any = viewer.post("/auth/second-factor", current_password=PASSWORD).json
    app = pyotp.TOTP(begun["data"]["secret"])
    assert viewer.post("/auth/second-factor/confirm", code=app.at(clock.now())).status_code == 200
    trip = Trip(visit(visitor.channel))
    brought = trip.back()
    for code, error in ((None, "second_factor_required"), ("000000", "second_factor_wrong")):
        refused = trip.post(brought, second_factor_code=code)
        assert (refused.status_code, refused.json["error"]) == (400, error)
    clock.advance(timedelta(seconds=30))
    assert trip.post(brought, second_factor_code=app.at(clock.now())).status_code == 200


@pytest.mark.parametrize(("provider", "person", "address"), [
    ("google", "ines", "ines@example.com"),
    ("facebook", "maya", MAYA),
])  # fmt: skip
def test_an_address_that_nobody_verified_leads_to_no_account(
    provider: str,
    person: str,
    address: str,
    visitor: Visitor,
    visit: Callable[[ChannelFacts], Visitor],
    verified: Callable[[str], None],
) -> None:
    visitor.register(email=address)
    verified(address)
    trip = Trip(visit(visitor.channel), provider)
    answer = trip.post(trip.back(person), accept_terms=True)
    assert told(answer) == (
        400,
        "There is an account with this email address already. Please log in with your password.",
    )
    assert answer.json["code"] == "errors.email_not_verified"


def test_a_newcomer_whose_address_nobody_verified_gets_a_letter(
    visitor: Visitor, account: Callable[[str], Any]
) -> None:
    trip = Trip(visitor, "facebook")
    brought = trip.back("other", first_name="Lea", email="lea@example.org", email_verified="yes")
    assert trip.post(brought, accept_terms=True).json["data"]["user"]["email_verified"] is False
    assert account("lea@example.org").email_verified_at is None
    letters: Any = visitor.browser.get("/_outbox.json").json
    assert "lea@example.org" in [letter["to"] for letter in letters]


def test_who_came_by_facebook_comes_by_it_again(
    visitor: Visitor, visit: Callable[[ChannelFacts], Visitor]
) -> None:
    first = Trip(visitor, "facebook").enter("noah")["user"]
    trip = Trip(visit(visitor.channel), "facebook")
    assert trip.post(trip.back("noah")).json["data"]["user"]["id"] == first["id"]


def test_without_an_address_nobody_is_registered(visitor: Visitor) -> None:
    trip = Trip(visitor)
    answer = trip.post(trip.back("theo"), accept_terms=True)
    assert told(answer) == (
        400,
        "To register we need your email address, and the other site did not tell it.",
    )


def test_a_code_is_taken_once(visitor: Visitor, visit: Callable[[ChannelFacts], Visitor]) -> None:
    trip = Trip(visitor)
    brought = trip.back("noah")
    assert trip.post(brought, accept_terms=True).status_code == 200
    assert told(Trip(visit(visitor.channel)).post(brought)) == (400, WRONG)


def test_a_state_is_of_no_use_to_another_browser(
    visitor: Visitor, visit: Callable[[ChannelFacts], Visitor]
) -> None:
    brought = Trip(visitor).back("maya")
    assert told(Trip(visit(visitor.channel)).post(brought)) == (400, WRONG)
    assert told(Trip(visitor).post(brought)) == (400, NOT_REGISTERED)


def test_a_state_is_of_no_use_at_another_provider_or_for_another_page(visitor: Visitor) -> None:
    brought = Trip(visitor).back("maya")
    assert told(Trip(visitor, "facebook").post(brought)) == (400, WRONG)
    assert told(Trip(visitor).post(brought, redirect_uri="http://elsewhere.example/")) == (400, WRONG)


def test_a_spent_state_takes_no_second_code(visitor: Visitor) -> None:
    trip = Trip(visitor)
    first, second = trip.back("noah"), trip.back("maya")
    assert told(trip.post({**first, "code": "guessed"})) == (400, WRONG)
    assert told(trip.post(first)) == (400, WRONG)
    assert told(trip.post(second)) == (400, NOT_REGISTERED)


@pytest.mark.parametrize("change", [{"state": "made up"}, {"state": ""}, {"code": ""}, {"code": "guessed"}])
def test_what_was_not_brought_back_is_wrong(change: dict[str, str], visitor: Visitor) -> None:
    trip = Trip(visitor)
    assert told(trip.post({**trip.back(), **change})) == (400, WRONG)


def test_a_state_is_good_for_ten_minutes(visitor: Visitor, clock: FixedClock) -> None:
    trip = Trip(visitor)
    brought = trip.back()
    clock.advance(timedelta(minutes=10, seconds=1))
    assert told(trip.post(brought)) == (400, WRONG)


def test_a_viewer_is_logged_in_already(visitor: Visitor) -> None:
    viewer = visitor.register()
    assert told(Trip(viewer).departure()) == (400, "You are already logged in")
    assert told(Trip(viewer).post({"code": "a", "state": "b"})) == (400, "You are already logged in")


def test_while_a_provider_is_down_the_page_says_so(house: House, visitor: Visitor) -> None:
    with offering(house, 9):
        assert Trip(visitor).departure().headers["Location"] == (
            "http://prairie.localhost/auth/login/google/callback?error=temporarily_unavailable"
        )


def test_an_account_of_another_channel_is_another(visitor: Visitor, stranger: Visitor) -> None:
    Trip(visitor).enter("noah")
    trip = Trip(stranger)
    assert told(trip.post(trip.back("noah"))) == (400, NOT_REGISTERED)


def test_no_log_line_has_a_code_or_a_state_in_it(visitor: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG"):
        trip = Trip(visitor)
        brought = trip.back("noah")
        trip.post(brought)
        trip.post(brought, accept_terms=True)
    written = " ".join(
        record.getMessage() for record in caplog.records if record.name != "urllib3.connectionpool"
    )
    assert "/v2/auth/social/<string:provider>" in written
    assert not any(value in written for value in (*brought.values(), visitor.api_key, "noah@example.com"))
