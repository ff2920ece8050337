"""The use cases of analytics."""
