"""Challenges of the robot check that calls over a limit must pass."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields

from touchline.channel.container import ChannelContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import public
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.proof_of_work import ProofOfWork

blueprint = Blueprint("robot_check", __name__, description="Robot check")


class RobotChallengeSchema(Schema):
    """A challenge of the ALTCHA protocol, version 2."""

    parameters = fields.Dict(required=True)
    signature = fields.String(required=True)


@blueprint.route("/robot_check", methods=["POST"])
@limits.rate_limit("address", 3000, limits.HOUR)
@public
@blueprint.response(200, data_schema(RobotChallengeSchema))
@inject
def create_robot_challenge(
    proof_of_work: ProofOfWork = Provide[ChannelContainer.proof_of_work],
) -> dict[str, Any]:
    """Create a challenge for a call that was answered with 428 `errors.robot_check`.

    Repeat the call with the solution in `Robot-Check` (base64 of JSON with `challenge` and `solution`). A
    challenge is valid for 10 minutes and for one call.
    """
    return data_envelope(proof_of_work.create_challenge())
