"""PyYAML, with patterns that are compiled when they are first used.

One of them, by which it looks for letters that YAML does not allow, takes 2 % of a start, and is
not used where libyaml reads. So what a start reads first takes PyYAML from here.
"""

from __future__ import annotations

from late.late_pattern import compiling_late

with compiling_late():
    import yaml
    from yaml.composer import Composer
    from yaml.constructor import SafeConstructor
    from yaml.parser import Parser
    from yaml.reader import Reader
    from yaml.resolver import Resolver
    from yaml.scanner import Scanner

__all__ = ["Composer", "Parser", "Reader", "Resolver", "SafeConstructor", "Scanner", "yaml"]
