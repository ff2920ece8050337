"""What we promise to be fast, as ratios within one run and sizes of files: `python -m contracts.budgets`.

Requests a second say more about the machine than about us; how many of a bare Flask route's requests we
answer, on the same machine in the same minute, with the same bytes, does not.
"""
