/** Words on the two sides of `/` say the opposite of each other. */
export const OPPOSITES = `
show display reveal expand / hide conceal collapse
increase raise more longer higher extend grow lengthen expand / decrease reduce lower less shorter lower shorten shrink cut fewer
open / close shut
public / private
import / export
upload / download
buy purchase / sell
rent lease / buy
lend / borrow
hire recruit / fire dismiss lay_off
lock / unlock
mute / unmute
pin / unpin
subscribe / unsubscribe
follow / unfollow
archive / unarchive
encrypt / decrypt
merge combine unite join centralise centralize / split separate divide decentralise decentralize
first / last
newest latest / oldest
early earlier sooner / late later
fast faster speed_up / slow slower slow_down
online / offline
dark / light bright
manual manually by_hand / automatic automate automatically
optional voluntary / required mandatory compulsory obligatory
ascending / descending
up / down
on / off
free / paid
before / after
smaller / larger bigger
win / lose
better / worse
simplify / complicate
horizontal / vertical
left / right
top upper / bottom lower
inside indoor internal / outside outdoor external
incoming inbound receive / outgoing outbound send
remote / onsite on_site in_person
maximum max / minimum min
all every everybody everyone / none nobody
single one / multiple many several
short / long
narrow / wide widen
sync synchronous / async asynchronous
static / dynamic
temporary / permanent
summer / winter
weekday / weekend
live survive / die
publish / withhold
public open transparent / confidential secret private hidden
love like / hate dislike
cheap cheaper / expensive dearer
require demand mandatory compulsory must have_to / optional voluntary
strict stricter / loose lenient relaxed
light lighter / heavy heavier
quiet quieter silent / loud louder noisy
dry / wet
full / empty
rich / poor
easy easier / hard harder difficult
strong stronger / weak weaker
high higher / low lower
front / back rear
send / receive
arrive arrival / leave depart departure
attach / detach
connect / disconnect
assign / unassign
freeze / thaw
inline / separate
local / global cloud
central / distributed
alone solo / together shared
voluntary / compulsory
visible / invisible hidden
active / inactive
wired / wireless
digital online / paper printed
homemade / bought
together jointly / separately individually
insource in-house / outsource
hot warm heat / cold cool
anonymous / named identified
encourage promote / discourage
opt-in opt_in / opt-out opt_out
anzeigen einblenden / ausblenden verbergen
erhöhen verlängern mehr länger / senken verringern reduzieren verkürzen weniger kürzer
öffnen / schließen
öffentlich / privat
kaufen / verkaufen
importieren / exportieren
automatisch / manuell
hell / dunkel
afficher / masquer cacher
augmenter plus allonger / réduire diminuer moins raccourcir
ouvrir / fermer
acheter / vendre
mostrar / ocultar
aumentar más / reducir disminuir menos
abrir / cerrar
comprar / vender
keep retain preserve maintain / remove delete drop discard abolish scrap get_rid give_up phase_out throw_away replace
bring_back restore revive reintroduce reinstate / remove delete abolish scrap get_rid retire discontinue phase_out
start begin launch introduce resume continue keep / stop end quit cease discontinue suspend pause
allow permit let enable / forbid ban prohibit block deny refuse
accept approve welcome / reject refuse decline
to into / out_of away_from
with need require / without
always / never
often frequently frequent / rarely seldom
default / opt_in opt_out
publish publicly / privately internally
raw original uncompressed / compress compressed
expand broaden extend widen / limit restrict narrow confine
loosen relax ease / tighten toughen
monolith / microservices
switch migrate move convert rebuild change / stay remain leave as_it_is as_they_are
hire recruit / lay_off downsize
build develop / buy
repair fix mend / replace
reuse reusable / disposable single_use
print paper / digital
shared / own personal individual
accelerate / delay postpone
sooner / later
advance bring_forward / postpone defer put_off
lift / impose
grow plant / fell uproot
keep save preserve / sell cut_down cut fell demolish tear_down give_away throw_away
indoors / outdoors
inform tell / withhold
trust / distrust
win_back / lose
turn_on switch_on / turn_off switch_off
log_in sign_in / log_out sign_out
check_in / check_out
plug_in / unplug
warm_up / cool_down
wake / sleep
day daytime / night nighttime
behalten beibehalten erhalten / abschaffen entfernen löschen aufgeben weglassen ersetzen
einführen anfangen beginnen starten / abschaffen aufhören beenden einstellen stoppen
erlauben zulassen / verbieten untersagen
pflicht verpflichtend / freiwillig optional
mit / ohne
immer / nie niemals
früher / später
größer / kleiner
schneller / langsamer
zulassen öffnen / sperren
garder conserver maintenir / supprimer abandonner retirer remplacer
autoriser permettre / interdire
avec / sans
toujours / jamais
obligatoire / facultatif
commencer lancer / arrêter cesser
mantener conservar / quitar eliminar suprimir
permitir / prohibir
con / sin
siempre / nunca
obligatorio / opcional
empezar / dejar
permettere consentire / vietare
mantenere / eliminare togliere
con / senza
sempre / mai
manter / remover eliminar
com / sem
`

/** Words that turn a statement round. */
export const NEGATIONS = `
not no never without dont doesnt isnt arent cant cannot wont shouldnt didnt nothing none nobody nor neither
nicht nich kein keine keinen keiner keinem nie niemals ohne nichts
pas jamais sans aucun aucune
nunca sin jamás ningún ninguna
non mai senza nessun nessuna
não sem nenhum nenhuma
niet geen nooit zonder
nie bez inte utan ingen
`

/** Words by which something is undone, which is the opposite of doing it. */
export const UNDOING = `
remove delete drop disable uninstall abandon deactivate abolish retire discontinue get_rid give_up scrap ditch phase_out
ban forbid prohibit prevent block stop quit cancel reject refuse deny revoke avoid skip purge discard turn_off switch_off opt_out take_out leave_out throw_away do_away no_longer not_any_more give_up
entfernen löschen abschaffen abschalten ausschalten verbieten deaktivieren abbrechen beenden verhindern ablehnen aufgeben weglassen
supprimer retirer interdire désactiver abolir arrêter empêcher refuser renoncer abandonner
eliminar borrar quitar prohibir desactivar abolir impedir rechazar
rimuovere eliminare vietare disattivare abolire
remover excluir proibir desativar
verwijderen verbieden uitschakelen afschaffen
`

/** Words between two things, of which the one comes before the other, is preferred to it or becomes it. */
export const DIRECTIONS = {
  before: `
before ahead_of prior_to instead_of rather_than in_place_of in_favour_of in_favor_of
bevor vor statt anstatt anstelle
avant au_lieu_de plutôt_que
antes_de en_vez_de en_lugar_de
prima_di invece_di al_posto_di
em_vez_de no_lugar_de
voordat in_plaats_van
`,
  after: `
after once nachdem après después_de dopo depois_de nadat
`,
  from: `
from von depuis desde da van
`,
  to: `
to into onto nach zu auf vers hacia naar
`,
} as const
