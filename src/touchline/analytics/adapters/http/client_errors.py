"""Errors that browsers met (api.md, "Errors from browsers")."""

from touchline.platform.http.blueprint import Blueprint

blueprint = Blueprint("client_errors", __name__, url_prefix="", description="Errors that browsers met ")
