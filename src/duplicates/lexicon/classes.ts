/**
 * Classes of things of which an idea is about one or another, one class per line: two ideas that differ in these are
 * two ideas, however alike the rest is.
 */
export const CLASSES = `
january february march april may june july august september october november december januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo
spring summer autumn fall winter frühling sommer herbst printemps été automne hiver primavera verano otoño invierno
first second third fourth fifth sixth seventh eighth ninth tenth
one two three four five six seven eight nine ten eleven twelve
daily weekly monthly quarterly yearly annual hourly
red blue green yellow orange purple pink brown black white grey gray
english german french spanish italian portuguese dutch polish russian turkish arabic chinese japanese korean hindi swedish danish norwegian finnish greek czech hungarian ukrainian hebrew thai vietnamese romanian
android ios windows macos linux chromeos ubuntu
iphone ipad watch tablet desktop tv
chrome firefox safari edge opera
google apple microsoft facebook meta amazon github gitlab bitbucket twitter linkedin okta auth0
slack teams discord telegram whatsapp signal mattermost zulip zoom webex skype
trello jira asana notion monday.com linear basecamp clickup todoist evernote onenote obsidian confluence airtable redmine
outlook gmail thunderbird exchange icloud
dropbox onedrive box sharepoint nextcloud gdrive
aws azure gcp heroku vercel netlify cloudflare digitalocean
postgres postgresql mysql mariadb sqlite mongodb oracle cassandra neo4j redis elasticsearch dynamodb
javascript typescript python java kotlin swift ruby php rust go golang c# c++ scala elixir perl
react vue angular svelte solid ember
node.js deno bun
docker podman kubernetes nomad
stripe paypal klarna adyen square braintree sepa
visa mastercard amex
csv json xml yaml pdf xlsx excel word markdown html rtf odt docx epub latex
png jpeg jpg gif svg webp avif
mp3 wav ogg flac aac
rest graphql grpc soap websocket
http ftp sftp smtp imap pop3
dollar euro pound yen franc
paris london berlin rome madrid lisbon vienna munich hamburg amsterdam brussels copenhagen stockholm oslo helsinki warsaw prague budapest zurich dublin athens istanbul barcelona milan porto tokyo seoul beijing shanghai singapore sydney boston chicago
germany france spain italy portugal austria switzerland netherlands belgium denmark sweden norway finland poland ireland greece turkey japan china india brazil mexico canada usa uk europe asia africa america australia
north south east west
kitchen bathroom bedroom hallway basement attic garage balcony cellar terrace
breakfast lunch dinner
tomato potato carrot onion strawberry apple pear cherry plum bean pea lettuce cucumber pumpkin pepper basil
dog cat rabbit hamster bird fish horse
football tennis basketball volleyball swimming running cycling yoga climbing hockey handball
guitar piano violin drum flute trumpet
mathematics maths physics chemistry biology history geography
sales marketing finance legal engineering procurement logistics hr accounting
mother father brother sister grandmother grandfather
car bus train plane bike ship tram
email sms push fax
header footer sidebar
alpha beta gamma delta
ssd hdd ram cpu gpu
`
