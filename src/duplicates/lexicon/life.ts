/** Homes, people, places and pastimes: words that mean much the same, as in `software.ts`. */
export const LIFE = `
child kid children kids kinder enfant niño niña hijo bambino criança kindes
parent mother father parents eltern padres genitori pais ouder
old_people senior elderly pensioner ältere senioren rentner personnes_âgées aîné mayores anciano jubilado anziano idoso
friend mate pal freund freundin ami amigo amico vriend
family household relatives familie famille familia famiglia gezin
neighbour neighbor neighbourhood neighborhood community nachbar nachbarschaft viertel quartier voisin voisinage vecino vecindario barrio vicino vizinho buurt
volunteer helper ehrenamtliche freiwillige bénévole voluntario volontario
patient kranke paciente paziente
doctor physician gp clinic arzt ärztin praxis médecin docteur médico
health wellness fitness gesundheit gesund santé bien-être salud saúde salute gezondheid
medicine medication pill drug medikament arznei tablette médicament pilule medicamento pastilla farmaco
sleep nap insomnia schlaf schlafen sommeil dormir sueño sonno dormire sono slaap
exercise workout sport jog übung bewegung exercice ejercicio deporte esercizio
walk hike stroll hiking trek wandern wanderung spaziergang gehen marcher randonnée promenade caminar senderismo paseo camminare escursione
bicycle bike cycling cyclist fahrrad rad radfahrer vélo cycliste bicicleta ciclista bici fiets
car automobile vehicle auto wagen fahrzeug voiture véhicule coche vehículo carro macchina
train railway rail zug bahn tren treno trem
bus autobús
plane flight fly flug fliegen flugzeug avion vol vuelo aereo volo
trip travel journey holiday vacation tour reise urlaub ausflug fahrt voyage vacances viaje vacaciones viaggio viagem reis
map karte landkarte carte mapa mappa kaart
route path way weg strecke pfad itinéraire chemin trajet ruta camino percorso
place location spot position venue ort standort stelle lieu emplacement endroit lugar ubicación luogo local plaats
house home flat apartment haus wohnung zuhause maison appartement logement casa hogar piso vivienda appartamento huis
room zimmer raum chambre pièce salle habitación sala cuarto stanza
kitchen küche cuisine cocina cucina cozinha
garden yard backyard allotment garten jardin potager huerto giardino jardim tuin
plant plants herb flower vegetable pflanze blume gemüse plante fleur légume planta flor verdura hortaliza pianta
tree wood forest baum wald arbre forêt árbol bosque albero
water watering irrigate irrigation sprinkle gießen bewässern bewässerung wasser arroser arrosage eau regar riego agua annaffiare acqua
rain rainwater regen regenwasser pluie eau_de_pluie lluvia agua_de_lluvia pioggia
compost composting kompost komposter compostage composteur compostaje
rubbish waste garbage litter müll abfall déchet ordure basura residuo rifiuto lixo afval
recycle recycling reuse upcycle wiederverwerten wiederverwenden recycler réutiliser reciclar reutilizar riciclare
repair fix mend broken reparieren reparatur kaputt réparer réparation cassé reparar arreglar arreglo riparare consertar repareren
clean tidy wash cleaning putzen sauber reinigen aufräumen nettoyer propre limpiar limpieza pulire limpar
build construct bauen aufbauen construire bâtir construir costruire bouwen
paint streichen anstreichen peindre peinture pintar dipingere
heat heating warm warmth heizen heizung wärme chauffer chauffage chaleur calentar calefacción calor riscaldare
cool cooling air_conditioning kühlen kühlung klimaanlage refroidir climatisation enfriar refrigeración
light lamp lighting licht lampe beleuchtung lumière éclairage luz lámpara iluminación luce
energy power electricity current strom energie électricité courant electricidad energía elettricità
solar photovoltaic sun sunlight pv solaranlage sonne photovoltaik solaire soleil photovoltaïque solare
battery accu akku batterie batería batteria
tool tools equipment device werkzeug gerät outil appareil herramienta aparato attrezzo ferramenta gereedschap
food meal dish essen mahlzeit gericht speise nourriture repas comida plato cibo pasto
dinner supper abendessen dîner cena
lunch mittagessen déjeuner almuerzo pranzo
recipe cook cooking rezept kochen recette cuisiner receta cocinar ricetta cucinare receita
ingredient ingredients groceries zutat zutaten lebensmittel ingrediente
shop supermarket shopping laden geschäft supermarkt magasin boutique tienda supermercado compras negozio loja winkel
canteen cafeteria lunchroom kantine mensa cantine comedor
fridge refrigerator kühlschrank frigo réfrigérateur nevera frigorífico
coffee tea kaffee tee café thé té caffè
animal pet dog cat tier haustier hund katze chien mascota perro gato
library bücherei bibliothek buch livre bibliothèque libro biblioteca livro
music song concert tune musik lied konzert musique chanson música canción concierto
game gaming spiel spielen jeu juego jugar gioco jogo spel
clothes garment clothing apparel outfit wear dress kleidung kleider klamotten vêtement ropa vestido vestito abbigliamento roupa kleding kläder ubranie
shoe boot sneaker schuh stiefel chaussure zapato scarpa sapato
bag backpack rucksack suitcase tasche koffer sac valise bolsa mochila maleta borsa zaino
furniture chair sofa couch desk möbel stuhl tisch meuble chaise mueble silla mesa sedia
stair step staircase stairs treppe stufe escalier marche escalera escalón scala escada
door gate entrance tür tor eingang porte entrée puerta porta ingresso deur dörr
glazing pane vitre
roof attic rooftop dach toit tejado techo tetto tak
wall fence mauer zaun mur clôture pared muro valla cerca parete
floor carpet flooring boden teppich suelo alfombra pavimento
bath bathroom shower toilet lavatory restroom wc dusche toilette klo salle_de_bain douche baño ducha aseo inodoro bagno doccia banheiro
bed mattress bett matratze matelas cama letto
blanket quilt duvet decke couverture manta coperta
laundry washing_machine washer wäsche waschmaschine lessive lave-linge lavadora colada lavatrice wasmachine tvätt pralka
dishwasher dishes spülmaschine geschirr lave-vaisselle vaisselle lavavajillas lavastoviglie
garage shed hut schuppen cabane abri_de_jardin cobertizo garaje
cellar basement keller sótano cantina kelder
balcony terrace patio balkon terrasse balcon terraza balcone terrazza varanda
park playground green_space spielplatz parc aire_de_jeux parque parco
bench seat sitzbank banc asiento banco panchina
street road lane avenue straße rue calle carretera strada rua straat gata ulica
bridge brücke pont puente ponte
town city village municipality municipal stadt dorf gemeinde rathaus ville commune mairie ciudad pueblo ayuntamiento municipio città paese comune cidade aldeia stad gemeente miasto
museum exhibition gallery exhibit ausstellung galerie musée exposition museo exposición galería mostra
theatre theater stage drama bühne scène teatro escenario palcoscenico
church chapel kirche église iglesia chiesa kerk
hospital ward krankenhaus spital hôpital ospedale ziekenhuis szpital
nurse nursing_staff krankenschwester pfleger infirmier infirmière enfermera infermiere
tooth dentist dental zahn zahnarzt dentiste diente dentista
eye glasses spectacles vision auge brille œil lunettes ojo gafas occhio occhiali
ache headache schmerz kopfschmerz douleur dolor dolore
stress anxiety worry burnout sorge angst anxiété estrés ansiedad
hungry hunger diet nutrition eat eating ernährung alimentation alimentación comer dieta mangiare
vegan vegetarian plant-based meatless vegetarisch végétarien vegetariano
bread bake baking bakery cake brot backen kuchen bäckerei gâteau boulangerie pan pastel panadería torta
fruit apple berry obst beere frucht fruta frutta
drink beverage beer wine juice getränk bier wein boisson bière vin bebida cerveza vino bevanda birra
pot kettle topf pfanne casserole poêle olla sartén pentola
bird nest feeder nistkasten vogel oiseau mangeoire pájaro ave uccello ptak fågel
bee beehive hive honey biene bienenstock honig abeille ruche miel abeja colmena alveare
fish fishing angler aquarium fisch angeln poisson pêche pez pesca pesce
farm farmer agriculture bauernhof acker landwirt ferme agriculteur granja agricultor fattoria
seed sow seedling saat samen säen graine semer semilla sembrar seme
soil earth ground dirt erde bodenprobe terre tierra terra suolo
river creek stream brook fluss bach rivière ruisseau río arroyo fiume
sea beach coast shore meer strand küste mer plage côte playa costa spiaggia praia
mountain hill summit alps berg hügel gipfel montagne colline montaña colina montagna
snow ice frost ski schnee eis neige glace nieve hielo neve ghiaccio
fire smoke flame feuer rauch feu fumée incendie fuego humo incendio fuoco
hot_water boiler hot heat_pump warmwasser kessel chaudière caldera caldaia
fuel petrol gas diesel benzin kraftstoff essence carburant gasolina combustible benzina
charging charger ev_charger ladesäule ladestation aufladen recharger borne_de_recharge cargar cargador ladda laddstolpe
traffic congestion jam rush_hour verkehr stau circulation embouteillage tráfico atasco traffico
ride_sharing carpool carpooling lift_share mitfahrgelegenheit fahrgemeinschaft covoiturage compartir_coche
drive driver driving fahrer conduire conducteur conducir conductor guidare autista
ship boat ferry sail sailing schiff fähre segeln bateau navire voilier barco velero barca
hotel accommodation hostel lodging unterkunft hébergement alojamiento albergo
luggage baggage gepäck bagage equipaje bagaglio
passport visa id_card ausweis reisepass passeport pasaporte
story tale novel fiction narrative geschichte erzählung roman récit conte historia cuento novela racconto romanzo
poem poetry verse gedicht poème poesía poema
author writer novelist autor schriftsteller auteur écrivain escritor autore
character hero protagonist figur held personnage héros personaje héroe
newspaper magazine press zeitung zeitschrift presse revue periódico revista prensa giornale rivista jornal krant tidning gazeta
advertisement ad advert commercial advertising promotion werbung anzeige inserat publicité annonce anuncio publicidad promoción pubblicità propaganda
radio television tv fernsehen rundfunk televisione
instrument guitar piano violin klavier gitarre guitarra pianoforte
choir sing singing singer chor singen chorale chanter coro cantar cantare
dance dancing ballet tanz tanzen danse danser baile bailar ballo danza
art artwork sculpture artist kunst künstler œuvre artiste arte obra artista
craft handicraft sew sewing knit knitting needlework basteln nähen stricken handarbeit couture coudre tricot tricoter bricolage coser tejer manualidades cucire
football soccer match fußball partido calcio futebol voetbal
swim swimming pool schwimmen schwimmbad freibad nager piscine nadar piscina nuotare
toy doll lego spielzeug jouet juguete giocattolo brinquedo
baby infant toddler newborn säugling kleinkind bébé nourrisson bimbo
young youth teenager adolescent jugend jugendliche jeune joven adolescente giovane jovem
woman women female girl frau mädchen femme fille mujer chica donna mulher
male boy männer junge homme garçon hombre chico uomo
wedding marriage bride hochzeit heirat mariage boda matrimonio casamento
retired retirement pension ruhestand rente pensioniert retraite jubilación pensione aposentado
lonely loneliness isolation isolated einsam einsamkeit solitude isolement soledad aislamiento solitudine
poor poverty homeless armut obdachlos pauvre pauvreté sans-abri pobre pobreza
refugee migrant immigrant asylum flüchtling réfugié refugiado rifugiato
climate carbon emission co2 footprint greenhouse_gas klima climat emisión
environment ecological ecology sustainable sustainability eco-friendly umwelt nachhaltig nachhaltigkeit environnement écologique durable medio_ambiente ecológico sostenible ambiente sostenibile
plastic packaging wrapping verpackung plastik emballage plastique envase plástico embalaje imballaggio plastica
bottle refill jar flasche nachfüllen bouteille recharge botella rellenar bottiglia
barter trade trade_in tausch tauschbörse échange troc intercambio trueque scambio troca
second_hand pre-owned flea_market gebraucht flohmarkt occasion brocante marché_aux_puces segunda_mano mercadillo usato
lost lost_property verloren fundsachen perdu objets_trouvés perdido smarrito
keys schlüssel clé clef llave chiave chave
emergency accident ambulance first_aid notfall unfall erste_hilfe urgence premiers_secours emergencia accidente primeros_auxilios
police crime burglar theft burglary polizei einbruch diebstahl cambriolage policía robo polizia furto
election parliament council politician wahl gemeinderat politik conseil_municipal politique elección concejo política elezione consiglio
smell scent odour geruch duft odeur parfum olor odore
dust stain mess schmutz staub fleck poussière saleté polvo suciedad polvere
old former ancient legacy outdated obsolete veraltet ehemalig vieux ancien viejo antiguo obsoleto vecchio antico velho
secret mystery whodunit crime_novel detective krimi geheimnis rätsel polar mystère misterio giallo
joke funny humour comic cartoon witz lustig blague drôle chiste divertido fumetto
gratitude thank thanks appreciation praise dank danke lob merci remerciement gracias agradecimiento elogio
apology sorry excuse entschuldigung disculpa scusa
routine ritual gewohnheit alltag habitude rituel hábito rutina abitudine
goal target objective aim milestone ziel meilenstein objectif but étape_clé objetivo meta obiettivo
reward prize award badge incentive points belohnung prämie récompense premio recompensa
competition contest tournament race challenge wettbewerb turnier wettkampf concours tournoi concurso torneo competición gara
`
