"""The inbox of form requests in the studio."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from touchline.engagement.application.forms.form_catalog import FormCatalog
from touchline.engagement.application.forms.form_request_queries import format_answers
from touchline.engagement.domain.form_requests import FormRequest, RequestFilter
from touchline.engagement.domain.forms import Form
from touchline.engagement.domain.ids import FormRequestId
from touchline.engagement.domain.request_replies import RequestReply
from touchline.engagement.ports.forms import FormRequests, RequestReplies
from touchline.engagement.ports.request_inbox import RequestOperators
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal
from touchline.shared.strings.localized import localize

EXCERPT_LENGTH = 160


class RequestInbox:
    """Lists and shows requests in the operator's language. A list needs a fixed number of queries."""

    def __init__(
        self,
        form_catalog: FormCatalog,
        form_requests: FormRequests,
        replies: RequestReplies,
        operators: RequestOperators,
        clock: Clock,
    ) -> None:
        self._form_catalog = form_catalog
        self._requests = form_requests
        self._replies = replies
        self._operators = operators
        self._clock = clock

    def list_page(
        self, caller: Principal, request_filter: RequestFilter, page: PageRequest
    ) -> Page[dict[str, Any]]:
        """Return a page of matching requests, newest first."""
        requests, total = self._requests.list_page(request_filter, page.limit, page.offset)
        forms = self._load_forms()
        names = self._operators.list_names({id for request in requests if (id := request.assignee_id)})
        rows = [_serialize(request, forms.get(request.alias), names, caller.language) for request in requests]
        return Page(rows, total, page.limit, page.offset)

    def show(self, caller: Principal, request_id: FormRequestId) -> dict[str, Any]:
        """Return a request with all answers and replies. Raises `NotFoundError`."""
        request = self._requests.get(request_id)
        if request is None:
            raise NotFoundError()
        replies = self._replies.list_for_request(request_id)
        form = self._load_forms().get(request.alias)
        names = self._operators.list_names(
            {id for id in (request.assignee_id, *(reply.author_id for reply in replies)) if id}
        )
        return {
            **_serialize(request, form, names, caller.language),
            "recipient": get_recipient(request, self._operators),
            "answers": _list_answers(form, request, caller.language),
            "replies": [self._serialize_reply(reply, names) for reply in replies],
        }

    def list_filters(self, caller: Principal) -> dict[str, Any]:
        """Return the forms with their numbers of requests, and the operators who can be assigned."""
        counts = dict(self._requests.count_by_alias())
        forms = self._load_forms()
        return {
            "forms": [
                {
                    "alias": alias,
                    "title": _get_title(forms.get(alias), alias, caller.language),
                    "requests": counts.get(alias, 0),
                }
                for alias in dict.fromkeys([*forms, *sorted(counts)])
            ],
            "operators": [
                {"account_id": account_id, "name": name}
                for account_id, name in self._operators.list_all().items()
            ],
        }

    def _load_forms(self) -> dict[str, Form]:
        return {form.alias: form for form in self._form_catalog.list_all()}

    def _serialize_reply(self, reply: RequestReply, names: Mapping[AccountId, str]) -> dict[str, Any]:
        return {
            "id": reply.id,
            "author": names.get(reply.author_id, "") if reply.author_id else "",
            "text": reply.text,
            "created_at": reply.created_at,
            "state": reply.get_state(self._clock.now()).value,
            "failure": reply.failure.value if reply.failure else None,
            "sent_at": reply.sent_at,
        }


def get_recipient(request: FormRequest, operators: RequestOperators) -> str:
    """Return the address for replies: from the form, or from the sender's account. "" if there is none."""
    if request.sender_email or request.account_id is None:
        return request.sender_email
    return operators.get_email(request.account_id)


def _serialize(
    request: FormRequest, form: Form | None, names: Mapping[AccountId, str], language: str
) -> dict[str, Any]:
    assignee_id = request.assignee_id
    longest = max((str(answer) for answer in request.answers.values()), key=len, default="")
    return {
        "id": request.id,
        "version": request.version,
        "form": request.alias,
        "form_title": _get_title(form, request.alias, language),
        "sender_name": request.sender_name,
        "sender_email": request.sender_email,
        "excerpt": " ".join(longest.split())[:EXCERPT_LENGTH],
        "created_at": request.created_at,
        "status": request.status.value,
        "assignee": {"account_id": assignee_id, "name": names.get(assignee_id, "")} if assignee_id else None,
    }


def _list_answers(form: Form | None, request: FormRequest, language: str) -> list[dict[str, str]]:
    """Return all answers. Those to fields that no longer exist come last, under the field's name."""
    known = {field.name for field in form.fields} if form else set()
    rows = format_answers(form, request.answers, language) if form else ()
    others = [(name, str(answer)) for name, answer in request.answers.items() if name not in known]
    return [{"question": question, "answer": answer} for question, answer in (*rows, *others)]


def _get_title(form: Form | None, alias: str, language: str) -> str:
    return (localize(form.title, language) if form else "") or alias
