// The dotless ı is not another case of i: tags that have one get the key of src/features/tags/schema.ts, as new ones do.
MATCH (t:Tag)
WHERE t.name CONTAINS 'ı'
WITH t, reduce(key = '', part IN split(normalize(t.name, NFC), 'ı') | key + 'ı' + toLower(toUpper(toLower(part)))) AS key
SET t.nameKey = normalize(substring(key, 1), NFC);
