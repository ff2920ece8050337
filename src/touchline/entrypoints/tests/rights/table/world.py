"""What a viewer holds: each right as it is given out, and the question whether it still works."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from click.testing import CliRunner
from flask.testing import FlaskClient

from adapters.payments.fake_stripe.running import Running
from touchline.channel.adapters.cli.operator_commands import operator
from touchline.channel.tests.adapters.links import link_to
from touchline.clips.tests.adapters.test_rights_end import Played
from touchline.conftest import NEWCOMER, NOON, PASSWORD, Visitor
from touchline.engagement.domain.things import About, AboutType
from touchline.engagement.domain.unsubscribing import Leave
from touchline.engagement.tests.adapters.test_pushing import TELL, by_push_alone, subscribe
from touchline.engagement.tests.fakes import FakePush
from touchline.shared.ids import AccountId, EventId

EMAIL = NEWCOMER["email"]
SHORT = "short"
TONIGHT = "tonight"
"""The key of a game that begins in two hours."""
Works = Callable[[], bool]


@dataclass
class World:
    """`telephone` holds the rights, `laptop` is the same viewer elsewhere, `browser` somebody else's;
    `stand_in` plays the payment provider."""

    played: Played
    laptop: Visitor
    telephone: Visitor
    browser: FlaskClient
    push: FakePush
    stand_in: Running
    account_id: AccountId = field(init=False)

    def __post_init__(self) -> None:
        self.account_id = AccountId(self.laptop.data("/profile")["id"])

    @property
    def container(self) -> Any:
        return self.played.scene.house.container

    def anybody(self) -> Visitor:
        """A browser in which nobody is logged in, with an api key of its own."""
        asked = self.browser.get("/channel-key", headers={"Host": self.laptop.channel.domains[0]}).json
        given: Any = self.browser.post("/api/get_api_key", json=asked["data"] if asked else {}).json
        return Visitor(self.browser, self.laptop.channel, given["data"]["api_key"])

    def opens(self, who: Visitor, path: str) -> bool:
        """Whether a call under `/api` answers this browser."""
        return who.get(path).status_code == 200


def session(world: World) -> Works:
    """The api key of the telephone: the account export is asked with it."""
    calls = ("/profile", "/account-export")
    return lambda: all(world.opens(world.telephone, path) for path in calls)


def television(world: World) -> Works:
    """A television that was let in by its code, which the telephone entered."""
    tv = world.anybody()
    given = tv.post("/auth/device-code").get_json()["data"]
    assert world.telephone.post("/auth/add_session", code=given["user_code"]).status_code == 200
    entered = tv.post("/auth/device-token", device_code=given["device_code"]).get_json()["data"]
    key = Visitor(tv.browser, tv.channel, entered["api_key"])
    return lambda: world.opens(key, "/profile")


def entered_code(world: World) -> Works:
    """A television's code that the telephone entered, and that the television has not exchanged yet."""
    tv = world.anybody()
    given = tv.post("/auth/device-code").get_json()["data"]
    assert world.telephone.post("/auth/add_session", code=given["user_code"]).status_code == 200
    return lambda: tv.post("/auth/device-token", device_code=given["device_code"]).status_code == 200


def known_device(world: World) -> Works:
    """The cookie of a past log-in: wrong passwords of others do not slow this device down."""
    cookie = world.telephone.browser.get_cookie("touchline_device", path="/api")
    assert cookie is not None
    tokens = world.container.channel.known_device_tokens()

    def works() -> bool:
        device = tokens.read(cookie.value)
        return device is not None and device.remembers(world.account_id)

    return works


def operators_report(world: World) -> Works:
    """The reports that an operator reads in the browser."""
    with world.played.scene.transaction():
        accounts = world.container.channel.kept_accounts()
        account = accounts.held(world.account_id)
        account.verify_email(NOON)
        accounts.save(account)
    told = CliRunner().invoke(operator, ["add", EMAIL])
    assert told.exit_code == 0, told.output
    return lambda: world.opens(world.telephone, "/reports/now")


def address(step: str) -> Callable[[World], Works]:
    """A signed media address of the paid game."""

    def give(world: World) -> Works:
        world.played.give(step)
        return lambda: world.played.plays(step)

    return give


def showing(world: World) -> Works:
    """The playlist of a simulated showing of a free game."""
    shown = world.telephone.data(f"/events/{world.played.scene.event('replay')}/simulation")
    url = shown["stream"]["url"]
    return lambda: world.telephone.browser.get(url).status_code == 200


def calendar(world: World) -> Works:
    """The address by which a calendar program subscribes to the schedule."""
    host = {"Host": world.laptop.channel.domains[0]}
    return lambda: world.browser.get("/calendar.ics", headers=host).status_code == 200


def reset_link(world: World) -> Works:
    """The link of an email that leads to a new password; a password that is too short does not use it up."""
    assert world.anybody().post("/auth/password-reset-request", email=EMAIL).status_code == 204
    link = link_to(world.played.scene.house, EMAIL)
    form = {"password": SHORT, "password_confirmation": SHORT, **link}
    anybody = world.anybody()
    return lambda: anybody.post("/auth/password-reset", **form).status_code == 422


def verification_link(world: World) -> Works:
    """The link of an email that verifies the address, with the password of that time."""
    assert world.laptop.post("/auth/email-verify-request").status_code == 204
    link = link_to(world.played.scene.house, EMAIL)
    anybody = world.anybody()
    return lambda: anybody.post("/auth/email-verify", password=PASSWORD, **link).status_code == 204


def closing_link(world: World) -> Works:
    """The link of an email that deletes the account."""
    assert world.laptop.post("/delete-account-request", current_password=PASSWORD).status_code == 204
    link = link_to(world.played.scene.house, EMAIL)
    anybody = world.anybody()
    return lambda: anybody.post("/delete-account-confirm", **link).status_code == 204


def unsubscribe_link(world: World) -> Works:
    """The link of an email about a reminder."""
    about = About(AboutType.EVENT, world.played.scene.event("on"))
    leave = Leave(world.played.scene.channel.id, world.account_id, about)
    token = world.container.engagement.news.tokens().make(leave)
    anybody = world.anybody()
    return lambda: anybody.post("/news/unsubscribe", token=token).status_code == 200


def stream_key(world: World) -> Works:
    """The key by which an encoder publishes a game."""
    live = world.container.catalog.live
    with world.played.scene.transaction():
        key = str(live.keys().of(live.open()(EventId(world.played.scene.event(TONIGHT)))))
    asked = {"query_string": {"token": live.keys().hook_token}, "data": {"call": "publish", "name": key}}
    return lambda: world.browser.post("/live/hooks/publish", **asked).status_code == 204


def push_address(world: World) -> Works:
    """The telephone's push subscription, for a game that goes live."""
    scene = world.played.scene
    scene.live("on")
    subscribe(world.telephone, "telephone")
    by_push_alone(world.telephone)
    on = {"about_type": "event", "about_id": scene.event("on")}
    scene.insert("engagement_reminder", account_id=world.account_id, created_at=NOON.replace(year=2025), **on)

    def works() -> bool:
        scene.house.runner.run(TELL)
        return bool(world.push.sent)

    return works


def first_password(world: World) -> Works:
    """The password with which the viewer registered; a second factor is asked for after it."""

    def works() -> bool:
        answer = world.anybody().post("/v2/auth/login", login=EMAIL, password=PASSWORD)
        wanted = (answer.get_json() or {}).get("error") == "second_factor_required"
        return answer.status_code == 200 or wanted

    return works
