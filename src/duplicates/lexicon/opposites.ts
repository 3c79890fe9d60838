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
require demand mandatory compulsory / optional voluntary
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
`

/** Words that turn a statement round. */
export const NEGATIONS = `
not no never without dont doesnt isnt cant cannot wont shouldnt nothing none
nicht kein keine keinen keiner nie niemals ohne
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
ban forbid prohibit prevent block stop quit cancel reject refuse deny revoke avoid skip purge discard turn_off switch_off opt_out
entfernen löschen abschaffen abschalten ausschalten verbieten deaktivieren abbrechen beenden verhindern ablehnen aufgeben weglassen
supprimer retirer interdire désactiver abolir arrêter empêcher refuser renoncer abandonner
eliminar borrar quitar prohibir desactivar abolir impedir rechazar
rimuovere eliminare vietare disattivare abolire
remover excluir proibir desativar
verwijderen verbieden uitschakelen afschaffen
`
