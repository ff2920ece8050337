"""Reports for the operator of a channel."""

from touchline.platform.http.blueprint import Blueprint

blueprint = Blueprint(
    "reports", __name__, url_prefix="/api", description="Reports for the operator of a channel"
)
