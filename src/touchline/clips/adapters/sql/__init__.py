"""The tables of clips and the repositories over them."""
