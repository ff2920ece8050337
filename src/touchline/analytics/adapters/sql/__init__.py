"""The tables of analytics and the repositories over them."""
