import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import { aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, planOf, watchQueries, type TestJournal } from '../../../../tests/support/databases.ts'
import { FUNDERS_SUGGESTED } from '../../../contract/api/funders.ts'
import { LIST_INCOMPLETE } from '../../../contract/api/loaded-list.ts'
import { rorIn } from '../../../contract/rules/people/identifiers.ts'
import { KNOWN_FUNDERS } from './known-funders.ts'
import { suggestFunders } from './suggest.ts'

test('the funders that come with the program have valid ids, each once, and names', () => {
  expect(KNOWN_FUNDERS.length).toBeGreaterThan(40)
  for (const { ror, name, country } of KNOWN_FUNDERS) {
    expect(rorIn(ror), name).toBe(ror)
    expect(name.length).toBeGreaterThan(3)
    expect(country).toBeTruthy()
  }
  expect(new Set(KNOWN_FUNDERS.map(({ ror }) => ror)).size).toBe(KNOWN_FUNDERS.length)
})

describe('funders', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let author: SignedIn
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      author = await aSignedIn(journal)
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    beforeEach(() => journal.database.db.deleteFrom('funders').execute())

    const names = async (q: string) => {
      const { status, body } = await journal.get(`/funders?q=${encodeURIComponent(q)}`, { as: author })
      expect(status).toBe(200)
      return (body as { name: string }[]).map(({ name }) => name)
    }
    let loads = 0
    const load = (rows: string[], { total = rows.length as number | null, startedAt = '' } = {}) =>
      journal.post(
        '/funders/list',
        { startedAt: startedAt || new Date(Date.UTC(2026, 0, 1, 0, 0, ++loads)).toISOString(), total, rows },
        { as: admin },
      )
    const CDL = 'https://ror.org/03yrm5c26\tUnited States\tBryology Fund of Łódź\tMoosstiftung'
    const PERADENIYA = 'https://ror.org/025h79t26\tSri Lanka\tFern Fund'

    test('are suggested from the program’s own list, by every word, in any case, with or without accents', async () => {
      expect(await names('tubitak')).toEqual(['Türkiye Bilimsel ve Teknolojik Araştırma Kurumu'])
      expect(await names('TÜBİTAK')).toEqual(['Türkiye Bilimsel ve Teknolojik Araştırma Kurumu'])
      expect(await names('forschungsg deutsche')).toEqual(['Deutsche Forschungsgemeinschaft'])
      expect(await names('018mejw64')).toEqual(['Deutsche Forschungsgemeinschaft'])
      expect(await names('fundacao ciencia')).toEqual(['Fundação para a Ciência e Tecnologia'])
      expect(await names('schungs')).toEqual([])
      expect(await names('national')).toHaveLength(FUNDERS_SUGGESTED)
      expect(await names('%_')).toEqual([])
      expect(await names('')).toEqual([])
    })

    test('of a loaded list are suggested too, and a newer list takes the place of the former', async () => {
      expect((await journal.get('/funders/list', { as: admin })).body).toEqual({
        listed: KNOWN_FUNDERS.length,
        loadedAt: null,
      })
      expect((await load([CDL, PERADENIYA])).body).toEqual({ message: '2 funders listed', listed: 2 })
      expect(await names('bryology lodz')).toEqual(['Bryology Fund of Łódź'])
      expect(await names('moosst')).toEqual(['Bryology Fund of Łódź'])
      expect(await names('fund')).toContain('Fern Fund')
      expect((await load([CDL.replace('Bryology', 'Moss')])).body.listed).toBe(1)
      expect(await names('bryology')).toEqual([])
      expect(await names('fern fund')).toEqual([])
      expect(await names('moss fund')).toEqual(['Moss Fund of Łódź'])
      expect((await loadAuditEntries(journal.database, 'funders')).at(-1)).toMatchObject({
        ...{ action: 'funders.load', actor_id: admin.user.id },
      })
    })

    test('a list that is cut off takes nothing away', async () => {
      await load([CDL])
      const startedAt = '2026-02-01T00:00:00.000Z'
      await load([PERADENIYA], { startedAt, total: null })
      expect(await names('bryology')).toHaveLength(1)
      const refused = await load([PERADENIYA], { startedAt, total: 3 })
      expect([refused.status, refused.body.message]).toEqual([409, LIST_INCOMPLETE])
      expect(await names('bryology')).toHaveLength(1)
    })

    test('are found by an index, in one query', async () => {
      await load([CDL, PERADENIYA])
      const queries = await watchQueries(journal.database, ({ db }) => suggestFunders(db, 'fund of the ferns'))
      expect(queries).toHaveLength(1)
      const plan = await planOf(journal.database, queries[0]!)
      const whole = { sqlite: /^SCAN (first|other|funders|funder_words)(?! USING)/, postgres: /Seq Scan/ }[engine]
      expect(plan.filter((line) => whole.test(line))).toEqual([])
    })
  })
})
