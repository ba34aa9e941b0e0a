"""Words for kin, and which other words mean the same."""

from __future__ import annotations

_NAMES = """
    mother mum ma mam mummy mama
    father dad pa papa daddy da
    grandmother gran granny grandma nan
    grandfather grandpa grandad
    son boy lad
    daughter girl lass
    husband
    wife
    brother
    sister
    uncle
    aunt auntie
    nephew
    niece
    cousin
    grandson
    granddaughter
"""
_KIN = {word: line.split()[0] for line in _NAMES.strip().splitlines() for word in line.split()}
#: They tell of kin only where they are somebody's.
OWNED = frozenset(("boy", "lad", "girl", "lass"))
#: They tell of kin too, and exclude no other word.
_MORE = frozenset(("parent", "child", "twin", "grandchild", "widow"))


def name_kin(word: str) -> str:
    """Return the word that stands for all which mean the same kin; empty for any other word."""
    return _KIN.get(word, "")


def is_kin(word: str) -> bool:
    """Return whether a word tells what somebody is to somebody else."""
    return word in _MORE or (word in _KIN and word not in OWNED)
