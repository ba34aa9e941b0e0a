"""Memory measured by questions: does the prompt carry what a right answer needs, and nothing that
leads astray?"""
