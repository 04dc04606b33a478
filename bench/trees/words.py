"""Words that names and sentences of a synthetic tree are made of, drawn from a seeded source of chance.

Words that one of the languages keeps for itself are left out, so that every file is one its language would take.
"""

from __future__ import annotations

from random import Random


def _listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())


VERBS = _listed(
    """
    accept adjust align apply attach audit balance bind block build cancel capture check clamp clean close
    collect combine commit compare compile connect convert copy count create debounce decode deliver detach
    drain drop emit encode enqueue estimate evict expand fetch filter find flatten flush fold format freeze
    gather group guard handle hash index infer insert inspect join keep label link list load lock log mark mask
    match measure merge migrate mount move normalize notify open order pack parse patch pin plan poll prepare
    probe prune publish pull purge push query queue read rebuild record reduce refresh register release reload
    remove render repair replay reset resolve restore retry rotate route sample scan schedule score seal search
    send serve shift shrink sign skip slice sort split stage store stream strip submit sum sweep swap sync tag
    take throttle trace track transform trim unpack update upload validate verify visit wait walk watch wrap
    write
    """
)
NOUNS = _listed(
    """
    account address alarm anchor archive array asset badge batch beacon bill block board body bracket branch
    bridge bucket budget buffer bundle cache calendar canvas card carrier cart catalog cell chain channel chart
    chunk claim client clock cluster column command contract cookie counter courier credit cursor customer
    dashboard deposit device digest dispatch document domain draft driver edge entry envelope error event factor
    feature field figure filter fleet folder form frame gateway graph grid group handle header history hook host
    image index invoice item job journal key label layer ledger letter level limit line link list loader locale
    lock log manifest mast margin marker meter metric mirror model module monitor network node note number offer
    option order origin owner packet page panel parcel parser party patch path payment peer permit pipe plan
    pointer policy pool port price process product profile project proof proxy quota quote rate reader receipt
    record region relay report request reserve resource result review role root route row rule sample scale
    schedule schema scope score screen section segment sensor series server session shape shard share sheet
    signal site slot snapshot socket source span stage stamp state station status step stock storage store
    stream string style subject summary symbol table tag target task team template tenant test text thread
    ticket timer token topic trace track transfer tree trigger unit update user value vault vector vendor
    version view volume voucher wallet warehouse watch weight widget window worker writer zone
    """
)
QUALITIES = _listed(
    """
    active ambient ancient annual blank bold brief bright broad broken central cheap clean clear closed cold
    common compact complete coarse current daily dark deep dense direct dirty double dry dual early empty equal
    exact external fair fast final fine first fixed flat foreign former free fresh full general global gross
    hard hidden high hot idle initial inner internal joint large last late lazy light linear live local long
    loose lost low main major manual mean minor mixed mobile narrow native near neutral new next nominal normal
    odd old open outer own partial past plain pending prior private proper public pure quick quiet random rare
    raw ready recent regular remote rough round safe second secure shallow shared sharp short silent simple
    single slow small smooth soft solid sparse spare stable stale static steady steep strict strong sudden tall
    thick thin tight total true upper urgent usual valid virtual warm weak weekly whole wide
    """
)
_FILLERS = _listed(
    """
    the a each every this that another any its their no some one of to from by with without before after while
    when until across through into over under between because if unless so and or but then than as at in on per
    """
)


def sentence(chance: Random, *, least: int = 6, most: int = 18) -> str:
    """An English-looking sentence with a full stop."""
    words = []
    for place in range(chance.randint(least, most)):
        pool = (_FILLERS, NOUNS, VERBS, QUALITIES, NOUNS)[place % 5 if chance.random() < 0.8 else 1]
        words.append(pool[int(chance.random() * len(pool))])
    return f"{' '.join(words).capitalize()}."


def pick(chance: Random, pool: tuple[str, ...]) -> str:
    """One of ``pool``; quicker than ``Random.choice``, which counts at a hundred thousand files."""
    return pool[int(chance.random() * len(pool))]


def snake(chance: Random) -> str:
    """A function's name: ``verb_quality_noun``."""
    return f"{pick(chance, VERBS)}_{pick(chance, QUALITIES)}_{pick(chance, NOUNS)}"


def pascal(chance: Random) -> str:
    """A class's name of three words."""
    return "".join(pick(chance, pool).capitalize() for pool in (QUALITIES, NOUNS, NOUNS))


def camel(name: str) -> str:
    """``some_name`` as ``someName``."""
    head, *rest = name.split("_")
    return head + "".join(map(str.capitalize, rest))
