"""What others may ask of engagement. Plain values back."""


class EngagementFacade:
    """The few questions that others may ask, in the present transaction."""
