import { beforeAll, describe, expect, test } from 'vitest'
import {
  anArticle,
  aSignedIn,
  aUser,
  type ContributorOptions,
  type SignedIn,
} from '../../../../tests/support/builders.ts'
import { eachDatabase, planOf, watchQueries, type TestJournal } from '../../../../tests/support/databases.ts'
import { suggestAffiliations } from './suggest.ts'

describe('suggested affiliations', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let author: SignedIn
    let editor: SignedIn
    beforeAll(async () => {
      journal = await open()
      author = await aSignedIn(journal)
      editor = await aSignedIn(journal, { role: 'admin' })
    })
    const suggested = async (q: string, as = author) => {
      const answer = await journal.get(`/affiliations?q=${encodeURIComponent(q)}`, { as })
      expect(answer.status, answer.text).toBe(200)
      return answer.body as { line: string }[]
    }
    const lines = async (q: string, as?: SignedIn) => (await suggested(q, as)).map(({ line }) => line)
    const articleOf = (contributors: ContributorOptions[], more: Parameters<typeof anArticle>[1] = {}) =>
      anArticle(journal.database, { contributors, ...more })

    test('are those of public articles, with their parts, that hold every word', async () => {
      const peradeniya = {
        ...{ institution: 'University of Peradeniya', department: 'Department of Botany', city: 'Kandy' },
        ...{ country: 'Sri Lanka', ror: 'https://ror.org/025h79t26' },
      }
      await articleOf([
        { affiliations: [peradeniya] },
        { affiliation: 'Peradeniya Botanic Garden; Institute of Ferns' },
      ])
      expect(await suggested('peraden BOTAN')).toEqual([
        { ...peradeniya, line: 'Department of Botany, University of Peradeniya, Kandy, Sri Lanka' },
        {
          ...{ institution: 'Peradeniya Botanic Garden', department: null, city: null, country: null, ror: null },
          line: 'Peradeniya Botanic Garden',
        },
      ])
      expect(await lines('025h79t26')).toEqual(['Department of Botany, University of Peradeniya, Kandy, Sri Lanka'])
      expect(await lines('peradeniya moss')).toEqual([])
      expect(await lines('100%')).toEqual([])
    })

    test('name each once, however it is written, and eight at most', async () => {
      await articleOf([{ affiliation: 'Tropical Herbarium' }, { affiliation: 'TROPICAL HERBARIUM.' }])
      await articleOf([{ affiliation: 'Tropical Herbarium' }])
      expect(await lines('tropical')).toEqual(['Tropical Herbarium'])
      await articleOf([{ affiliation: Array.from({ length: 12 }, (_, at) => `Alpine Station ${at}`).join(';') }])
      expect(await lines('alpine')).toHaveLength(8)
    })

    test.each(['pending', 'archived', 'rejected', 'approved-only'] as const)(
      'leave out the people of an article that is %s, but for its submitter',
      async (state) => {
        const name = `Institute of ${state}`
        await articleOf([{ affiliation: name }], { state, submitter: author.user })
        expect(await lines(name)).toEqual([name])
        expect(await lines(name, editor)).toEqual([])
      },
    )

    test('leave out reviewers whom the caller did not name', async () => {
      const submitter = await aUser(journal.database)
      await articleOf([{}, { role: 'Reviewer', affiliation: 'Bog of Secrets' }], { submitter })
      expect(await lines('secrets')).toEqual([])
      expect(await lines('secrets', editor)).toEqual([])
      expect(await lines('secrets', await aSignedIn(journal, { user: submitter }))).toEqual(['Bog of Secrets'])
      const own = await articleOf([{}, { role: 'Reviewer', affiliation: 'Fen of Whispers' }], {
        submitter: author.user,
      })
      expect(await lines('whispers')).toEqual(['Fen of Whispers'])
      await journal.database.db
        .updateTable('article_suggested_reviewers')
        .set({ named_by: editor.user.id })
        .where('article_id', '=', own.id)
        .execute()
      expect(await lines('whispers')).toEqual([])
    })

    test('of nothing are none', async () => {
      expect(await suggested('')).toEqual([])
      expect(await suggested('  ')).toEqual([])
    })

    test('read no more than the newest articles, by an index', async () => {
      const [query, ...others] = await watchQueries(journal.database, ({ db }) =>
        suggestAffiliations(db, author.user.id, 'botany'),
      )
      expect(others).toEqual([])
      const plan = await planOf(journal.database, query!)
      const whole = { sqlite: /^SCAN (articles|link|place|contributor)(?! USING)/, postgres: /Seq Scan/ }[engine]
      expect(plan.filter((line) => whole.test(line))).toEqual([])
    })
  })
})
