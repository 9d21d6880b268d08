import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { journal as identity } from '../../../journal.config.ts'
import { anArticle, aSignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, watchQueries, type TestJournal } from '../../../tests/support/databases.ts'
import { openSmtpServer, type SmtpServer } from '../../../tests/support/smtp-server.ts'
import { emailKinds } from '../../app/email-kinds.ts'
import type { Tx } from '../database/connect.ts'
import type { OutboxRow } from '../database/tables.ts'
import { deliverDue } from './deliver.ts'
import { emailHandlers } from '../../journal/accounts/activity/email-handlers.ts'
import type { KindsOfEmail } from './kinds.ts'
import { enqueue, type NewEmail } from './outbox.ts'
import { readEmailTemplates } from './templates.ts'
import { address, paragraphs, plain } from './values.ts'

const HOUR = 3_600_000

/** A kind that uses everything that a kind may declare, in the place of one of the journal's own. */
interface Letters {
  'email-changed': { articleId: string; letter: string }
}
interface Loaded {
  'email-changed': { name: string; title: string }
}

const TEMPLATE = `---
subject: Decision on {{title}}
---

Dear {{name}},

{{letter}}

[Agree]({{agree}})

[Decline]({{decline}})
`

/** Checked by the compiler alone. */
export const refusedByTypes: unknown[] = [
  {
    // @ts-expect-error A kind without an example.
    'email-changed': { values: {} },
  } satisfies KindsOfEmail<{ 'email-changed': { name: string } }>,
  {
    // @ts-expect-error A kind whose values have to be loaded, and are not.
    'email-changed': { values: {}, example: { id: 'a', name: 'Rosa' } },
  } satisfies KindsOfEmail<{ 'email-changed': { id: string } }, { 'email-changed': { name: string } }>,
  {
    // @ts-expect-error A kind that nobody gives a name.
    'email-changed': { values: {}, example: { id: 'a' } },
  } satisfies KindsOfEmail<{ 'email-changed': { id: string } }>,
]

