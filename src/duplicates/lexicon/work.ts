/** Work, trade, learning and engineering: words that mean much the same, as in `software.ts`. */
export const WORK = `
recover recoverable recovery rescue wiederherstellung récupérer récupération recuperar recuperación ripristinare
trash_can recycle_bin wastebasket papierkorb corbeille papelera cestino lixeira
confirm confirmation are_you_sure acknowledge bestätigen bestätigung confirmer confirmar confirmación conferma
lose loss vanish disappear verlust verlieren verschwinden perdre perte disparaître perder pérdida desaparecer perdere
typing type keystroke tippen eingeben taper saisir teclear escribir_a_máquina digitare
clipboard paste copy_paste zwischenablage einfügen presse-papiers coller portapapeles pegar
scroll scrolling infinite_scroll pagination paginate blättern scrollen défiler défilement desplazar paginación scorrere
zoom magnify enlarge vergrößern agrandir ampliar ingrandire
drag drag_and_drop ziehen glisser glisser-déposer arrastrar trascinare
multi-select bulk batch mass mehrfachauswahl stapel en_masse por_lotes
rename name naming umbenennen renommer nom renombrar rinominare nome
preview thumbnail vorschau vignette vista_previa miniatura anteprima
avatar profile_picture portrait profilbild photo_de_profil foto_de_perfil
emoji reaction sticker smiley reaktion reacción
mention at-mention erwähnen mentionner mención mencionar
thread gesprächsfaden fil hilo
channel chatroom kanal canal canale
video_call conference_call videokonferenz visioconférence videollamada
status progress progress_bar fortschritt zustand statut progrès avancement estado progreso stato progresso
assign responsible assignee zuweisen zuständig verantwortlich attribuer asignar encargado assegnare
priority urgent priorität dringend wichtig priorité prioridad urgente priorità
board kanban column swimlane tafel spalte colonne tablero columna bacheca
checklist to_do_list check_off tick_off abhaken checkliste cocher lista_de_verificación spuntare
time_tracking timesheet working_hours time_recording zeiterfassung arbeitszeit stundenzettel pointage temps_de_travail horas_trabajadas fichaje
salary wage payroll pay_slip gehalt lohn salaire paie salario sueldo nómina stipendio
shift rota roster schicht dienstplan planning_des_équipes turno cuadrante turni
expense expenses reimbursement travel_costs spesen auslagen erstattung note_de_frais remboursement gasto gastos reembolso spese rimborso
revenue turnover income profit earnings umsatz gewinn einnahmen chiffre_d'affaires revenu bénéfice ingresos beneficio ricavi
donor sponsor funding grant investor subsidy crowdfunding förderung zuschuss geldgeber subvention mécène financement subvención financiación patrocinador finanziamento
supplier vendor provider lieferant anbieter fournisseur proveedor fornitore
order purchase_order bestellung bestellen commande commander pedido pedir ordine ordinare encomenda
basket cart shopping_cart warenkorb panier carrito cesta carrello
refund send_back money_back rückgabe rücksendung erstattet remboursé devolución devolver reso
warranty guarantee complaint claim garantie reklamation beschwerde réclamation plainte garantía queja reclamación reclamo
helpdesk customer_service support_team hotline support_ticket kundendienst service_client sav atención_al_cliente
waiting_list standby warteliste liste_d'attente lista_de_espera
report_a_problem signaler reportar segnalare
research scientific science experiment trial forschung studie versuch recherche_scientifique étude expérience investigación estudio experimento ricerca_scientifica
measurement measurements accuracy precision messung genauigkeit precisione
hypothesis theory assumption hypothese theorie hipótesis teoría
thesis dissertation paper master's_thesis doktorarbeit abschlussarbeit thèse mémoire tesis tesi
exam quiz grade marks prüfung klausur examen evaluación esame
homework assignment hausaufgabe devoirs deberes compiti
teacher lecturer professor instructor lehrer dozent enseignant professeur profesor maestro insegnante docente leraar
apprentice trainee intern internship apprenticeship lehrling azubi praktikant praktikum apprenti stagiaire aprendiz becario prácticas apprendista tirocinante
language foreign_language vocabulary sprache vokabel langue vocabulaire idioma lengua vocabulario lingua
dictionary glossary terminology wörterbuch glossar dictionnaire glossaire lexique diccionario glosario dizionario
abbreviation acronym short_form abkürzung abréviation sigle abreviatura sigla abbreviazione
summary summarise summarize abstract tl;dr condense zusammenfassung zusammenfassen résumé résumer resumir riassunto riassumere
slide presentation deck powerpoint präsentation folie diapositive presentación diapositiva presentazione
logo branding marke marque marca
page_views besucherzahlen visitas
seo search_engine suchmaschine moteur_de_recherche buscador
landing_page startseite page_d'accueil página_de_inicio
dropdown checkbox auswahlfeld liste_déroulante desplegable
validation invalid plausibility check_input validierung ungültig valider invalide validar inválido
tooltip hint help_text explanation explain erklärung erklären explication expliquer explicación explicar spiegazione spiegare
icon symbol pictogram symbolbild icône icono icona
contrast readable legible readability lesbar lesbarkeit kontrast contraste lisible contrasto leggibile
subtitle caption captions transcript transcription untertitel transkript sous-titre subtítulo transcripción sottotitolo
right-to-left rtl
timezone time_zone local_time zeitzone fuseau_horaire zona_horaria
currency exchange_rate forex währung wechselkurs devise taux_de_change moneda divisa tipo_de_cambio valuta
tax_return steuererklärung déclaration_d'impôts declaración_de_la_renta
audit inspection inspect kontrolle inspektion contrôle inspección ispezione
risk danger hazard risiko gefahr risque riesgo peligro rischio pericolo
breach leak leaked data_leak hacked datenleck fuite_de_données filtración
phishing scam fake_mail betrugsmail hameçonnage estafa
token api_key zugangsschlüssel jeton
certificate cert tls ssl zertifikat certificat certificado certificato
session sitting sesión sessione
cookie consent_banner einwilligung consentement consentimiento consenso
firewall vpn proxy tunnel netzwerk
container virtual_machine vm
ci continuous_integration build_pipeline continuous_delivery
staging test_environment sandbox preproduction testumgebung environnement_de_test entorno_de_pruebas
production live live_site prod produktiv en_production producción
code source_code codebase quelltext quellcode code_source código_fuente codice
refactor refactoring rewrite restructure umschreiben überarbeiten réécrire remanier reescribir refactorizar riscrivere
dependency dependencies abhängigkeit dépendance dependencia dipendenza
method procedure methode método
sql_query datenbankabfrage requête consulta
index indexing indexed indizieren indexer indexar
schema data_model datenmodell modèle_de_données esquema
message_queue kafka background_job hintergrundprozess tâche_de_fond
webhook callback
retry try_again backoff wiederholen erneut_versuchen réessayer reintentar riprovare
hang stuck hängen einfrieren bloqué figé colgado atascado bloccato
memory_leak ram_usage speicherverbrauch
observability metrics telemetry tracing prometheus monitoring messwerte
logfile log_entry logging protokolldatei journaux
cockpit control_panel übersichtsseite
toggle schalter interrupteur interruptor
beta early_access pilot pilotversuch versión_de_prueba
free_trial trial_period testphase probezeit essai_gratuit prueba_gratuita
pricing subscription_plan price_list preisliste tarification precios listino
upgrade premium pro_version paid_plan hochstufen
cancellation unsubscribe cancel_subscription kündigen kündigung résilier désabonner baja cancelar_suscripción disdetta
terms agb conditions_générales términos_y_condiciones
licence license lizenz licencia licenza
open_source quelloffen logiciel_libre código_abierto
plugin extension add-on addon module erweiterung modul complemento
duplicate_entry double_entry doubled twice duplicated doppelt en_double duplicado doppio
deduplicate dedupe idempotent only_once einmalig une_seule_fois una_sola_vez
conflict collision overwrite clobber simultaneous überschreiben gleichzeitig écraser simultané sobrescribir simultáneo
collaborate collaboration collaborative work_together co-edit together zusammenarbeit gemeinsam collaborer ensemble colaborar juntos collaborare insieme
everyone everybody all_users alle_nutzer tout_le_monde todos_los_usuarios tutti_gli_utenti
hotspot wifi wlan wireless_network réseau_sans_fil red_inalámbrica
bluetooth nfc
gps geolocation standortverfolgung géolocalisation geolocalización
smartwatch wearable fitness_tracker armband montre_connectée reloj_inteligente
headphone earphone headset loudspeaker speaker kopfhörer lautsprecher casque enceinte auriculares altavoz cuffie
microphone mic mikrofon micrófono
screen_saver brightness helligkeit luminosité brillo
drone quadcopter drohne dron
printer 3d_printer drucker imprimante impresora stampante
engine motor maschine moteur máquina motore
material metal steel holz matériau bois madera materiale legno
screw nail bolt drill hammer schraube nagel bohrer vis clou perceuse tornillo clavo taladro vite chiodo
squeaky creak creaking squeak knarren quietschen grincer grincement crujir chirriar scricchiolare
leaking leaky drip dripping faucet undicht tropfen wasserhahn fuite_d'eau robinet fuga_de_agua grifo goteo perdita_d'acqua rubinetto
temperature degree thermostat temperatur termostato temperatura
humidity moisture damp mould feuchtigkeit schimmel humidité moisissure humedad moho umidità muffa
maintenance upkeep wartung instandhaltung entretien mantenimiento manutenzione
spare_part ersatzteil pièce_de_rechange pieza_de_repuesto ricambio
shelf shelves cupboard lagerraum schrank étagère placard rangement estante armario almacenaje scaffale armadio
opening_hours business_hours öffnungszeiten horaires_d'ouverture horario_de_apertura orari_di_apertura
waiting_room wartezimmer salle_d'attente sala_de_espera
authorisation authorization bewilligung permis autorizzazione
petition public_consultation bürgerbeteiligung consulta_ciudadana
club association society verein vereinigung asociación associazione associação vereniging förening
`
