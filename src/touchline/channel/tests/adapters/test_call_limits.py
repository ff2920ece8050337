"""Anonymous keys and telephone numbers are given out and looked up slowly, in however many processes."""

from __future__ import annotations

from collections.abc import Callable

from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOWHERE, Visitor, through, two_processes
from touchline.entrypoints.bootstrap import House


def test_an_address_gets_sixty_anonymous_keys_in_ten_seconds(house: House, channel: ChannelFacts) -> None:
    with two_processes(house, throttle_api_keys=60) as apps:
        key = apps[0].test_client().get("/channel-key", headers={"Host": channel.domains[0]}).json
        assert key is not None

        def ask(n: int, ip: str = "192.0.2.7") -> int:
            browser = apps[n % 2].test_client()
            sent = {"json": key["data"], "environ_base": {"REMOTE_ADDR": ip}}
            return browser.post("/api/get_api_key", **sent).status_code

        assert [ask(n) for n in range(100)] == [200] * 60 + [429] * 40
        assert ask(1, "192.0.2.8") == 200
        assert [ask(n, f"2001:db8::{n:x}") for n in range(61)] == [200] * 60 + [429]
        assert ask(1, "2001:db8:0:1::1") == 200


def test_new_phone_numbers_are_counted_free_or_occupied(
    house: House, visitor: Visitor, visit: Callable[[ChannelFacts], Visitor]
) -> None:
    visit(visitor.channel).register(email="bea@example.org", phone="+1 555 010 0004")
    with two_processes(house) as apps:
        ada = visitor.register()

        def change(n: int, **body: str) -> int:
            return through(apps[n % 2], ada).post("/profile", _method="patch", **body).status_code

        tried = [change(n, phone=f"+1 555 010 {n:04}") for n in range(80)]
        assert tried == [200, 200, 200, 200, 422] + [429] * 75
        assert change(0, first_name="Augusta") == 200


def test_a_profile_that_is_saved_with_its_number_is_not_counted(house: House, visitor: Visitor) -> None:
    with two_processes(house) as (app, _):
        ada = through(app, visitor.register(phone="+1 555 010 2030"))
        for _ in range(20):
            answer = ada.post("/profile", _method="patch", first_name="Ada", phone="+1 (555) 010-2030")
            assert answer.status_code == 200


def test_without_redis_phone_numbers_and_keys_are_counted_still(
    house: House, visitor: Visitor, channel: ChannelFacts
) -> None:
    with two_processes(house, NOWHERE, throttle_phone_numbers=6, throttle_api_keys=60) as apps:
        ada = visitor.register()
        answers = [
            through(apps[n % 2], ada).post("/profile", _method="patch", phone=f"+1 555 010 {n:04}")
            for n in range(12)
        ]
        assert [answer.status_code for answer in answers] == [200] * 6 + [429] * 6
        assert 0 < int(answers[-1].headers["Retry-After"]) <= 3600
