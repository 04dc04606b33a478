"""Function words that say nothing about what a text is about, by language. All are lower case without accents."""

from __future__ import annotations

_LISTS = {
    "en": """
        a about above after again also am an and any are as at be because been before being below between both but by
        can could did do does doing done down during each else every few for from further get gets got had has have
        having he her here hers him his how i if in into is it its itself just let like many may me might more most
        much must my no nor of off on once only or other our ours out over own please same shall she should so some
        such than that the their theirs them then there these they this those through to too under until up upon us
        use used using very via was we were what when where whether which while who whom whose why will with within
        without would yet you your yours
    """,
    "de": """
        aber alle allem allen aller als also am an auch auf aus bei bin bis bist da damit dann das dass dem den der des
        dessen die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es
        euch fur gegen hat hatte haben hier ich ihr ihre ihrem ihren ihrer im in ist ja jede jedem jeden jeder jedes
        kann kein keine man mehr mein mit nach nicht noch nur ob oder ohne sehr sein seine sich sie sind so uber um und
        uns unser unter vom von vor war waren warum was weil welche welcher wenn wer werden wie wieder will wir wird wo
        wurde zu zum zur
    """,
    "es": """
        a al algo ante antes aquel asi aun aunque cada como con contra cual cuando cuyo de del desde donde dos el ella
        ellas ellos en entre era eran es esa ese eso esta estan estas este esto estos fue fueron ha hace hacer hacia
        han hasta hay la las le les lo los mas me mi mientras muy ni no nos nosotros o otra otro otros para pero poco
        por porque puede pues que quien se sea ser si sido sin sobre son su sus tal tambien tan te tiene todo todos tu
        un una uno unos y ya yo
    """,
    "fr": """
        a afin ai alors apres au aucun aussi autre aux avait avant avec avoir car ce cela ces cet cette ceux chaque
        chez comme comment d dans de depuis des donc dont du elle elles en encore entre est et etaient etait ete etre
        eu fait faire il ils je l la le les leur leurs lors lui ma mais me meme mes moins mon ne ni nos notre nous on
        ont ou par pas peu peut plus pour pourquoi qu quand que quel quelle qui quoi sa sans se ses si son sont sous
        sur ta te tes toi ton tous tout toute tres tu un une vos votre vous y
    """,
    "it": """
        a ad ai al alla alle allo anche avere c che chi ci come con cosa cui da dagli dai dal dalla dalle dei del della
        delle dello di dove e ed era erano essere fra gli ha hai hanno ho i il in io l la le lei li lo loro lui ma mi
        mia mio ne nei nel nella nelle noi non nostro o ogni per perche piu poi puo quale quando quanto quello questa
        questo qui se sei si sia sono su sua sue sui sul sulla suo suoi tra tu tutti tutto un una uno vi voi
    """,
    "pt": """
        a ao aos aquela aquele as assim ate cada com como da das de dela dele deles depois do dos e ela elas ele eles
        em entre era eram essa esse esta estao estas este eu foi foram ha isso isto ja lhe mais mas me mesmo meu minha
        muito na nao nas nem no nos nossa nosso num numa o onde os ou para pela pelas pelo pelos por porque qual quando
        que quem sao se sem ser seu seus so sobre sua suas tambem te tem ter toda todo todos tu um uma voce
    """,
}


def stop_words(languages: tuple[str, ...]) -> frozenset[str]:
    """The stop words of every language in ``languages`` that has a list here (en, de, es, fr, it, pt).

    A language without a list adds none: a missing list costs a little precision, a wrong one costs answers.
    """
    return frozenset(word for language in languages for word in _LISTS.get(language.lower()[:2], "").split())
