"""Devices that are let in by a code (api.md, "Viewer")."""

from touchline.platform.http.blueprint import Blueprint

blueprint = Blueprint("devices", __name__, description="Devices that are let in by a code")
