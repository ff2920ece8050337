"""Rate limits for anonymous keys and phone number lookups, shared by all processes."""

from __future__ import annotations

from collections.abc import Callable

from touchline.channel.facade import ChannelDetails
from touchline.conftest import UNREACHABLE_VALKEY, Visitor, through_process, two_processes
from touchline.entrypoints.bootstrap import Application


def test_an_address_gets_sixty_anonymous_keys_per_ten_seconds(
    application: Application, channel: ChannelDetails
) -> None:
    with two_processes(application, throttle_api_keys=60) as apps:
        channel_key = apps[0].test_client().get("/channel-key", headers={"Host": channel.domains[0]}).json
        assert channel_key is not None

        def request_key(n: int, ip: str = "192.0.2.7") -> int:
            client = apps[n % 2].test_client()
            request_options = {"json": channel_key["data"], "environ_base": {"REMOTE_ADDR": ip}}
            return client.post("/api/get_api_key", **request_options).status_code

        assert [request_key(n) for n in range(100)] == [200] * 60 + [429] * 40
        assert request_key(1, "192.0.2.8") == 200
        assert [request_key(n, f"2001:db8::{n:x}") for n in range(61)] == [200] * 60 + [429]
        assert request_key(1, "2001:db8:0:1::1") == 200


def test_new_phone_numbers_are_counted_whether_or_not_they_are_taken(
    application: Application, visitor: Visitor, visit: Callable[[ChannelDetails], Visitor]
) -> None:
    visit(visitor.channel).register(email="bea@example.org", phone="+1 555 010 0004")
    with two_processes(application) as apps:
        ada = visitor.register()

        def update_profile(n: int, **body: str) -> int:
            return through_process(apps[n % 2], ada).post("/profile", _method="patch", **body).status_code

        status_codes = [update_profile(n, phone=f"+1 555 010 {n:04}") for n in range(80)]
        assert status_codes == [200, 200, 200, 200, 422] + [429] * 75
        assert update_profile(0, first_name="Augusta") == 200


def test_saving_an_unchanged_phone_number_is_not_counted(application: Application, visitor: Visitor) -> None:
    with two_processes(application) as (app, _):
        ada = through_process(app, visitor.register(phone="+1 555 010 2030"))
        for _ in range(20):
            response = ada.post("/profile", _method="patch", first_name="Ada", phone="+1 (555) 010-2030")
            assert response.status_code == 200


def test_phone_numbers_and_keys_are_counted_without_redis(
    application: Application, visitor: Visitor, channel: ChannelDetails
) -> None:
    with two_processes(
        application, UNREACHABLE_VALKEY, throttle_phone_numbers=6, throttle_api_keys=60
    ) as apps:
        ada = visitor.register()
        responses = [
            through_process(apps[n % 2], ada).post("/profile", _method="patch", phone=f"+1 555 010 {n:04}")
            for n in range(12)
        ]
        assert [response.status_code for response in responses] == [200] * 6 + [429] * 6
        assert 0 < int(responses[-1].headers["Retry-After"]) <= 3600
