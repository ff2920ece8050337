"""What we promise to be fast, as ratios within one run and sizes of files:
`python -m contracts.nightly.budgets`.

Requests a second say more about the machine than about us. What an answer costs, against a bare Flask route
that answers the same bytes under the same server in the same minute, does not.
"""
