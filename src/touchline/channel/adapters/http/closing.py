"""The end of an account, and its export (api.md, "Viewer")."""

from touchline.platform.http.blueprint import Blueprint

blueprint = Blueprint("closing", __name__, description="The end of an account, and its export")
