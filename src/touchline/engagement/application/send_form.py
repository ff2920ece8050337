"""Taking in a filled-in form: it is kept, and mailed to whom the form names (api.md, "Favourites, forms,
contact")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from touchline.engagement.application.form_shelf import FormShelf
from touchline.engagement.domain.ids import FormRequestId
from touchline.engagement.domain.requests import Request
from touchline.engagement.events import RequestMade
from touchline.engagement.ports.form_door import FormDoor
from touchline.engagement.ports.forms import RequestStore
from touchline.shared.clock import Clock
from touchline.shared.errors import Invalid
from touchline.shared.principal import Principal
from touchline.shared.typed import FIELD_WANTED
from touchline.shared.unit_of_work import Announce

NO_FILES = "Attachments are not taken. Please send text alone."


@dataclass(frozen=True)
class Sending:
    """What was sent, and from where."""

    alias: str
    answers: Mapping[str, object]
    ip: str
    robot_token: str | None = None


class SendForm:
    """Keeps a request. What is wrong with it is said before anybody is asked whether it is a person: a token
    of the robot check works once."""

    def __init__(
        self, shelf: FormShelf, requests: RequestStore, door: FormDoor, announce: Announce, clock: Clock
    ) -> None:
        self._shelf = shelf
        self._requests = requests
        self._door = door
        self._announce = announce
        self._clock = clock

    def __call__(self, sent: Sending, asking: Principal) -> FormRequestId:
        """The request's id; `NotFound`, `Invalid` with what is wrong with each field, `Throttled`."""
        form = self._shelf.find(sent.alias)
        answers = form.read(sent.answers)
        if all(answer is False for answer in answers.values()):
            raise Invalid({form.fields[0].name: [FIELD_WANTED]})
        self._door.let_in(sent.ip, sent.robot_token)
        request = Request(form.alias, answers, asking.language, self._clock.now(), asking.account_id)
        request_id = self._requests.add(request)
        self._announce(RequestMade(asking.channel_id, request_id))
        return request_id
