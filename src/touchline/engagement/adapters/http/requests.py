"""The inbox of form requests in the studio: read, assign, answer by email, close."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.engagement.adapters.http import request_schemas as schemas
from touchline.engagement.application.forms.handle_requests import HandleRequests
from touchline.engagement.application.forms.request_inbox import RequestInbox
from touchline.engagement.container import EngagementContainer
from touchline.engagement.domain.form_requests import RequestFilter, RequestStatus
from touchline.engagement.domain.ids import FormRequestId, RequestReplyId
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import build_page_request, data_envelope, page_envelope
from touchline.platform.http.schemas import data_schema, page_schema
from touchline.shared.permissions import Permission

REQUESTS = "/studio/requests"
REQUEST = f"{REQUESTS}/<int(max=2147483647):request_id>"
REPLY = "/studio/request-replies/<int(max=2147483647):reply_id>"
change_limit = limits.rate_limit("account", 120, limits.MINUTE, name="request-changes")
email_limit = limits.rate_limit("account", 120, limits.HOUR, name="request-replies")

blueprint = Blueprint("form_requests", __name__, tag=STUDIO_TAG)


@blueprint.route(REQUESTS)
@limits.exempt(limits.READ_ONLY)
@operator(Permission.MANAGE_REQUESTS)
@audit.reads_personal_data("request.list")
@blueprint.arguments(schemas.RequestsArgsSchema, location="query")
@blueprint.response(200, page_schema(schemas.RequestRowSchema))
@inject
def list_requests(
    args: dict[str, Any], inbox: RequestInbox = Provide[EngagementContainer.request_inbox]
) -> dict[str, Any]:
    """List the requests that visitors and viewers sent with the channel's forms, newest first."""
    caller = principal()
    request_filter = RequestFilter(
        args["form"],
        RequestStatus(args["status"]) if args["status"] else None,
        caller.viewer_id if args["assignee"] == "me" else None,
        args["assignee"] == "none",
        args["q"],
    )
    return page_envelope(inbox.list_page(caller, request_filter, build_page_request(args)))


@blueprint.route(f"{REQUESTS}/filters")
@limits.exempt(limits.READ_ONLY)
@operator(Permission.MANAGE_REQUESTS)
@audit.reads_nothing_personal
@blueprint.response(200, data_schema(schemas.RequestFiltersSchema))
@inject
def list_request_filters(
    inbox: RequestInbox = Provide[EngagementContainer.request_inbox],
) -> dict[str, Any]:
    """Return the forms with their numbers of requests, and the operators who can be assigned."""
    return data_envelope(inbox.list_filters(principal()))


@blueprint.route(REQUEST)
@limits.exempt(limits.READ_ONLY)
@operator(Permission.MANAGE_REQUESTS)
@audit.reads_personal_data("request.view", "request", "request_id")
@blueprint.response(200, data_schema(schemas.FormRequestSchema))
@inject
def show_request(
    request_id: int, inbox: RequestInbox = Provide[EngagementContainer.request_inbox]
) -> dict[str, Any]:
    """Return a request with all answers, and the replies with the state of their emails."""
    return _show(inbox, request_id)


@blueprint.route(REQUEST, methods=["PATCH"])
@error_responses(409)
@change_limit
@operator(Permission.MANAGE_REQUESTS)
@audit.changes("request.update", "request", "request_id")
@blueprint.arguments(schemas.UpdateRequestArgsSchema)
@blueprint.response(200, data_schema(schemas.FormRequestSchema))
@inject
def update_request(
    body: dict[str, Any],
    request_id: int,
    handle: HandleRequests = Provide[EngagementContainer.handle_requests],
    inbox: RequestInbox = Provide[EngagementContainer.request_inbox],
) -> dict[str, Any]:
    """Close or reopen a request, or assign it to an operator.

    409 `errors.request_changed` with `version` if someone else answered or changed it. 422 for an assignee
    whose role does not include requests.
    """
    changes = {**body, "status": RequestStatus(body["status"])} if "status" in body else body
    handle.update(FormRequestId(request_id), **changes)
    return _show(inbox, request_id)


@blueprint.route(f"{REQUEST}/replies", methods=["POST"])
@error_responses(400, 409)
@email_limit
@operator(Permission.MANAGE_REQUESTS)
@audit.changes("request.reply", "request", "request_id")
@blueprint.arguments(schemas.ReplyArgsSchema)
@blueprint.response(200, data_schema(schemas.FormRequestSchema))
@inject
def reply_to_request(
    body: dict[str, Any],
    request_id: int,
    handle: HandleRequests = Provide[EngagementContainer.handle_requests],
    inbox: RequestInbox = Provide[EngagementContainer.request_inbox],
) -> dict[str, Any]:
    """Answer a request by email, in the channel's name. The answer is stored first, and sent by a job.

    400 if the sender left no address. 409 `errors.request_changed` with `version` if someone else answered or
    changed the request.
    """
    handle.reply(principal(), FormRequestId(request_id), **body)
    return _show(inbox, request_id)


@blueprint.route(f"{REPLY}/retry", methods=["POST"])
@error_responses(400)
@email_limit
@operator(Permission.MANAGE_REQUESTS)
@audit.changes("request.retry_reply", "request_reply", "reply_id")
@blueprint.response(200, data_schema(schemas.FormRequestSchema))
@inject
def retry_reply(
    reply_id: int,
    handle: HandleRequests = Provide[EngagementContainer.handle_requests],
    inbox: RequestInbox = Provide[EngagementContainer.request_inbox],
) -> dict[str, Any]:
    """Send the email of a failed answer again. 400 in any other state."""
    return _show(inbox, handle.retry_reply(principal(), RequestReplyId(reply_id)))


def _show(inbox: RequestInbox, request_id: int) -> dict[str, Any]:
    return data_envelope(inbox.show(principal(), FormRequestId(request_id)))
