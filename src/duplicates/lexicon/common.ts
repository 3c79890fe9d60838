/** Words that say nothing of the matter, by language; by them a language is told, too. */
export const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  en: `a an the and or but if then than of to in on at by for from with into onto over under about as is are was were be been being
    it its this that these those they them their there here we us our you your he she his her i me my who which what when where why how
    do does did done can could should would will shall may might must have has had having so too not no without never also just only most very
    some any each every all both such same other another own out again while because since until after before between through
    during per via etc let lets ones get gets on dont doesnt isnt cant cannot wont shouldnt`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber wenn dann als von zu zum zur im in an am auf bei für aus mit
    ohne über unter um ist sind war wird werden sein es sie er wir ihr ich man sich nicht kein keine auch nur noch schon sehr so wie
    was wer wo dass damit soll sollen sollte kann können muss müssen hat haben jede jeder jeden alle nach vor durch bis ihre ihren seine
    dies diese dieser dieses etwas beim vom bitte`,
  fr: `le la les l un une des du de d et ou mais si alors que qui quoi dont où en dans sur sous par pour avec sans vers chez est sont était
    être ont avoir a au aux ce cet cette ces il elle ils elles on nous vous je se s son sa ses leur leurs notre votre ne n pas plus très
    aussi tout toute tous toutes chaque quand comme peut peuvent doit doivent faut même entre avant après plutôt afin y`,
  es: `el la los las un una unos unas de del y o pero si que quien en sobre por para con sin hacia desde es son era ser está están estar ha
    han haber al lo le les se su sus nuestro nuestra yo tú él ella ellos nos me te mi no muy también todo toda todos todas cada cuando
    como puede pueden debe deben hay este esta estos estas ese esa entre antes después donde cual ya`,
  it: `il lo la i gli le un uno una di del della dei delle e o ma se che chi in nel nella su sul per con senza da dal è sono era essere ha
    hanno al alla ai si suo sua nostro non più molto anche tutto tutti ogni quando come può possono deve questo questa tra prima dopo`,
  pt: `o a os as um uma uns umas de do da dos das e ou mas se que quem em no na nos nas sobre por para com sem é são era ser está estão tem
    ao à seu sua nosso nossa não mais muito também tudo todos cada quando como pode podem deve este esta entre antes depois`,
  nl: `de het een en of maar als dan van naar te in op aan bij voor uit met zonder over onder is zijn was wordt worden het zij hij wij we ik
    men zich niet geen ook alleen nog al zeer meer zo hoe wat wie waar dat die dit deze moet moeten kan kunnen heeft hebben elke alle na
    door tot hun onze`,
}

/** Words that are in so many ideas that sharing them says little. */
export const COMMON_WORDS = `
app application system tool feature option function button page screen idea project work thing way use make new want need like would good
nice easy better time user people person team support provide offer allow enable implement build create add have show give take able
possible possibility automatic directly current existing different up down off more less
neu neue neuen möglich möglichkeit funktion machen geben system nutzer
nouveau nouvelle possible possibilité fonction faire système utilisateur
nuevo nueva posible posibilidad función hacer sistema usuario
`

/** Titles of nothing but such words, numbers and dates do not say what an idea is about. */
export const GENERIC_WORDS = `
idea ideas thought thoughts note notes memo todo to-do task tasks untitled title test draft wip tbd misc miscellaneous various general stuff
thing things random new old my other another some quick small big great cool nice interesting important urgent improvement improvements
improve feature features request proposal suggestion suggestions feedback question questions issue issues problem problems bug bugs fix
update updates change changes meeting minutes agenda call brainstorm brainstorming session discussion follow followup follow-up next steps
step plan plans project projects list summary overview report reminder info information document doc page item entry record log journal
diary day week month year today tomorrow yesterday daily weekly monthly retro retrospective sprint standup sync review ticket incident
release version chapter part section number no team work later someday maybe inbox scratch scratchpad temp tmp copy example sample
something anything read remember check think research experiment concept draft findings lessons learned wishlist wish backlog
customer customers user users from for of the a an about to and with on
idee ideen notiz notizen gedanke gedanken aufgabe aufgaben entwurf verschiedenes sonstiges allgemein neu neue neues vorschlag vorschläge
verbesserung verbesserungen frage fragen problem besprechung protokoll liste ohne titel für von zur zum
idée idées pensée tâche brouillon divers nouveau nouvelle proposition amélioration améliorations réunion compte-rendu liste sans titre
idea nota notas tarea borrador varios nuevo nueva propuesta mejora mejoras pregunta problema reunión lista sin título
nuova nuovo appunti bozza varie proposta miglioramento nova novo rascunho vários melhoria idee notitie voorstel verbetering
笔记 想法 待办 无标题 アイデア メモ 無題 идея заметка заметки без названия
`
