import { expect } from 'chai'
import { migrate } from '../../../src/platform/graph/migrations.ts'
import { newIdea } from '../../support/factories.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newUser, sharedService } from '../../support/service.ts'
import { find, idsByWords } from './find.ts'

/** A word with each of the characters that are used as an apostrophe. */
function apostrophes(word: string): string[] {
  return ["'", '’', 'ʼ'].map((sign) => word.replace('_', sign))
}

/** A text, and words that find it although it does not hold them as they stand. */
const FOUND: readonly [name: string, text: string, words: string[]][] = [
  ['a part of a compound', 'Servers in node.js', ['node', 'js', 'node.js']],
  ['a part of an identifier', 'The variable user_name', ['user', 'name', 'user_name']],
  ['without diacritics', 'A café with a résumé', ['cafe', 'café', 'CAFE', 'resume']],
  ['with diacritics', 'A cafe in Zurich', ['café', 'Zürich']],
  ['German plural', 'Die alten Häuser am See', ['Haus', 'haus', 'Häusern', 'alt']],
  ['German singular', 'Ein Buch für jedes Kind', ['Bücher', 'Kinder', 'Kindern']],
  ['German verbs', 'Wir lernen und arbeiten', ['lerne', 'arbeite']],
  ['German verbs in -eln', 'Wir sammeln und wechseln', ['sammelt', 'sammelte', 'wechselten', 'Wechsel']],
  ['German nouns in -el', 'Die Äpfel und der Vogel', ['Äpfeln', 'Apfel', 'Vögeln']],
  ['German sharp s', 'Die Straße ist lang', ['strasse', 'Straßen']],
  ['French plural', 'Les chevaux et les journaux', ['cheval', 'journal']],
  ['French singular', 'Un cheval dans le pré', ['chevaux', 'prés', 'pre']],
  ['French verbs', 'Elle cherche une idée', ['chercher', 'cherché', 'idées', 'idee']],
  ['French articles', "C'est l'idée du projet", ['idée', 'idees', 'projets']],
  ['a word behind a typographic apostrophe', 'Devant l’hôpital', ['hopital', ...apostrophes('l_hôpital')]],
  ['a word behind a modifier apostrophe', 'Devant lʼhôpital', ['hôpital', ...apostrophes('l_hopital')]],
  ['a word without the article of the query', 'Un hôpital', [...apostrophes('l_hôpital'), "d'hopitaux"]],
  ['a stop word behind an article', 'A medal of l’or', apostrophes('l_or')],
  ['a plain apostrophe', "They don't ask O'Brien", [...apostrophes('don_t'), ...apostrophes("O_Brien's")]],
  [
    'a typographic apostrophe',
    'They don’t ask O’Brién',
    [...apostrophes('don_t'), ...apostrophes('O_Brien')],
  ],
  ['a modifier apostrophe', 'Aujourdʼhui Annaʼs', [...apostrophes('aujourd_hui'), 'Anna', "Anna's"]],
  ['letters that Unicode does not decompose', 'Łódź, Øresund, cœur', ['Lodz', 'oresund', 'ØRESUND', 'coeur']],
  ['such letters that only the query has', 'Smorrebrod in Lodz', ['smørrebrød', 'SMØRREBRØD.', 'Łódź']],
  ['ligatures and dotless letters', 'Þór, Æsop, Đặng, ışık', ['thor', 'aesop', 'Æsop', 'dang', 'isik']],
  ['Greek without accents', 'Η Αθήνα και ο Χρήστος', ['Αθηνα', 'ΑΘΗΝΑ', 'ΧΡΗΣΤΟΣ', 'χρηστος']],
  ['Greek with accents', 'ΑΘΗΝΑ', ['Αθήνα', 'αθήνα', 'Ἀθῆνα']],
  ['Cyrillic without dots', 'Новогодняя ёлка', ['елка', 'ЕЛКА']],
  ['Cyrillic with dots', 'Новогодняя елка', ['ёлка', 'ЁЛКА']],
]

