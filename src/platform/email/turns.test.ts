import { beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../../tests/support/builders.ts'
import { eachDatabase, planOf, watchQueries, type TestJournal } from '../../../tests/support/databases.ts'
import { aCase, anEditor, invited } from '../../../tests/support/review-builders.ts'
import type { ArticleEmail } from '../../journal/publication/articles/emails.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../ids.ts'
import type { AccountEmail } from '../../journal/accounts/users/emails.ts'
import { deliverDue } from './deliver.ts'
import { EmailFailure } from './mailer.ts'
import { enqueue } from './outbox.ts'
import { TO_ONE_ADDRESS_AN_HOUR } from './turns.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOT_NOW = { refused: false, away: false, badAddress: false }

describe('emails are sent in turns', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    beforeEach(async () => {
      journal ??= await open()
      await journal.database.db.deleteFrom('outbox').execute()
    })

    const about = (articleId: string, recipient: string): ArticleEmail => ({
      kind: 'submission-received',
      recipient,
      data: { articleId, title: 'Ferns', name: 'Rosa', promisedOn: '2026-06-13' },
    })
    const reset = ({ id, email }: { id: string; email: string }): AccountEmail => ({
      kind: 'password-reset',
      recipient: email,
      data: { userId: id, name: 'Rosa' },
    })
    const write = (...emails: (ArticleEmail | AccountEmail)[]) =>
      journal.database.transaction(async (tx) => {
        for (const email of emails) await enqueue(tx, email)
      })
    /** So many emails about one manuscript, each to someone else. */
    const flood = (articleId: string, count: number) =>
      write(...Array.from({ length: count }, (_, at) => about(articleId, `${articleId}-${at}@plants.test`)))
    const waiting = () =>
      journal.database.db.selectFrom('outbox').selectAll().where('sent_at', 'is', null).orderBy('recipient').execute()

    /** Delivers what is due, at most `most`; returns the addresses in the order in which they were sent to. */
    async function deliver({
      most = Infinity,
      at = new Date(),
      refuse = () => false,
      database = journal.database,
    }: { most?: number; at?: Date; refuse?: (recipient: string) => boolean; database?: Database } = {}) {
      const sent: string[] = []
      const mailer = {
        ...journal.resources.mailer!,
        send: async ({ recipient }: { recipient: string }) => {
          if (refuse(recipient)) throw new EmailFailure('450 Please come back later', NOT_NOW)
          sent.push(recipient)
        },
      }
      const stopped = () => sent.length >= most
      await deliverDue({ ...journal.resources, database, mailer }, { clock: () => at, stopped })
      return sent
    }

    test('an invitation is among the first, however many emails about another manuscript wait', async () => {
      await flood('flooded', 500)
      const article = await aCase(journal.database)
      const [assignment] = await invited(journal.database, await anEditor(journal.database), article.id, { count: 1 })
      expect((await deliver({ most: 3 })).indexOf(assignment!.email)).toBeGreaterThanOrEqual(0)
      // Also while the others are on their way.
      await deliver({ most: 40 })
      const next = await aCase(journal.database)
      const [other] = await invited(journal.database, await anEditor(journal.database), next.id, { count: 1 })
      expect(await deliver({ most: 3 })).toContain(other!.email)
      expect(await deliver()).toHaveLength(500 + 2 - 46)
    })

    test('a link for a new password goes first', async () => {
      await flood('flooded', 20)
      const user = await aUser(journal.database)
      await write(reset(user))
      expect(await deliver({ most: 1 })).toEqual([user.email])
      const other = await aUser(journal.database)
      await write(reset(other))
      expect(await deliver({ most: 1 })).toEqual([other.email])
      expect(await deliver()).toHaveLength(20)
    })

    test('manuscripts take turns, and a late one does not wait for the others to end', async () => {
      for (const id of ['a', 'b', 'c']) await flood(id, 4)
      const manuscripts = (sent: string[]) => sent.map((recipient) => recipient[0]).join('')
      expect(
        manuscripts(await deliver({ most: 3 }))
          .split('')
          .sort()
          .join(''),
      ).toBe('abc')
      await flood('d', 2)
      const order = manuscripts(await deliver())
      expect(order).toHaveLength(11)
      expect(order.slice(0, 4).split('').sort().join('')).toBe('abcd')
      expect(order.slice(4, 8).split('').sort().join('')).toBe('abcd')
    })

    test('an email that was refused for a while comes back into its turn', async () => {
      await flood('flooded', 30)
      await write(about('other', 'late@plants.test'))
      const at = new Date()
      expect(await deliver({ at, refuse: () => true })).toEqual([])
      expect(await waiting()).toHaveLength(31)
      expect(new Set((await waiting()).map(({ turn }) => turn))).toEqual(new Set([null]))
      expect(await deliver({ at: new Date(at.getTime() + 5 * MINUTE), most: 2 })).toContain('late@plants.test')
    })

    test('a letter that must not be sent yet takes no turn', async () => {
      const at = new Date(Date.now() + MINUTE)
      await journal.database.transaction((tx) =>
        enqueue(tx, about('a', 'later@plants.test'), { notBefore: new Date(at.getTime() + 10 * MINUTE) }),
      )
      await flood('b', 3)
      expect(await deliver({ at })).toHaveLength(3)
      expect((await waiting()).map(({ turn }) => turn)).toEqual([null])
      expect(await deliver({ at: new Date(at.getTime() + 10 * MINUTE) })).toEqual(['later@plants.test'])
    })

    test('two servers send each email once, and in turns as well', async () => {
      for (let time = 0; time < 5; time++) {
        for (const id of ['a', 'b', 'c']) await flood(id + newId(), 20)
        const sent = (await Promise.all([deliver(), deliver(), deliver()])).flat()
        expect(sent).toHaveLength(60)
        expect(new Set(sent).size).toBe(60)
      }
    })

    test('an address gets so many within an hour, and the others later; urgent ones at once', async () => {
      const user = await aUser(journal.database)
      const many = TO_ONE_ADDRESS_AN_HOUR + 5
      await write(...Array.from({ length: many }, (_, at) => about(`manuscript-${at}`, user.email)))
      const at = new Date()
      expect(await deliver({ at })).toHaveLength(TO_ONE_ADDRESS_AN_HOUR)
      // Nothing is lost, and no attempt is counted.
      expect((await waiting()).map(({ attempts, claimed_until }) => ({ attempts, claimed_until }))).toEqual(
        Array(5).fill({ attempts: 0, claimed_until: null }),
      )
      await write(reset(user), about('another', 'someone-else@plants.test'))
      expect(await deliver({ at: new Date(at.getTime() + MINUTE) })).toEqual([user.email, 'someone-else@plants.test'])
      expect(await deliver({ at: new Date(at.getTime() + 30 * MINUTE) })).toEqual([])
      expect(await deliver({ at: new Date(at.getTime() + HOUR) })).toHaveLength(5)
      expect(await waiting()).toEqual([])
    })

    test('a clock that was ahead holds nothing up', async () => {
      await write(...Array.from({ length: TO_ONE_ADDRESS_AN_HOUR }, (_, at) => about(`m-${at}`, 'rosa@plants.test')))
      const at = new Date()
      // Written now, delivered by a server whose clock is a day ahead.
      expect(await deliver({ at: new Date(at.getTime() + 24 * HOUR) })).toHaveLength(TO_ONE_ADDRESS_AN_HOUR)
      await write(about('next', 'rosa@plants.test'))
      expect(await deliver({ at: new Date() })).toEqual(['rosa@plants.test'])
    })

    test('the next one is found by indexes, however many wait', async () => {
      await flood('flooded', 40)
      const asked = await watchQueries(journal.database, (database) => deliver({ most: 2, database }))
      const scanned = engine === 'sqlite' ? /SCAN (outbox|ahead|served)(?! USING)/ : /Seq Scan on outbox/
      const plans = await Promise.all(asked.map(async (query) => (await planOf(journal.database, query)).join('\n')))
      for (const plan of plans) expect(plan).not.toMatch(scanned)
      const all = plans.join('\n')
      for (const index of ['outbox_turn', 'outbox_no_turn', 'outbox_line', 'outbox_recipient_sent']) {
        expect(all).toContain(index)
      }
    })
  })
})
