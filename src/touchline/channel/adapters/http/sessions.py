"""A viewer's devices (api.md, "Viewer")."""

from touchline.platform.http.blueprint import Blueprint

blueprint = Blueprint("sessions", __name__, description="A viewer's devices")
