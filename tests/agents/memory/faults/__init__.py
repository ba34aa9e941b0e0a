"""The faults of earlier systems that must not be inherited, under every strategy of the table.

A test's name has the fault's number:

1. The very first memory was never summarised.
2. With a slow model, compaction started again on every new memory.
3. The span was worked out again after the model had answered.
4. Between compactions some memories were neither verbatim nor summarised.
5. A failed or empty merge overwrote the summary before it.
6. The trigger counted the memories held in RAM.
7. What a summary covers was not stored.
8. Repeated manual compaction squeezed the same summary again and again.
9. After the model had failed, what waited for it waited for ever.
10. Two files of one second overwrote each other.
11. A newline was a stop token for summaries.
12. Local time was written as UTC.
13. The deterministic fallback was silent.
14. An empty reply counted as success; a tiny history grew; a second compaction lost the first.
15. A reply, a refusal or an echo was taken for a summary.
16. An error's text was stored as if it were content.
"""
