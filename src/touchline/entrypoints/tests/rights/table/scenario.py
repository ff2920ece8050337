"""Rights of a viewer: how each right is created, and how to check that it still works."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from click.testing import CliRunner
from flask.testing import FlaskClient

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.channel.adapters.cli.operator_commands import operators
from touchline.channel.tests.adapters.email_links import get_link_params
from touchline.clips.tests.adapters.api.test_access_revocation import PlaybackScenario
from touchline.conftest import NEW_VIEWER, NOON, PASSWORD, Visitor
from touchline.engagement.domain.targets import ReminderTarget, ReminderTargetType
from touchline.engagement.domain.unsubscribe_tokens import UnsubscribeClaim
from touchline.engagement.tests.adapters.browsers import NOTIFY_LIVE_TASK, disable_email, subscribe
from touchline.engagement.tests.fakes import FakePushSender
from touchline.shared.ids import AccountId, EventId

EMAIL = NEW_VIEWER["email"]
TOO_SHORT_PASSWORD = "short"
EVENT_KEY = "tonight"
"""The key of a game that starts in two hours."""
CheckRight = Callable[[], bool]


@dataclass
class RightsScenario:
    """A viewer's browsers: `phone` has the rights, `laptop` is another device of the same viewer.

    `browser` belongs to somebody else. `payment_provider` is the payment provider.
    """

    playback: PlaybackScenario
    laptop: Visitor
    phone: Visitor
    browser: FlaskClient
    push: FakePushSender
    payment_provider: FakeStripeServer
    account_id: AccountId = field(init=False)

    def __post_init__(self) -> None:
        self.account_id = AccountId(self.laptop.data("/profile")["id"])

    @property
    def container(self) -> Any:
        return self.playback.scenario.application.container

    def create_anonymous_visitor(self) -> Visitor:
        """Return a logged-out browser with its own API key."""
        channel_key = self.browser.get("/channel-key", headers={"Host": self.laptop.channel.domains[0]}).json
        api_key: Any = self.browser.post(
            "/api/get_api_key", json=channel_key["data"] if channel_key else {}
        ).json
        return Visitor(self.browser, self.laptop.channel, api_key["data"]["api_key"])

    def can_open(self, who: Visitor, path: str) -> bool:
        """Return whether a call under `/api` succeeds for this browser."""
        return who.get(path).status_code == 200


def session(rights_scenario: RightsScenario) -> CheckRight:
    """Check the phone's API key by requesting the account export."""
    calls = ("/profile", "/account-export")
    return lambda: all(rights_scenario.can_open(rights_scenario.phone, path) for path in calls)


def television(rights_scenario: RightsScenario) -> CheckRight:
    """Check a TV that the phone authorized by code."""
    tv = rights_scenario.create_anonymous_visitor()
    device_code_grant = tv.post("/auth/device-code").get_json()["data"]
    assert (
        rights_scenario.phone.post("/auth/add_session", code=device_code_grant["user_code"]).status_code
        == 200
    )
    token = tv.post("/auth/device-token", device_code=device_code_grant["device_code"]).get_json()["data"]
    key = Visitor(tv.browser, tv.channel, token["api_key"])
    return lambda: rights_scenario.can_open(key, "/profile")


def entered_code(rights_scenario: RightsScenario) -> CheckRight:
    """Check a TV's code that the phone entered and that the TV has not exchanged yet."""
    tv = rights_scenario.create_anonymous_visitor()
    device_code_grant = tv.post("/auth/device-code").get_json()["data"]
    assert (
        rights_scenario.phone.post("/auth/add_session", code=device_code_grant["user_code"]).status_code
        == 200
    )
    return lambda: (
        tv.post("/auth/device-token", device_code=device_code_grant["device_code"]).status_code == 200
    )


def known_device(rights_scenario: RightsScenario) -> CheckRight:
    """Check the cookie of a past login: other people's wrong passwords do not slow this device down."""
    cookie = rights_scenario.phone.browser.get_cookie("touchline_device", path="/api")
    assert cookie is not None
    tokens = rights_scenario.container.channel.known_device_tokens()

    def check() -> bool:
        device = tokens.parse(cookie.value)
        return device is not None and device.has_account(rights_scenario.account_id)

    return check


def operators_report(rights_scenario: RightsScenario) -> CheckRight:
    """Check the reports that an operator opens in the browser."""
    with rights_scenario.playback.scenario.transaction():
        accounts = rights_scenario.container.channel.accounts()
        account = accounts.get_for_update(rights_scenario.account_id)
        account.verify_email(NOON)
        accounts.save(account)
    reported = CliRunner().invoke(operators, ["add", EMAIL])
    assert reported.exit_code == 0, reported.output
    return lambda: rights_scenario.can_open(rights_scenario.phone, "/reports/now")


def access_token(rights_scenario: RightsScenario) -> CheckRight:
    """Check an access token of an operator."""
    operators_report(rights_scenario)
    body = {"name": "Import", "scopes": ["view_reports"], "expires_in_days": 30}
    created = rights_scenario.phone.post("/studio/tokens", **body).json
    assert created is not None
    headers = {"Authorization": f"Bearer {created['data']['secret']}"}
    browser = rights_scenario.phone.browser
    return lambda: browser.get("/api/reports/now", headers=headers).status_code == 200


