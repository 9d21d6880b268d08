import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aSignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, planOf, watchQueries, type TestJournal } from '../../../tests/support/databases.ts'
import { times } from '../../../tests/support/long.ts'
import { openSmtpServer, type SmtpServer } from '../../../tests/support/smtp-server.ts'
import type { ArticleEmail } from '../../journal/publication/articles/emails.ts'
import { deliverDue } from './deliver.ts'
import { enqueue } from './outbox.ts'
import { dropWaiting, forgetRecipient } from './withdraw.ts'

const MINUTE = 60_000

describe('emails that are taken back', () => {
  eachDatabase((open, engine) => {
    let server: SmtpServer
    let journal: TestJournal
    beforeAll(async () => {
      server = await openSmtpServer()
      journal = await open({ smtpUrl: server.url })
    })
    afterAll(() => server.close())
    beforeEach(async () => {
      await journal.database.db.deleteFrom('outbox').execute()
      server.received.length = 0
      server.trouble = null
    })

    type About = Parameters<typeof enqueue>[2]
    const email = (recipient: string, kind: 'article-published' | 'article-archived' = 'article-published') =>
      ({ kind, recipient, data: { articleId: 'abc', title: 'Seed rain', name: 'Rosa' } }) satisfies ArticleEmail
    const write = (about: About, recipient = 'rosa@plants.test', kind?: 'article-archived') =>
      journal.database.transaction((tx) => enqueue(tx, email(recipient, kind), about))
    const outbox = () => journal.database.db.selectFrom('outbox').selectAll().orderBy('recipient').execute()
    const deliver = (at = new Date()) => deliverDue(journal.resources, { clock: () => at })
    const drop = (about: Parameters<typeof dropWaiting>[1]) =>
      journal.database.transaction((tx) => dropWaiting(tx, about))

    test('are about what their data or the caller names, and wait until the time given', async () => {
      const at = new Date(Date.now() + 10 * MINUTE)
      await write({ assignmentId: 'a1', decisionId: 'd1', notBefore: at })
      expect((await outbox())[0]).toMatchObject({
        article_id: 'abc',
        assignment_id: 'a1',
        decision_id: 'd1',
        next_try_at: at.toISOString(),
      })
      expect(await deliver(new Date(at.getTime() - 1))).toBe(0)
      expect(await deliver(at)).toBe(1)
    })

    test('of a decision, while they wait; what has been sent or claimed counts as sent', async () => {
      await write({ decisionId: 'd1' }, 'sent@plants.test')
      await deliver()
      await write({ decisionId: 'd1' }, 'claimed@plants.test')
      await journal.database.db
        .updateTable('outbox')
        .set({ claimed_until: new Date().toISOString() })
        .where('sent_at', 'is', null)
        .execute()
      await write({ decisionId: 'd1' }, 'waiting@plants.test')
      await write({ decisionId: 'd2' }, 'waiting-too@plants.test')
      await write({}, 'waiting-as-well@plants.test')
      expect(await drop({ decisionId: 'd1' })).toEqual({ dropped: 1, sent: 2 })
      expect((await outbox()).map(({ recipient }) => recipient)).not.toContain('waiting@plants.test')
      expect(await outbox()).toHaveLength(4)
    })

    test('of an assignment, all or some kinds', async () => {
      await write({ assignmentId: 'a1' })
      await write({ assignmentId: 'a1' }, 'rosa@plants.test', 'article-archived')
      expect(await drop({ assignmentId: 'a1', kinds: [] })).toEqual({ dropped: 0, sent: 0 })
      expect(await drop({ assignmentId: 'a1', kinds: ['article-archived'] })).toEqual({ dropped: 1, sent: 0 })
      expect(await drop({ assignmentId: 'a1' })).toEqual({ dropped: 1, sent: 0 })
    })

    test('are either sent or dropped, never both', async () => {
      for (let round = 0; round < times(20, 400); round++) {
        const recipient = `racer-${round}@plants.test`
        await write({ decisionId: `race-${round}` }, recipient)
        const dropping = async () => {
          // At another point of the delivery each time.
          await new Promise((resolve) => setTimeout(resolve, round % 5))
          return drop({ decisionId: `race-${round}` })
        }
        const [, outcome] = await Promise.all([deliver(), dropping()])
        await deliver()
        const arrived = server.received.filter(({ to }) => to.includes(recipient)).length
        expect([outcome.dropped, outcome.sent]).toEqual([1 - arrived, arrived])
      }
    })

    test('keep no trace of a person who is forgotten, sent or not', async () => {
      await write({ assignmentId: 'a1' }, 'person@plants.test')
      await deliver()
      server.trouble = 'unknown'
      await write({ assignmentId: 'a1' }, 'person@plants.test')
      await deliver()
      await write({ assignmentId: 'a2' }, 'another@plants.test')
      await journal.database.db
        .updateTable('outbox')
        .set({ last_error: '550 person@plants.test is unknown' })
        .where('assignment_id', '=', 'a1')
        .execute()
      await journal.database.transaction((tx) => forgetRecipient(tx, 'a1'))
      const rows = await outbox()
      expect(rows).toMatchObject([
        { recipient: '(erased)', data: '{}', last_error: null, kind: 'article-published' },
        { recipient: 'another@plants.test' },
      ])
      expect(rows[0]!.sent_at).not.toBeNull()
      expect(JSON.stringify(rows)).not.toContain('person@')
      const admin = await aSignedIn(journal, { role: 'admin' })
      const { body } = await journal.get('/emails?state=sent', { as: admin })
      expect(body.data).toMatchObject([
        {
          recipient: '(erased)',
          subject: 'Article published',
          text: 'The text of this email is no longer available.',
        },
      ])
    })

    test('are found by an index', async () => {
      await write({})
      const [row] = await outbox()
      const others = Array.from({ length: 1000 }, (_, n) => ({
        ...row!,
        id: `other-${n}`,
        assignment_id: `b${n}`,
        decision_id: `e${n}`,
      }))
      await journal.database.db.insertInto('outbox').values(others).execute()
      await sql`analyze outbox`.execute(journal.database.db)
      const asked = await watchQueries(journal.database, async (watched) => {
        await watched.transaction((tx) => dropWaiting(tx, { decisionId: 'd9' }))
        await watched.transaction((tx) => dropWaiting(tx, { assignmentId: 'a9', kinds: ['article-archived'] }))
        await watched.transaction((tx) => forgetRecipient(tx, 'a9'))
      })
      const scanned = engine === 'sqlite' ? /SCAN outbox/ : /Seq Scan/
      const aboutOutbox = asked.filter(({ sql }) => sql.includes('"outbox"'))
      expect(aboutOutbox).toHaveLength(6)
      for (const query of aboutOutbox) {
        const plan = (await planOf(journal.database, query)).join('\n')
        expect(plan).not.toMatch(scanned)
        expect(plan).toMatch(/outbox_(assignment|decision)_id/)
      }
    })
  })
})
