"""The tables of engagement and the repositories over them."""
