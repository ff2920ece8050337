"""Rights that the product gives, and what ends them."""
