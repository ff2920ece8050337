"""Performance budgets, as ratios within one run and as file sizes: `python -m contracts.nightly.budgets`.

Requests a second say more about the machine than about the product. The budgets compare a response's cost
with a bare Flask route. The route returns the same bytes under the same server in the same minute.
"""
