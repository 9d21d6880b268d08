import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { aSignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { aCase, anEditor, invited } from '../../../tests/support/review-builders.ts'
import { HOURLY, hourlyReached } from '../../contract/rules/accounts/hourly.ts'
import { addDays, dayOf } from '../../contract/rules/peer-review/days.ts'
import { makeReviewLink } from '../../journal/peer-review/cases/links.ts'
import { HourlyLimits } from './hourly-limits.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SECRET = new Uint8Array(48).fill(7)
const { messages, answers, appeals } = HOURLY

describe('what one person may do within an hour', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open({ limits: true })
    })
    afterEach(() => void vi.useRealTimers())

    const moveClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    const aReview = async () => {
      const article = await aCase(journal.database)
      const editor = await anEditor(journal.database)
      const [assignment] = await invited(journal.database, editor, article.id, { count: 1, standby: 2 })
      const { id, email } = assignment!
      const url = await journal.database.transaction((tx) =>
        makeReviewLink(tx, 'http://journal.test', { assignmentId: id, email }),
      )
      const headers = { authorization: `Review ${url.split('#')[1]!}` }
      return { id, ask: (path: string, body: object = {}) => journal.post(`/review/${path}`, body, { headers }) }
    }
    const consent = () => ({ conflict: { answer: 'none' }, dueOn: addDays(dayOf(new Date()), 14) })

    test('an author writes so many messages, is told when to go on, and nobody else is held up', async () => {
      const author = await aSignedIn(journal)
      const [one, other] = [
        await aCase(journal.database, { submitter: author.user }),
        await aCase(journal.database, { submitter: author.user }),
      ]
      const write = (id: string, text: string) => journal.post(`/manuscripts/${id}/messages`, { text }, { as: author })
      const statuses: number[] = []
      for (let at = 0; at < messages.max + 5; at++) statuses.push((await write(one.id, `Remark ${at}.`)).status)
      expect(statuses).toEqual([...Array(messages.max).fill(201), ...Array(5).fill(429)])
      const refused = await write(one.id, 'Another one.')
      expect(refused.body.message).toBe(hourlyReached('messages', HOUR))
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600)
      expect((await write(other.id, 'About the other one.')).status).toBe(201)
      const kept = await journal.database.db
        .selectFrom('case_messages')
        .select('id')
        .where('article_id', '=', one.id)
        .execute()
      expect(kept).toHaveLength(messages.max)
    })

    test('one link answers so often, and again after an hour, however often it was refused', async () => {
      const { ask } = await aReview()
      for (let at = 0; at < answers.max; at++) {
        expect((await (at % 2 ? ask('agree', consent()) : ask('decline'))).status).toBe(200)
      }
      moveClock(50 * MINUTE)
      const refused = await ask('decline')
      expect([refused.status, refused.body.message]).toEqual([429, hourlyReached('answers', 10 * MINUTE)])
      for (let at = 0; at < 20; at++) expect((await ask('decline')).status).toBe(429)
      // Reading goes on.
      expect((await ask('open')).body.state).toBe('agreed')
      moveClock(10 * MINUTE)
      expect((await ask('decline')).status).toBe(200)
    })

    test('what was refused for another reason is not counted', async () => {
      const { ask } = await aReview()
      for (let at = 0; at < answers.max + 5; at++) expect((await ask('decline/details', {})).status).toBe(409)
      for (let at = 0; at < answers.max + 5; at++) expect((await ask('agree', {})).status).toBe(400)
      expect((await ask('agree', consent())).status).toBe(200)
    })

    test('someone who may not act on a manuscript uses up nothing of those who may', async () => {
      const [author, stranger] = [await aSignedIn(journal), await aSignedIn(journal)]
      const { id } = await aCase(journal.database, { submitter: author.user })
      const complain = (as: typeof author, text: string) =>
        journal.post(`/manuscripts/${id}/grievances`, { kind: 'complaint', text }, { as })
      for (let at = 0; at < appeals.max + 2; at++) expect((await complain(stranger, `No ${at}.`)).status).toBe(404)
      expect((await complain(author, 'Nobody answers.')).status).toBe(201)
    })

    test('several servers count together, exactly', async () => {
      const servers = [1, 2].map(() => new HourlyLimits(journal.database, SECRET, true))
      const tried = await Promise.allSettled(
        Array.from({ length: 2 * messages.max }, (_, at) => servers[at % 2]!.count('messages', 'rosa', 'ferns')),
      )
      expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(messages.max)
      const [given] = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      await given!()
      await servers[0]!.count('messages', 'rosa', 'ferns')
      await expect(servers[1]!.count('messages', 'rosa', 'ferns')).rejects.toThrow(/Please try again in/)
      // For all manuscripts together.
      for (let at = messages.max; at < messages.inAll; at++) await servers[0]!.count('messages', 'rosa', `moss-${at}`)
      await expect(servers[0]!.count('messages', 'rosa', 'sedges')).rejects.toThrow(messages.reached)
      await servers[0]!.count('messages', 'bruno', 'sedges')
    })

    test('what is counted is kept under hashes, and forgotten after the hour', async () => {
      const limits = new HourlyLimits(journal.database, SECRET, true)
      await limits.count('appeals', 'rosa-id', 'ferns-id')
      const rows = await journal.database.db.selectFrom('shared_counts').selectAll().execute()
      expect(JSON.stringify(rows)).not.toMatch(/rosa|ferns/)
      moveClock(2 * HOUR)
      await limits.sweep()
      const left = await journal.database.db.selectFrom('shared_counts').selectAll().execute()
      expect(left).toEqual([])
    })

    test('load tests turn it off', async () => {
      const off = new HourlyLimits(journal.database, SECRET, false)
      for (let at = 0; at < 3 * appeals.max; at++) await off.count('appeals', 'rosa', 'off')
    })
  })
})

test('the refusal says when to go on', () => {
  expect(hourlyReached('answers', 10 * MINUTE)).toBe(`${answers.reached} Please try again in 10 minutes.`)
  expect(hourlyReached('answers', 30_000)).toBe(`${answers.reached} Please try again in 1 minute.`)
  expect(hourlyReached('answers', HOUR)).toBe(`${answers.reached} Please try again in an hour.`)
})
