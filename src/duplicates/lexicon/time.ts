/** Numbers, days, months and seasons: words that mean the same, as in `software.ts`. */
export const TIME = `
spring frühling frühjahr printemps primavera
summer sommer été verano estate verão zomer
autumn fall herbst automne otoño autunno outono herfst
winter hiver invierno inverno
january januar janvier enero gennaio janeiro jan
february februar février febrero febbraio fevereiro feb
march märz mars marzo março
april avril abril aprile
june juni juin junio giugno junho
july juli juillet julio luglio julho
august août agosto aug
september septembre septiembre settembre setembro sep sept
october oktober octobre octubre ottobre outubro oct
november novembre noviembre novembro nov
december dezember décembre diciembre dicembre dezembro dec
monday montag lundi lunes lunedì maandag
tuesday dienstag mardi martes martedì dinsdag
wednesday mittwoch mercredi miércoles mercoledì woensdag
thursday donnerstag jeudi jueves giovedì donderdag
friday freitag vendredi viernes venerdì vrijdag
saturday samstag sonnabend samedi sábado sabato zaterdag
sunday sonntag dimanche domingo domenica zondag
german deutsch allemand alemán tedesco alemão
english englisch anglais inglés inglese
french französisch français francés francese
spanish spanisch espagnol español spagnolo espanhol
italian italienisch italien italiano
breakfast frühstück petit_déjeuner desayuno colazione
1 one
2 two zwei deux dos dois twee
3 three drei trois tres tre drie
4 vier quatre cuatro quattro
5 five fünf cinq cinco cinque vijf
6 six sechs seis sei zes
7 seven sieben siete sette zeven
8 eight acht huit ocho otto
9 nine neun neuf nueve nove negen
10 ten zehn dix diez dieci tien
12 twelve dozen zwölf douze doce dodici
15 fifteen fünfzehn quinze quince quindici
20 twenty zwanzig vingt veinte venti
30 thirty dreißig trente treinta trenta
`
