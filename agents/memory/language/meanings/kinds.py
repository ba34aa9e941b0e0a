"""Words of one kind, of which a thing is only one: who has a cat has told of no dog."""

from __future__ import annotations

from functools import cache

from agents.memory.language.meanings.alike import name_alike
from agents.memory.language.stems import stem_word

#: Each line is a kind; the words beside each other are the same, those apart exclude each other.
_KINDS = """
    red / blue / green / yellow / black / white / brown / grey gray / orange / purple / pink
    north / south / east / west
    copper / brass / iron / tin / steel / bronze / silver / gold golden / lead
    oak / elm / ash / pine / willow / birch / beech / apple / pear / plum / cherry / hazel / lime
    breakfast / lunch / dinner supper
    morning / afternoon / evening
    wool woollen / linen / silk / cotton / leather / fur / velvet
    cat kitten / dog hound puppy / cow calf bull ox cattle / sheep lamb ewe ram flock / goat kid
        / pig sow boar piglet / horse mare pony foal stallion gelding / donkey mule / hen chicken
        cockerel rooster pullet / duck / goose gander gosling / fox / wolf / bear / hare rabbit
        / rat / mouse / owl / crow raven / pigeon dove / swan / bee / eel / trout / pike / carp
    barley / oats oat / wheat / rye / turnip / carrot / cabbage / onion / leek / bean / pea / potato
        / beet / hay
    ale beer / cider / perry / wine / mead / milk / tea
    bread loaf / cheese / butter / pie / cake / soup stew broth / porridge / egg / ham bacon / bun
        / tart / honey
    hammer / saw / axe hatchet / spade shovel / rake / scythe / sickle / plane / chisel / drill
        / anvil / bellows / ladder / rope / needle
    cloak / coat / shirt / hat cap bonnet / boot shoe / glove mitten / scarf shawl / apron
        / dress gown / belt / sock stocking
    jug pitcher / cup mug / bowl / bucket pail / barrel cask / basket / sack / chest / jar
    chair / stool / bench / bed / cupboard / shelf / stove
    barn / mill / church chapel / inn tavern alehouse / smithy forge / school / library / stable
        / bakery / tower / cellar / bridge / ferry
    arm / leg / knee / elbow / shoulder / ear / eye / nose / finger / toe / foot / tooth
    smith blacksmith / miller / baker / weaver / cobbler / tailor / carpenter joiner / mason
        / potter / fisher fisherman / farmer / shepherd / tinker / thatcher / cooper / butcher
        / brewer / priest parson vicar / midwife / ferryman / beekeeper / gardener / tanner
    fiddle violin / flute / drum / harp / bagpipe / horn
    fever / cough / toothache / measles / gout
    cart wagon / boat skiff dinghy / sledge sled
    left / right
    coach / ferry / barge
    sprain / fracture / burn
    king / queen / duke / count / baron / mayor / reeve bailiff / magistrate
    ring / necklace / bracelet / brooch / crown
    letter / book / map / song / poem
    rose / lily / tulip / daisy / violet / poppy / lavender
    sage / thyme / mint / parsley / rosemary / nettle / dill
    snow / rain / hail / fog mist / frost
    window / door / roof / floor / chimney / stair
    attic loft / kitchen / pantry / parlour / bedroom
    painter / singer / dancer / piper / fiddler / juggler
    sword / dagger / spear / bow / shield
    sand / clay / gravel / chalk / slate
    salt / pepper / sugar / flour / oil / vinegar / mustard
    candle / lantern / torch
"""


@cache
def _map_kinds() -> dict[str, tuple[str, str]]:
    lines = _KINDS.replace("\n        ", " ").strip().splitlines()
    return {
        name_alike(stem_word(word)): (line.split()[0], words.split()[0])
        for line in lines
        for words in line.split("/")
        for word in words.split()
    }


def name_word_kind(stem: str) -> str:
    """Return the kind that the word of a stem is of; empty if it is of none."""
    return _map_kinds().get(stem, ("", ""))[0]


def are_of_one_kind(one: str, other: str) -> bool:
    """Return whether two stems are of one kind and exclude each other: "oak" and "elm"."""
    here, there = _map_kinds().get(one), _map_kinds().get(other)
    return here is not None and there is not None and here[0] == there[0] and here[1] != there[1]
