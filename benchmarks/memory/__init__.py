"""Measures the benefit and the cost of memory: ``python -m benchmarks.memory --report``.

Each module measures one thing and returns a `findings.Part`; `page` makes the results page
of them, `__main__` runs them.
"""
