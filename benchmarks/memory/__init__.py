"""What memory is worth and what it costs, measured: ``python -m benchmarks.memory --report``.

Each module measures one thing and returns a `findings.Part`; `page` makes the results page
of them, `__main__` runs them.
"""
