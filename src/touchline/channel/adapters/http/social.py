"""Log-in through other sites (api.md, "Viewer")."""

from touchline.platform.http.blueprint import Blueprint

blueprint = Blueprint("social", __name__, description="Log-in through other sites")