describe('a kind of email', () => {
  eachDatabase((open) => {
    let server: SmtpServer
    let journal: TestJournal
    let refused: (tx: Tx, email: OutboxRow) => Promise<void>
    beforeAll(async () => {
      const letters: KindsOfEmail<Letters, Loaded> = {
        'email-changed': {
          load: async (db, { articleId }, { recipient }) => {
            const article = await db
              .selectFrom('articles')
              .select('title')
              .where('id', '=', articleId)
              .executeTakeFirst()
            return article ? { name: recipient.split('@')[0]!, title: article.title } : null
          },
          values: {
            title: ({ title }) => plain(title),
            letter: ({ letter }) => paragraphs(letter),
            agree: ({ articleId }, publicUrl) => address(`${publicUrl}/answer#${articleId}&yes`),
            decline: ({ articleId }, publicUrl) => address(`${publicUrl}/answer#${articleId}&no`),
          },
          example: { articleId: 'example', letter: 'Thank you.', name: 'Rosa', title: 'Seed rain' },
          attachments: ({ title }) => [
            {
              filename: 'due.ics',
              contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
              content: `BEGIN:VCALENDAR\r\nSUMMARY:${title}\r\nEND:VCALENDAR\r\n`,
            },
          ],
          refused: (tx, email) => refused(tx, email),
        },
      }
      const content = mkdtempSync(join(inject('temporaryFolder'), 'content-'))
      cpSync(join(import.meta.dirname, '..', '..', '..', 'content'), content, { recursive: true })
      writeFileSync(join(content, 'emails', 'email-changed.md'), TEMPLATE)
      server = await openSmtpServer()
      journal = await open({ smtpUrl: server.url })
      Object.assign(journal.resources, {
        emailTemplates: readEmailTemplates(content, { ...emailKinds, ...letters }),
      })
    })
    afterAll(() => server.close())
    beforeEach(async () => {
      await journal.database.db.deleteFrom('outbox').execute()
      server.received.length = 0
      server.trouble = null
      journal.logged.length = 0
      refused = async () => {}
    })

    const LETTER = 'We liked it.\nVery <much>.\n\nReviewer K\n1. Say {{how}} at https://a.test'
    const write = (articleId: string, recipient = 'rosa@plants.test') =>
      journal.database.transaction((tx) =>
        enqueue<NewEmail<Letters>>(tx, {
          kind: 'email-changed',
          recipient,
          data: { articleId, letter: LETTER },
        }),
      )
    const outbox = () => journal.database.db.selectFrom('outbox').selectAll().execute()
    const deliver = (at = new Date()) => deliverDue(journal.resources, { clock: () => at })
    const list = async (database = journal.database) => {
      const admin = await aSignedIn(journal, { role: 'admin' })
      const caller = { id: admin.user.id, userId: admin.user.id, role: 'admin' as const, sessionId: '' }
      const context = { ...journal.resources, database, caller, address: '', setCookie: () => {} }
      return (await emailHandlers.list(context as never, { page: 1, limit: 20, state: undefined })).data
    }

    test('reads its values when it is sent: the outbox holds none of them', async () => {
      const { id } = await anArticle(journal.database, { title: 'Seed rain' })
      await write(id)
      expect(JSON.stringify(await outbox())).not.toMatch(/Seed rain|"name/)
      expect((await outbox())[0]!.article_id).toBe(id)
      await journal.database.db.updateTable('articles').set({ title: 'Seed snow' }).where('id', '=', id).execute()
      expect(await deliver()).toBe(1)
      const email = await server.next('rosa@plants.test')
      expect(email.subject).toBe('Decision on Seed snow')
      expect(email.text).toContain('Dear rosa,')
    })

    test('shows a letter as its paragraphs, and nothing in it as markup', async () => {
      await write((await anArticle(journal.database)).id)
      await deliver()
      const { text, html } = await server.next('rosa@plants.test')
      expect(text).toContain(`\n\n${LETTER}\n\nAgree:\n`)
      const bare = html.replace(/ style="[^"]*"/g, '')
      expect(bare).toContain(
        '<p>We liked it.<br />Very &lt;much&gt;.</p>\n<p>Reviewer K<br />1. Say {{how}} at https://a.test</p>',
      )
    })

    test('links to several addresses', async () => {
      const { id } = await anArticle(journal.database)
      await write(id)
      await deliver()
      const { text, html } = await server.next('rosa@plants.test')
      expect(text).toContain(`Decline:\nhttp://journal.test/answer#${id}&no\n`)
      expect(html).toContain(`href="http://journal.test/answer#${id}&amp;yes" class="btn first"`)
      expect(html).toContain(`href="http://journal.test/answer#${id}&amp;no" class="btn"`)
    })

    test('brings files, and answers go to the journal', async () => {
      await write((await anArticle(journal.database, { title: 'Ferns' })).id)
      await deliver()
      const email = await server.next('rosa@plants.test')
      expect(email.attachments).toEqual([
        {
          filename: 'due.ics',
          contentType: expect.stringMatching(/^text\/calendar; charset=utf-8; method=PUBLISH/),
          content: 'BEGIN:VCALENDAR\r\nSUMMARY:Ferns\r\nEND:VCALENDAR\r\n',
        },
      ])
      expect(email.text).toContain('We liked it.')
      expect(email.header('reply-to')).toBe(`${identity.name} <${identity.contact.email}>`)
    })

    test('is dropped when there is nothing to load, and said to be gone where it was sent', async () => {
      await write('not-there')
      expect((await list()).map(({ subject, text }) => [subject, text])).toEqual([
        ['Email address changed', 'The text of this email is no longer available.'],
      ])
      expect(await deliver()).toBe(0)
      expect(server.received).toEqual([])
      expect(await outbox()).toEqual([])
    })

    test('is loaded at most once in a list', async () => {
      const { id } = await anArticle(journal.database)
      const queriesFor = async (count: number) => {
        await journal.database.db.deleteFrom('outbox').execute()
        for (let made = 0; made < count; made++) await write(id)
        return (await watchQueries(journal.database, list)).filter(({ sql }) => sql.includes('from "articles"')).length
      }
      expect(await queriesFor(1)).toBe(1)
      expect(await queriesFor(12)).toBe(12)
    })

    describe('for an address that the mail server refuses for good', () => {
      const noted: string[] = []
      beforeEach(() => {
        noted.length = 0
        refused = async (tx, email) => {
          noted.push(email.last_error!)
          await enqueue<NewEmail<{ 'article-published': { articleId: string; title: string; name: string } }>>(tx, {
            kind: 'article-published',
            recipient: 'editor@plants.test',
            data: { articleId: email.article_id!, title: 'x', name: 'Editor' },
          })
        }
      })
      const waiting = async () => (await outbox()).find(({ recipient }) => recipient === 'nobody@plants.test')!

      test('tells so once, in the same transaction', async () => {
        await write((await anArticle(journal.database)).id, 'nobody@plants.test')
        server.trouble = 'unknown'
        const at = new Date()
        await deliver(at)
        expect(noted).toEqual(['550 No such person here'])
        expect(await waiting()).toMatchObject({ attempts: 1, refused_at: at.toISOString(), claimed_until: null })
        expect((await outbox()).filter(({ recipient }) => recipient === 'editor@plants.test')).toHaveLength(1)
        await deliver(new Date(at.getTime() + 7 * HOUR))
        expect(noted).toHaveLength(1)
        expect(await waiting()).toMatchObject({ attempts: 2, refused_at: at.toISOString() })
      })

      test('tells so after other failures too, and for what is no address', async () => {
        await write((await anArticle(journal.database)).id, 'nobody@plants.test')
        server.trouble = 'busy'
        const at = new Date()
        await deliver(at)
        expect(noted).toEqual([])
        server.trouble = 'unknown'
        await deliver(new Date(at.getTime() + HOUR))
        expect(noted).toEqual(['550 No such person here'])
        await write((await anArticle(journal.database)).id, 'no address')
        await deliver(new Date(at.getTime() + HOUR))
        expect(noted).toEqual(['550 No such person here', 'This is not an email address.'])
      })

      test('says nothing about an address when the email itself is refused', async () => {
        await write((await anArticle(journal.database)).id)
        server.trouble = 'repeats the link'
        await deliver()
        expect(noted).toEqual([])
        expect((await outbox())[0]).toMatchObject({ attempts: 1, refused_at: null })
      })

      test('notes the refusal if what follows from it fails, and makes up for that at the next one', async () => {
        const then = refused
        refused = () => Promise.reject(new Error('no editor'))
        await write((await anArticle(journal.database)).id, 'nobody@plants.test')
        server.trouble = 'unknown'
        const at = new Date()
        await deliver(at)
        expect(journal.logged.splice(0)).toHaveLength(1)
        expect(await waiting()).toMatchObject({
          attempts: 1,
          refused_at: null,
          claimed_until: null,
          last_error: '550 No such person here',
        })
        refused = then
        await deliver(new Date(at.getTime() + 7 * HOUR))
        expect(noted).toHaveLength(1)
        expect((await waiting()).refused_at).not.toBeNull()
      })
    })
  })
})
