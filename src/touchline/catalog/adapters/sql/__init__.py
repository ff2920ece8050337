"""The catalogue's tables and the repositories over them."""
