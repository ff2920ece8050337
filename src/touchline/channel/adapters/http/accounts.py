"""Registration, log-in and profile (api.md, "Viewer")."""

from touchline.platform.http.blueprint import Blueprint

blueprint = Blueprint("accounts", __name__, description="Registration, log-in and profile")
