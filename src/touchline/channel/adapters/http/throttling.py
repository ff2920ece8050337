"""Authentication calls are counted by address, whichever they are (api.md, "Closed questions")."""

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.channel.domain.addresses import counted_as
from touchline.channel.ports.throttle import Limit, Throttle

COUNTED = ("/api/v2/auth/", "/api/auth/", "/auth/")


@inject
def count_call(
    throttle: Throttle = Provide["channel.throttle"],
    limit: Limit = Provide["channel.accounts.auth_calls"],
) -> None:
    """Count a call of authentication before its view runs; `Throttled`. A browser's question whether it may
    ask at all is none."""
    if request.method != "OPTIONS" and request.path.startswith(COUNTED):
        throttle.take(limit, counted_as(request.remote_addr or ""))
