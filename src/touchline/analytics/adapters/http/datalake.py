"""What browsers tell (api.md, "Analytics")."""

from touchline.platform.http.blueprint import Blueprint

blueprint = Blueprint("datalake", __name__, url_prefix="", description="What browsers tell ")
