/** What people want to have done: words that mean much the same, as in `software.ts`. */
export const ACTIONS = `
add create introduce insert append hinzufügen ergänzen anlegen erstellen ajouter créer añadir agregar crear aggiungere adicionar criar toevoegen
remove delete erase discard purge drop get_rid trash entfernen löschen supprimer retirer enlever effacer eliminar borrar quitar rimuovere cancellare remover apagar verwijderen
undo revert restore bring_back rückgängig wiederherstellen annuler restaurer deshacer annullare desfazer
change edit modify alter update adjust tweak ändern bearbeiten anpassen aktualisieren modifier changer éditer cambiar editar modificar modificare alterar wijzigen
show display present render view anzeigen zeigen darstellen afficher montrer mostrar visualizar mostrare exibir tonen
hide conceal collapse ausblenden verbergen verstecken masquer cacher ocultar esconder nascondere
let allow permit enable lassen erlauben ermöglichen permettre autoriser permitir permettere
block forbid ban prohibit prevent verbieten sperren verhindern interdire bloquer empêcher prohibir bloquear impedir vietare
help assist aid support assistance helfen unterstützen hilfe aider aide assister ayudar ayuda apoyar aiutare ajudar helpen
find search look_up lookup query retrieve locate discover suchen suche finden chercher rechercher recherche trouver buscar búsqueda encontrar cercare ricerca pesquisar zoeken
filter narrow filtern filtrer filtrar filtrare
sort rank arrange reorder sortieren ordnen sortierung trier classer ordenar
group cluster bundle gruppieren bündeln regrouper grouper agrupar raggruppare
save store keep persist remember speichern merken aufbewahren enregistrer sauvegarder conserver guardar almacenar salvare salvar opslaan
backup back_up snapshot sicherung sicherungskopie datensicherung respaldo copia_de_seguridad
copy duplicate clone replicate kopieren kopie duplizieren copier dupliquer copiar duplicar copiare
share teilen freigeben partager compartir condividere compartilhar delen
send deliver dispatch forward senden schicken verschicken zustellen envoyer expédier enviar mandar inviare verzenden
receive get obtain erhalten bekommen empfangen recevoir obtenir recibir obtener ricevere receber
download herunterladen télécharger descargar scaricare baixar
upload hochladen téléverser subir caricare
import ingest importieren importer importar importare importeren
export exportieren exporter exportar esportare exporteren
print drucken ausdrucken imprimer imprimir stampare
read reading lesen lire lecture leer lectura leggere ler lezen
write compose schreiben verfassen écrire rédiger escribir redactar scrivere escrever schrijven
translate localise localize translation localisation übersetzen übersetzung traduire traduction traducir traducción tradurre traduzir vertalen
record capture aufnehmen aufzeichnen aufnahme enregistrement grabar capturar registrare gravar opnemen
listen hear audio sound hören anhören écouter escuchar sonido ascoltare ouvir
watch video clip film movie ansehen filme película
play playback abspielen wiedergabe jouer reproducir riprodurre
learn study lernen studieren apprendre étudier aprender estudiar imparare
teach instruct lehren unterrichten schulen enseigner enseñar insegnare ensinar
course class lesson workshop training tutorial kurs unterricht schulung lehrgang formation atelier curso clase taller corso
test check verify validate prüfen testen überprüfen vérifier tester probar comprobar verificar controllare testar
measure track monitor gauge messen verfolgen überwachen überwachung mesurer suivre surveiller medir seguir supervisar misurare
count tally zählen anzahl compter nombre contar número contare
compare comparison vergleichen vergleich comparer comparaison comparar comparación confrontare
choose select pick decide option wählen auswählen auswahl choisir sélectionner elegir seleccionar escoger scegliere escolher kiezen
suggest recommend propose suggestion recommendation vorschlagen vorschlag empfehlen empfehlung proposer suggérer recommander sugerir recomendar sugerencia suggerire
plan schedule planner planen planung zeitplan planifier planification planificar planear pianificare planejar
book reserve booking reservation buchen reservieren buchung reservierung réserver reservar reserva prenotare
buy purchase acquire kaufen anschaffen einkaufen acheter acquérir comprar adquirir comprare kopen
sell verkaufen vendre vender vendere verkopen
rent lease hire lend borrow loan mieten vermieten leihen ausleihen verleihen louer prêter emprunter alquilar prestar noleggiare alugar
pay payment checkout bezahlen zahlung payer paiement pagar pago pagamento betalen
price cost fee charge tariff preis kosten gebühr prix coût tarif precio costo tarifa prezzo preço prijs
money budget funds cash geld haushalt etat argent dinero presupuesto soldi dinheiro
invoice bill billing receipt rechnung abrechnung beleg facture facturation factura facturación fattura fatura factuur
discount voucher coupon rebate rabatt gutschein réduction remise descuento cupón sconto desconto
cheap affordable inexpensive low_cost billig günstig preiswert bon_marché barato económico
save_money economise thrift sparen einsparen économiser ahorrar risparmiare
subscribe subscription membership abonnieren abonnement abo abonner suscribirse suscripción abbonamento assinatura
customer client buyer shopper kunde kundin kunden clientèle cliente klant
user member nutzer benutzer anwender utilisateur usuario utente utilizador gebruiker
visitor guest besucher gast visiteur visitante ospite
employee staff worker colleague coworker mitarbeiter angestellte kollege kollegin belegschaft employé collègue personnel empleado colega dipendente medewerker
newcomer new_hire starter onboarding joiner neuling einarbeitung incorporación
mentor buddy patin betreuer tuteur parrain tutor mentoring
boss manager supervisor lead vorgesetzte leiter responsable jefe capo
team crew squad equipe mannschaft equipo squadra
company business firm enterprise organisation organization firma unternehmen betrieb entreprise société empresa azienda bedrijf
office workplace büro arbeitsplatz bureau oficina ufficio escritório kantoor
meeting call conference standup appointment besprechung sitzung termin treffen réunion rendez-vous cita riunione reunião vergadering
agenda programme tagesordnung ordre_du_jour orden_del_día
`
