"""Restream targets of the channel, and the restreams of events, for operators (ADR 98)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.http.media import restream_schemas as schemas
from touchline.catalog.application.live.restreams.event_restreams import EventRestreams, RestreamStatus
from touchline.catalog.application.live.restreams.target_admin import RestreamTargetAdmin
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.restreams import RestreamTarget
from touchline.platform.audit.calls import identify_subject
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema, list_schema
from touchline.shared.permissions import Permission

TARGETS = "/studio/restream-targets"
TARGET = f"{TARGETS}/<int(max=2147483647):target_id>"
RESTREAMS = "/studio/events/<string:key>/restreams"
RESTREAM = f"{RESTREAMS}/<int(max=2147483647):target_id>"
read_limit = limits.rate_limit("account", 240, limits.MINUTE, name="restream-reads")
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="restream-changes")
reveal_limit = limits.rate_limit("account", 20, limits.MINUTE, name="restream-keys")

blueprint = Blueprint("restreams", __name__, tag=STUDIO_TAG)


@blueprint.route(TARGETS)
@read_limit
@operator(Permission.MANAGE_INTEGRATIONS)
@blueprint.response(200, list_schema(schemas.RestreamTargetSchema))
@inject
def list_restream_targets(
    admin: RestreamTargetAdmin = Provide[CatalogContainer.restream_target_admin],
) -> dict[str, Any]:
    """Return the channel's restream targets without their keys, oldest first."""
    return data_envelope([_serialize_target(target) for target in admin.list_all()])


@blueprint.route(TARGETS, methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_INTEGRATIONS)
@audit.changes("restream_target.create", "restream_target")
@blueprint.arguments(schemas.RestreamTargetArgsSchema)
@blueprint.response(200, data_schema(schemas.RestreamTargetSchema))
@inject
def create_restream_target(
    body: dict[str, Any], admin: RestreamTargetAdmin = Provide[CatalogContainer.restream_target_admin]
) -> dict[str, Any]:
    """Create a target. Its key is stored encrypted. 400 if the channel has ten targets."""
    target = admin.create(**body)
    identify_subject("restream_target", target.id)
    return data_envelope(_serialize_target(target))


@blueprint.route(TARGET, methods=["PATCH"])
@change_limit
@operator(Permission.MANAGE_INTEGRATIONS)
@audit.changes("restream_target.update", "restream_target", "target_id")
@blueprint.arguments(schemas.RestreamTargetChangesArgsSchema)
@blueprint.response(200, data_schema(schemas.RestreamTargetSchema))
@inject
def update_restream_target(
    body: dict[str, Any],
    target_id: int,
    admin: RestreamTargetAdmin = Provide[CatalogContainer.restream_target_admin],
) -> dict[str, Any]:
    """Change a target. Missing members stay unchanged. A new server needs its secrets again."""
    return data_envelope(_serialize_target(admin.update(target_id, body)))


@blueprint.route(TARGET, methods=["DELETE"])
@change_limit
@operator(Permission.MANAGE_INTEGRATIONS)
@audit.changes("restream_target.delete", "restream_target", "target_id")
@blueprint.response(204)
@inject
def delete_restream_target(
    target_id: int, admin: RestreamTargetAdmin = Provide[CatalogContainer.restream_target_admin]
) -> None:
    """Delete a target with its key. Running restreams to it end within seconds."""
    admin.delete(target_id)


@blueprint.route(f"{TARGET}/reveal-key", methods=["POST"])
@error_responses(400)
@reveal_limit
@operator(Permission.MANAGE_INTEGRATIONS)
@audit.reads_personal_data("restream_target.reveal_key", "restream_target", "target_id")
@blueprint.response(200, data_schema(schemas.RestreamKeySchema))
@inject
def reveal_restream_key(
    target_id: int, admin: RestreamTargetAdmin = Provide[CatalogContainer.restream_target_admin]
) -> dict[str, Any]:
    """Return the secrets of a target. The audit log records it. 400 if they can no longer be decrypted."""
    return data_envelope(asdict(admin.reveal(target_id)))


@blueprint.route(RESTREAMS)
@read_limit
@operator(Permission.MANAGE_LIVE)
@blueprint.response(200, list_schema(schemas.RestreamSchema))
@inject
def list_restreams(
    key: str, restreams: EventRestreams = Provide[CatalogContainer.event_restreams]
) -> dict[str, Any]:
    """Return each target of the channel, and how sending an event to it is going."""
    return data_envelope([_serialize_status(status) for status in restreams.list_all(key)])


@blueprint.route(RESTREAM, methods=["PUT"])
@change_limit
@operator(Permission.MANAGE_LIVE)
@audit.changes("restream.update", "event", "key")
@blueprint.arguments(schemas.RestreamArgsSchema)
@blueprint.response(200, data_schema(schemas.RestreamSchema))
@inject
def set_restream(
    body: dict[str, Any],
    key: str,
    target_id: int,
    restreams: EventRestreams = Provide[CatalogContainer.event_restreams],
) -> dict[str, Any]:
    """Turn sending an event to a target on or off. While the event is live, it takes a few seconds."""
    return data_envelope(_serialize_status(restreams.set_enabled(key, target_id, is_enabled=body["is_on"])))


@blueprint.route(f"{RESTREAM}/retry", methods=["POST"])
@change_limit
@operator(Permission.MANAGE_LIVE)
@audit.changes("restream.retry", "event", "key")
@blueprint.response(200, data_schema(schemas.RestreamSchema))
@inject
def retry_restream(
    key: str, target_id: int, restreams: EventRestreams = Provide[CatalogContainer.event_restreams]
) -> dict[str, Any]:
    """Connect to a target again now, also after it refused the key."""
    return data_envelope(_serialize_status(restreams.retry(key, target_id)))


def _serialize_target(target: RestreamTarget) -> dict[str, Any]:
    return {
        "id": target.id,
        "name": target.name,
        "service": target.service,
        "server_url": target.server_url,
        "is_always": target.is_always,
        "created_at": target.created_at,
    }


def _serialize_status(status: RestreamStatus) -> dict[str, Any]:
    restream = status.restream
    return {
        **asdict(status.progress),
        "target_id": restream.target.id,
        "name": restream.target.name,
        "service": restream.target.service,
        "is_on": restream.is_on,
        "state": status.state,
    }
