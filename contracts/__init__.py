"""The contracts between the parts of the product, and the tests of them."""
