"""The second factor of a log-in (api.md, "Viewer")."""

from touchline.platform.http.blueprint import Blueprint

blueprint = Blueprint("second_factor", __name__, description="The second factor of a log-in")