def create_media_url(step: str) -> Callable[[RightsScenario], CheckRight]:
    """Return a check of a signed media URL of the paid game."""

    def create(rights_scenario: RightsScenario) -> CheckRight:
        rights_scenario.playback.issue_url(step)
        return lambda: rights_scenario.playback.can_play(step)

    return create


def create_simulation(rights_scenario: RightsScenario) -> CheckRight:
    """Check the playlist of a free game's simulated live stream."""
    shown = rights_scenario.phone.data(
        f"/events/{rights_scenario.playback.scenario.get_event_id('replay')}/simulation"
    )
    url = shown["stream"]["url"]
    return lambda: rights_scenario.phone.browser.get(url).status_code == 200


def calendar(rights_scenario: RightsScenario) -> CheckRight:
    """Check the URL that a calendar app uses to subscribe to the schedule."""
    host = {"Host": rights_scenario.laptop.channel.domains[0]}
    return lambda: rights_scenario.browser.get("/calendar.ics", headers=host).status_code == 200


def reset_link(rights_scenario: RightsScenario) -> CheckRight:
    """Check the password reset link of an email. A password that is too short does not use it up."""
    assert (
        rights_scenario.create_anonymous_visitor()
        .post("/auth/password-reset-request", email=EMAIL)
        .status_code
        == 204
    )
    link = get_link_params(rights_scenario.playback.scenario.application, EMAIL)
    form = {"password": TOO_SHORT_PASSWORD, "password_confirmation": TOO_SHORT_PASSWORD, **link}
    anonymous = rights_scenario.create_anonymous_visitor()
    return lambda: anonymous.post("/auth/password-reset", **form).status_code == 422


def verification_link(rights_scenario: RightsScenario) -> CheckRight:
    """Check the verification link of an email, with the password of that time."""
    assert rights_scenario.laptop.post("/auth/email-verify-request").status_code == 204
    link = get_link_params(rights_scenario.playback.scenario.application, EMAIL)
    anonymous = rights_scenario.create_anonymous_visitor()
    return lambda: anonymous.post("/auth/email-verify", password=PASSWORD, **link).status_code == 204


def closing_link(rights_scenario: RightsScenario) -> CheckRight:
    """Check the link of an email that deletes the account."""
    assert (
        rights_scenario.laptop.post("/delete-account-request", current_password=PASSWORD).status_code == 204
    )
    link = get_link_params(rights_scenario.playback.scenario.application, EMAIL)
    anonymous = rights_scenario.create_anonymous_visitor()
    return lambda: anonymous.post("/delete-account-confirm", **link).status_code == 204


def unsubscribe_link(rights_scenario: RightsScenario) -> CheckRight:
    """Check the unsubscribe link of a reminder email."""
    target = ReminderTarget(ReminderTargetType.EVENT, rights_scenario.playback.scenario.get_event_id("on"))
    claim = UnsubscribeClaim(rights_scenario.playback.scenario.channel.id, rights_scenario.account_id, target)
    token = rights_scenario.container.engagement.unsubscribe_tokens().issue(claim)
    anonymous = rights_scenario.create_anonymous_visitor()
    return lambda: anonymous.post("/news/unsubscribe", token=token).status_code == 200


def stream_key(rights_scenario: RightsScenario) -> CheckRight:
    """Check the key that an encoder uses to publish a game."""
    live = rights_scenario.container.catalog
    with rights_scenario.playback.scenario.transaction():
        key = str(
            live.stream_keys().derive(
                live.open_stream()(EventId(rights_scenario.playback.scenario.get_event_id(EVENT_KEY)))
            )
        )
    hook_request = {
        "query_string": {"token": live.stream_keys().hook_token},
        "data": {"call": "publish", "name": key},
    }
    return lambda: rights_scenario.browser.post("/live/hooks/publish", **hook_request).status_code == 204


def push_address(rights_scenario: RightsScenario) -> CheckRight:
    """Check the phone's push subscription, for a game that goes live."""
    scene = rights_scenario.playback.scenario
    scene.start_live("on")
    subscribe(rights_scenario.phone, "telephone")
    disable_email(rights_scenario.phone)
    on = {"about_type": "event", "about_id": scene.get_event_id("on")}
    scene.insert_row(
        "engagement_reminder", account_id=rights_scenario.account_id, created_at=NOON.replace(year=2025), **on
    )

    def check() -> bool:
        scene.application.runner.run(NOTIFY_LIVE_TASK)
        return bool(rights_scenario.push.sent)

    return check


def first_password(rights_scenario: RightsScenario) -> CheckRight:
    """Check the viewer's original password. A second factor is required after it."""

    def check() -> bool:
        response = rights_scenario.create_anonymous_visitor().post(
            "/v2/auth/login", login=EMAIL, password=PASSWORD
        )
        expected = (response.get_json() or {}).get("error") == "second_factor_required"
        return response.status_code == 200 or expected

    return check
