"""Tables of analytics and their repositories."""
