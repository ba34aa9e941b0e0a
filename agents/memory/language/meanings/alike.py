"""Words that mean the same, or nearly, when daily life is retold: "shut" and "closed"."""

from __future__ import annotations

from functools import cache

from agents.memory.language.meanings.deeds import name_deed
from agents.memory.language.stems import stem_word

_ALIKE = """
    house home cottage
    road path lane track
    shop store
    child infant
    mother mum ma mam mummy
    father dad pa papa daddy
    grandmother granny gran grandma
    grandfather grandpa grandad
    wife spouse
    doctor physician healer
    priest parson vicar
    smith blacksmith
    money cash
    penny pence
    stream brook creek beck
    field meadow pasture
    lake tarn mere
    inn tavern alehouse pub
    ale beer
    letter note
    dusk nightfall sunset
    dawn daybreak sunrise
    noon midday
    rumour gossip
    quarrel argument
    thief robber burglar
    price cost
    bag sack
    bucket pail
    spade shovel
    cup mug
    boat ship vessel
    bread loaf
    hen chicken
    horse mare pony
    cow cattle
    pig hog swine
    sheep flock
    dog hound
    big large huge great
    small little tiny
    quick fast swift
    glad happy pleased delighted
    sad unhappy
    angry furious
    tired weary exhausted
    ill sick poorly unwell
    clever smart wise
    beautiful pretty lovely
    dear expensive costly
    afraid scared frightened terrified fear dread
    lame limping limp
    danger peril
    dangerous perilous unsafe
    wrong mistaken
    everybody everyone
    nobody noone
    evil wicked
    old elderly aged
    rich wealthy
    odd strange queer
    sailor seaman
    fisher fisherman angler
    soldier watchman
    stranger foreigner
    folk people villagers
    town village hamlet
    grave tomb
    storm gale tempest
    wedding marriage
    baby newborn
    boy lad
    girl lass
    man fellow
    woman lady
    lazy idle
    grain corn
    wood forest
    stone rock
    hill slope
    clothes garments
    feast banquet
    gift present
    wound injury
    secret confidence
    fog mist
    marsh bog swamp
    trader merchant dealer
    reeve bailiff
    magistrate judge
    pregnant expecting
    shiver tremble
    bowl basin
    roof rooftop
    fence railing
    gate gateway
    pavement flagstones
    beggar pauper
    sweetheart lover
    neighbour neighbor
    colour color
    harbour harbor port
"""


@cache
def _map_alike() -> dict[str, str]:
    found: dict[str, str] = {}
    for line in _ALIKE.strip().splitlines():
        stems = list(map(stem_word, line.split()))
        for each in stems:
            found.setdefault(each, stems[0])
    return found


def name_alike(stem: str) -> str:
    """Return the stem that stands for all words which mean the same as that of `stem`."""
    return _map_alike().get(stem) or name_deed(stem) or stem
