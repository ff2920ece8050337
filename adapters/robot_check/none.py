"""`TOUCHLINE_ROBOT_CHECK=none`: no robot check."""


class NoRobotCheck:
    """Robot check that accepts everyone."""

    provider: str | None = None
    site_key: str | None = None
    service = ""

    def is_human(self, token: str, ip: str) -> bool:
        """Return True."""
        return True