describe('GET /api/v1/ideas/search?mode=keyword for other forms of a word', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))

  for (const [name, text, words] of FOUND) {
    it(`finds ${name}, in the title and in the body`, async () => {
      const { api } = await newUser()
      await newIdea(api, { title: 'Something else', body: 'The garden and the kitchen' })
      const ideas = [await newIdea(api, { title: text }), await newIdea(api, { title: 'Note', body: text })]
      for (const word of words) {
        expect(await idsByWords(api, word), word).to.have.members(ideas.map(({ id }) => id))
      }
    })
  }

  it('finds in English ideas no words that only German or French have in common', async () => {
    const { api } = await newUser()
    await newIdea(api, {
      title: 'The numb hand',
      body: 'It is cold, and the printer of the user is in a port',
    })
    // With a sign behind it, a word is not looked for as the beginning of another.
    for (const word of ['number.', 'porter.', 'printe.', 'hander.']) {
      expect(await idsByWords(api, word), word).to.deep.equal([])
    }
  })

  it('tells letters apart that only look alike', async () => {
    const { api } = await newUser()
    await newIdea(api, { title: 'йод, किताब, קָפֶה' })
    for (const word of ['иод.', 'कताब.', 'קפה.']) {
      expect(await idsByWords(api, word), word).to.deep.equal([])
    }
  })

  it('shows the word in the snippet of a long body', async () => {
    const { api } = await newUser()
    const filler = 'The committee met on Tuesday and talked about chairs and lamps. '.repeat(20)
    await newIdea(api, { title: 'Note', body: `${filler} Devant l’hôpital de Łódź. ${filler}` })
    for (const word of ['hopital', "l'hôpital", 'Lodz']) {
      const { results } = await find(api, word, { mode: 'keyword' })
      expect(results[0]?.snippet, word).to.contain('l’hôpital de Łódź')
    }
  })

  it('follows changes and imports', async () => {
    const { api } = await newUser()
    const { id } = await newIdea(api, { title: 'Die Häuser am See' })
    await api.patch(`/ideas/${id}`, { title: 'Die Gärten am See' })
    expect(await idsByWords(api, 'Haus')).to.deep.equal([])
    expect(await idsByWords(api, 'Garten')).to.deep.equal([id])
    await api.post('/user/import', { ideas: [{ title: 'Die Wälder und die Felder' }] })
    expect(await idsByWords(api, 'Wald')).to.have.length(1)
  })

  it('finds words of an older version in plain letters after its migration and housekeeping', async () => {
    const { api } = await newUser()
    const texts = ['The city of Łódź', 'Wir sammeln die Pilze', 'The plain old words']
    const ideas = await Promise.all(texts.map(async (title) => newIdea(api, { title })))
    const ids = ideas.map(({ id }) => id)
    const [city, mushrooms] = ids
    await database.query(`MATCH (m:Migration {version: 18}) DELETE m WITH count(*) AS migrations
      MATCH (i:Idea) SET i.wordForms = CASE WHEN i.title CONTAINS 'sammeln' THEN 'de_sammeln' END`)
    await migrate(database.driver, 'neo4j', Date.now)
    const labelled = await database.query('MATCH (i:WithoutForms) WHERE i.id IN $ids RETURN i.id AS id', {
      ids,
    })
    expect(labelled.map(({ id }) => id)).to.have.members([city, mushrooms])
    await (await sharedService()).application.sweep()
    await database.query('CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()')
    expect(await idsByWords(api, 'Lodz')).to.deep.equal([city])
    expect(await idsByWords(api, 'sammelt')).to.deep.equal([mushrooms])
  })

  it('finds ideas of an older version after housekeeping', async () => {
    const { api } = await newUser()
    const { id } = await newIdea(api, { title: 'Die Häuser am See' })
    await database.query('MATCH (i:Idea {id: toInteger($id)}) SET i:WithoutForms REMOVE i.wordForms', { id })
    expect(await idsByWords(api, 'Haus')).to.deep.equal([])
    await (await sharedService()).application.sweep()
    await database.query('CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()')
    expect(await idsByWords(api, 'Haus')).to.deep.equal([id])
  })
})
