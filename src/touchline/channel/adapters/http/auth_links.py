"""What links in letters lead to (api.md, "Viewer")."""

from touchline.platform.http.blueprint import Blueprint

blueprint = Blueprint("auth_links", __name__, description="What links in letters lead to")
