/** Software and work with it: words that mean much the same, one concept per line, in English, German, French, Spanish and some
 * Italian, Portuguese, Dutch and others; `_` joins the words of a phrase. A word counts where it is first. */
export const SOFTWARE = `
picture photo photograph image foto bild photographie imagen fotografía immagine imagem afbeelding
drawing sketch illustration zeichnung skizze dessin dibujo disegno
message dm nachricht mensaje messaggio mensagem
chat conversation discuss discussion talk unterhaltung gespräch diskussion discuter conversación charla discusión
mail email e-mail inbox mailbox post courriel courrier correo correo_electrónico posta
letter brief lettre carta lettera
newsletter digest roundup recap rundbrief bulletin boletín
notification notify alert reminder remind warn warning tell inform ping push benachrichtigung benachrichtigen erinnerung erinnern warnen warnung hinweis notifier rappel rappeler avertir alerte avertissement prévenir notificación notificar recordatorio recordar avisar aviso alerta notifica promemoria avvisare lembrete notificação melding
comment remark annotation kommentar anmerkung commentaire remarque comentario commento opmerking
reply answer respond response antwort antworten répondre réponse responder respuesta rispondere risposta resposta
question ask frage fragen demander pregunta preguntar domanda pergunta
feedback opinion survey poll questionnaire rückmeldung umfrage meinung befragung avis sondage enquête encuesta sondaggio
vote voting ballot upvote abstimmen stimme abstimmung voter scrutin votar votación votare
rate rating review star bewerten bewertung évaluer évaluation noter calificar valoración reseña valutare
like favourite favorite bookmark pin lesezeichen favorit merkliste favori marque-page favorito marcador preferito
tag label keyword category schlagwort kennzeichnung kategorie étiquette mot-clé catégorie etiqueta categoría etichetta
list overview table liste übersicht tabelle aperçu tableau lista tabla resumen tabella
page screen seite bildschirm écran página pantalla schermo tela
button click tap knopf schaltfläche taste klick bouton cliquer botón clic pulsante botão knop
menu navigation sidebar toolbar leiste barre navegación
window dialog modal popup fenster fenêtre ventana finestra janela
form input field formular feld eingabe formulaire champ saisie formulario campo modulo
text wording texte texto testo tekst
title heading headline titel überschrift titre título titolo
file document attachment datei dokument anhang fichier pièce_jointe archivo fichero documento adjunto allegato bestand
folder directory ordner verzeichnis dossier répertoire carpeta directorio cartella pasta
data information info daten données renseignement datos información dati dados gegevens
database db datenbank base_de_données base_de_datos
spreadsheet excel worksheet tabellenkalkulation tableur hoja_de_cálculo foglio_di_calcolo planilha
report analysis analytics statistics stats bericht auswertung statistik analyse rapport statistique informe análisis estadística relazione relatório
chart graph diagram plot visualisation visualization dashboard diagramm grafik graphique diagramme tableau_de_bord gráfico diagrama panel
history log audit_trail activity protokoll verlauf historie journal historique registro historial cronologia
login log_in sign_in signin log_on logon authenticate authentication anmelden anmeldung einloggen connexion se_connecter identifier iniciar_sesión acceso autenticación accedere entrar
logout log_out sign_out signed_out logged_out abmelden ausloggen déconnexion cerrar_sesión
register sign_up signup registration join enrol enroll registrieren registrierung inscrire inscription registrarse inscripción iscriversi
password passphrase credential passwort kennwort mot_de_passe contraseña clave senha wachtwoord
two-factor second_factor 2fa mfa totp two_factor multi-factor zwei-faktor double_authentification dos_factores
account profile konto profil compte cuenta perfil conto conta
permission role access_right right berechtigung rolle zugriff zugriffsrecht recht droit accès permiso rol autorización permesso
admin administrator administrateur administrador amministratore beheerder
security secure protect protection safe sicherheit schutz schützen sicher sécurité protéger sûr seguridad seguro sicurezza segurança veiligheid
encrypt encryption cipher verschlüsseln verschlüsselung chiffrer chiffrement cifrar cifrado crittografare
privacy confidential gdpr datenschutz dsgvo privatsphäre vie_privée confidentialité rgpd privacidad
spam abuse fraud missbrauch betrug fraude abus abuso
sync synchronise synchronize synchronisation synchronisieren abgleich synchroniser sincronizar sincronizzare
offline no_connection without_internet without_connection disconnected ohne_internet ohne_verbindung hors_ligne hors_connexion sans_connexion sans_internet sin_conexión sin_internet
online internet web netz réseau red rete
website web_page site webseite homepage internetseite site_web sitio_web página_web sito
phone mobile smartphone cellphone handy telefon mobil téléphone portable teléfono móvil celular cellulare telemóvel
tablet ipad
computer laptop pc desktop notebook rechner ordinateur ordenador computadora portátil
app application anwendung programm logiciel aplicación programa applicazione aplicativo toepassing
server backend host machine serveur servidor
api interface endpoint schnittstelle interfaz
cache caching cached zwischenspeicher antémémoire
fast quick speed faster performance slow latency speed_up accelerate schnell langsam geschwindigkeit beschleunigen leistung rapide lent vitesse accélérer rápido lento velocidad acelerar veloce snel
start launch open startup boot_up starten öffnen démarrer lancer ouvrir démarrage abrir iniciar arrancar inicio avviare aprire
stop end finish quit halt abort cancel beenden stoppen abbrechen arrêter terminer detener parar terminar fermare
wait delay postpone defer later warten verzögern verschieben später attendre retarder plus_tard esperar retrasar aplazar aspettare snooze put_off adjourn push_back aufschieben vertagen ajourner posponer rimandare
error bug failure crash fault defect fehler absturz ausfall erreur bogue panne fallo avería errore erro fout
improve better enhance optimise optimize refine polish verbessern besser optimieren améliorer mieux optimiser mejorar mejor optimizar migliorare melhorar verbeteren
simplify easier simple easy simpler vereinfachen einfach einfacher leicht simplifier facile simplificar fácil sencillo semplificare
reduce lower decrease cut_down less shrink minimise minimize reduzieren verringern senken weniger réduire diminuer baisser moins reducir disminuir bajar menos ridurre reduzir
increase raise more grow boost erhöhen steigern mehr augmenter hausser plus aumentar más aumentare
limit quota cap maximum threshold allowance grenze obergrenze kontingent limite plafond cuota
exhaust use_up used_up run_out exceed reach aufgebraucht erschöpft überschreiten épuisé dépasser agotar superar
free gratis free_of_charge kostenlos umsonst gratuit gratuito
theme appearance skin look design style layout aussehen gestaltung darstellung apparence mise_en_page tema apariencia diseño aspetto
dark night black dunkel dunkler nacht dunkle sombre nuit noir oscuro noche negro scuro notte escuro donker
bright white weiß clair blanc claro blanco chiaro
colour color palette hue farbe farben couleur colores colore cor kleur
font typeface text_size letter_size schrift schriftgröße taille_du_texte fuente tipo_de_letra tamaño_de_letra
size large big bigger larger groß größe größer grand grande tamaño grosso tamanho
small tiny little compact klein kleiner petit pequeño piccolo
settings preference preferences configuration configure options einstellung einstellungen konfigurieren réglage paramètre ajuste configuración preferencia impostazione configuração instelling
customise customize personalise personalize tailor individuell personalisieren personnaliser personalizar personalizzare
automatic automate automatically automation by_itself automatisch automatisieren automatique automatiser automáticamente automático automatizar
manual manually by_hand manuell von_hand manuel à_la_main a_mano
shortcut hotkey key_binding keyboard tastenkürzel tastatur tastenkombination raccourci clavier atajo teclado scorciatoia
mouse cursor pointer maus souris ratón
voice speech spoken speak dictation dictate spracheingabe sprach diktat voix vocal dictée voz hablar voce
note memo jot notiz notizen nota notas apunte appunto
idea thought concept idee gedanke einfall pensée pensamiento
project initiative undertaking projekt vorhaben projet proyecto progetto projeto
task todo to-do job chore duty aufgabe tâche corvée tarea faena compito tarefa taak
deadline due_date due frist fällig échéance date_limite plazo vencimiento fecha_límite scadenza prazo
calendar kalender calendrier calendario
day daily every_day täglich jeden_tag jour quotidien chaque_jour día diario cada_día giorno giornaliero dag
week weekly every_week woche wöchentlich semaine hebdomadaire semana semanal settimana
month monthly every_month monat monatlich mois mensuel mes mensual mese mensile maand
year yearly annual annually every_year jahr jährlich année annuel an año anual anno jaar
nightly overnight nächtlich nocturne nocturno
morning dawn early morgens morgen matin mañana mattina
evening dusk abends abend soir soirée sera
minute minuten minuto minuut
hour stunde heure hora ora uur
time period duration zeit dauer temps durée tiempo duración tempo
template boilerplate preset blueprint vorlage muster modèle gabarit plantilla modello
draft unfinished unsaved entwurf brouillon borrador bozza rascunho
version revision fassung versione
approve approval accept sign_off genehmigen freigabe zustimmung approuver approbation accepter aprobar aprobación aceptar approvare
reject decline refuse deny ablehnen zurückweisen rejeter refuser rechazar denegar rifiutare
invite invitation einladen einladung inviter invitar invitación invitare
link url hyperlink verweis verknüpfung lien enlace vínculo collegamento
connect integration integrate connector hook_up anbindung anbinden integrieren verbinden intégrer relier connecter integración integrar conectar integrazione
merge combine unite consolidate zusammenführen vereinen zusammenlegen fusionner réunir combiner fusionar unir combinar unire
split divide separate aufteilen trennen diviser séparer scinder dividir separar dividere
move migrate transfer relocate umziehen migrieren übertragen déplacer migrer transférer mover migrar trasladar transferir spostare
replace substitute swap instead ersetzen tauschen statt remplacer échanger reemplazar sustituir sostituire
lock freeze locked sperre verrouiller verrou cerradura bloqueo
archive archivieren archiver archivar archiviare
expire expiry timeout ablaufen gültigkeit expirer expiration caducar expirar vencer
queue waiting_line backlog warteschlange file_d’attente cola
parking car_park parkplatz parken stationnement aparcamiento aparcar
delivery shipping shipment parcel package lieferung versand paket livraison colis expédition entrega envío paquete consegna
stock inventory warehouse storage lager inventar inventaire entrepôt inventario almacén magazzino
event party celebration festival fair veranstaltung fest feier événement fête evento fiesta celebración festa
gift birthday geschenk geburtstag cadeau anniversaire regalo cumpleaños
school pupil student classroom university schule schüler studium école élève étudiant escuela alumno estudiante scuola studente escola
hiring recruit recruitment vacancy candidate applicant bewerbung bewerber einstellen personal recrutement candidat embaucher contratación candidato contratar
absence leave time_off sick_leave abwesenheit urlaubsantrag congé ausencia
contract agreement vertrag vereinbarung contrat accord contrato acuerdo contratto
tax vat steuer mehrwertsteuer impôt taxe tva impuesto iva tassa
law legal compliance regulation gesetz loi juridique ley normativa
insurance versicherung assurance assicurazione
podcast audio_show broadcast sendung trasmissione
article blog blog_post artikel beitrag blogue billet artículo entrada articolo
documentation handbook guide instructions faq anleitung handbuch dokumentation hilfeseite documentación guía istruzioni
walkthrough guided_tour einführung visite_guidée bienvenida
sensor probe detector messfühler capteur détecteur sonda
scan barcode qr qr_code scanner strichcode code-barres escanear código
camera webcam kamera cámara
robot bot automaton roboter
artificial_intelligence ai llm machine_learning künstliche_intelligenz ki intelligence_artificielle inteligencia_artificial
weather forecast wetter wettervorhersage météo clima pronóstico
noise quiet silent mute silence lärm ruhe leise stumm bruit silencieux ruido silencio silenciar rumore
accessible accessibility barrier-free screen_reader blind impaired barrierefrei barrierefreiheit accessibilité accesibilidad accessibilità
care nursing pflege soins cuidado cura
donate donation charity fundraise spenden spende don donner donar donación
deploy deployment rollout release_process ausliefern ausrollen déployer déploiement desplegar despliegue
typo misspelling misspell spelling spell tippfehler rechtschreibung faute_de_frappe orthographe error_tipográfico ortografía
`
