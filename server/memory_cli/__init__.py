"""``tarn memory``: tools for agents' archives, a file for each; `command` reads their options.

None of them needs a running server, a reactor or a model.  Those that only read may be used
beside a server; those that write take the vault's lock.
"""
