"""The tables of billing and the repositories over them."""
