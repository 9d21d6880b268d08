import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EMAIL_KINDS } from '../../contract/rules/site/email-kinds.ts'
import { aSignedIn, type SignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { openSmtpServer, type SmtpServer } from '../../../tests/support/smtp-server.ts'
import { deliverDue } from './deliver.ts'
import type { ArticleEmail } from '../../journal/publication/articles/emails.ts'
import { enqueue } from './outbox.ts'

describe('the list of emails', () => {
  eachDatabase((open) => {
    let server: SmtpServer
    let silent: TestJournal
    let journal: TestJournal
    beforeAll(async () => {
      server = await openSmtpServer()
      silent = await open()
      journal = await open({ smtpUrl: server.url })
    })
    afterAll(() => server.close())

    const write = (to: TestJournal, ...emails: ArticleEmail[]) =>
      to.database.transaction(async (tx) => {
        for (const email of emails) await enqueue(tx, email)
      })
    const about = (recipient: string): ArticleEmail => ({
      kind: 'article-published',
      recipient,
      data: { articleId: 'abc', title: 'Roots of <i>Zea mays</i>', name: 'Rosa' },
    })
    const list = (from: TestJournal, as: SignedIn, query = '') => from.get(`/emails${query}`, { as })

    test('without a mail server shows what waits, and says that nothing is delivered', async () => {
      const admin = await aSignedIn(silent, { role: 'admin' })
      await write(silent, about('rosa@plants.test'))
      const { body } = await list(silent, admin)
      expect(body.delivering).toBe(false)
      expect(body.meta).toEqual({ page: 1, totalPages: 1, totalItems: 1 })
      expect(body.data).toEqual([
        {
          id: expect.any(String),
          kind: 'article-published',
          recipient: 'rosa@plants.test',
          subject: 'Your article “Roots of Zea mays” is published',
          text: expect.stringContaining('Read your article:\nhttp://journal.test/blog/abc\n'),
          createdAt: expect.any(String),
          sentAt: null,
          attempts: 0,
          nextTryAt: expect.any(String),
          lastError: null,
        },
      ])
    })

    test('is newest first, in pages, all or those of one state', async () => {
      const admin = await aSignedIn(journal, { role: 'admin' })
      await write(journal, about('sent@plants.test'))
      await deliverDue(journal.resources)
      server.trouble = 'busy'
      await write(journal, about('failed@plants.test'))
      await deliverDue(journal.resources)
      server.trouble = null
      await new Promise((resolve) => setTimeout(resolve, 5))
      await write(journal, about('new@plants.test'))
      const recipients = async (query = '') =>
        (await list(journal, admin, query)).body.data.map((email: { recipient: string }) => email.recipient)
      expect((await list(journal, admin)).body.delivering).toBe(true)
      expect(await recipients()).toEqual(['new@plants.test', 'failed@plants.test', 'sent@plants.test'])
      expect(await recipients('?state=sent')).toEqual(['sent@plants.test'])
      expect(await recipients('?state=waiting')).toEqual(['new@plants.test', 'failed@plants.test'])
      expect(await recipients('?limit=2&page=2')).toEqual(['sent@plants.test'])
      const failed = (await list(journal, admin, '?state=waiting')).body.data[1]
      expect(failed).toMatchObject({ attempts: 1, lastError: '451 Busy, please come back later' })
    })

    test('has every kind described and previewed, without a secret and without writing anything', async () => {
      const admin = await aSignedIn(journal, { role: 'admin' })
      const { body: kinds } = await journal.get('/emails/kinds', { as: admin })
      expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual(EMAIL_KINDS)
      const before = await journal.database.db.selectFrom('outbox').select('id').execute()
      for (const described of kinds) {
        const { body } = await journal.get(`/emails/kinds/${described.kind}`, { as: admin })
        expect(body).toEqual({
          ...described,
          subject: expect.stringMatching(/\S/),
          text: expect.stringContaining('Dear '),
          html: expect.stringMatching(/^<!doctype html>/),
        })
        expect(body.text).not.toMatch(/[\w-]{43}/)
      }
      const { body: reset } = await journal.get('/emails/kinds/password-reset', { as: admin })
      expect(reset.text).toContain('(a link that only its receiver knows)')
      expect(await journal.database.db.selectFrom('outbox').select('id').execute()).toEqual(before)
      for (const none of ['constructor', '__proto__', 'nothing']) {
        expect((await journal.get(`/emails/kinds/${none}`, { as: admin })).status).toBe(404)
      }
    })

    test('shows no secret link, sent or not', async () => {
      const admin = await aSignedIn(journal, { role: 'admin', confirmed: false })
      await journal.post('/auth/forgot-password', { email: admin.user.email })
      await journal.post('/auth/confirm-email/send', {}, { as: admin })
      const newest = async () => (await list(journal, admin, '?limit=2')).body.data
      for (const when of ['before', 'after']) {
        const emails: { kind: string; text: string }[] = await newest()
        expect(emails.map((email) => email.kind).sort(), when).toEqual(['email-confirmation', 'password-reset'])
        for (const { text } of emails) {
          expect(text).toContain(':\n(a link that only its receiver knows)\n')
          expect(text).not.toMatch(/#|[\w-]{43}/)
        }
        await deliverDue(journal.resources)
      }
    })
  })
})
