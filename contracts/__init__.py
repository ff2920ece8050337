"""The contracts between the parts of the product, and the checks that the parts keep them."""
