import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { journal as identity } from '../../../journal.config.ts'
import { aUser } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { openSmtpServer, type SmtpServer, type SmtpTrouble } from '../../../tests/support/smtp-server.ts'
import { dueWork, startBackground } from '../jobs/background.ts'
import { deliverDue, emailWork, sendEmailsNow } from './deliver.ts'
import type { ArticleEmail } from '../../journal/publication/articles/emails.ts'
import type { AccountEmail } from '../../journal/accounts/users/emails.ts'
import { enqueue, enqueueWithin } from './outbox.ts'
import { TO_ONE_ADDRESS_AN_HOUR } from './turns.ts'

const MINUTE = 60_000
const TITLE = 'Seed rain under <i>Prosopis juliflora</i> &amp; CO<sub>2</sub>'
const PLAIN = 'Seed rain under Prosopis juliflora & CO2'

describe('delivering emails', () => {
  eachDatabase((open) => {
    let server: SmtpServer
    let journal: TestJournal
    beforeAll(async () => {
      server = await openSmtpServer()
      // Short timeouts, so that a server that hangs does not hold up the test.
      journal = await open({ smtpUrl: `${server.url}?socketTimeout=300&socketCloseTimeout=0` })
    })
    afterAll(() => server.close())
    beforeEach(async () => {
      await journal.database.db.deleteFrom('outbox').execute()
      server.received.length = 0
    })
    afterEach(() => {
      server.trouble = null
      expect(journal.logged.splice(0)).toEqual([])
    })

    type AnyEmail = ArticleEmail | AccountEmail
    const write = (...emails: AnyEmail[]) =>
      journal.database.transaction(async (tx) => {
        for (const email of emails) await enqueue(tx, email)
      })
    const received = (name: string, recipient = 'rosa@plants.test'): AnyEmail => ({
      kind: 'submission-received',
      recipient,
      data: { articleId: 'abc', title: TITLE, name, promisedOn: '2026-06-13' },
    })
    const outbox = () => journal.database.db.selectFrom('outbox').selectAll().orderBy('id').execute()
    const deliver = (at?: Date) => deliverDue(journal.resources, at ? { clock: () => at } : {})
    /** The time this many minutes from now. */
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE)

    describe('an email of every kind arrives', () => {
      const article = { articleId: 'abc', title: TITLE, name: 'Rosa Gardener' }
      test.each<[AnyEmail['kind'], (user: { id: string }) => object, string, string[]]>([
        [
          'submission-received',
          () => ({ ...article, promisedOn: '2026-06-13' }),
          `We have received “${PLAIN}”`,
          ['http://journal.test/dashboard/articles/abc\n', 'by June 13, 2026'],
        ],
        [
          'submission-to-review',
          () => ({ ...article, author: 'Bruno Kovář' }),
          `New manuscript: “${PLAIN}”`,
          ['Bruno Kovář has submitted', 'http://journal.test/cases/abc\n'],
        ],
        [
          'submission-deleted',
          () => ({ ...article, author: 'Bruno Kovář' }),
          `Manuscript deleted: “${PLAIN}”`,
          ['Bruno Kovář deleted the manuscript', 'http://journal.test/admin/listings\n'],
        ],
        [
          'article-published',
          () => article,
          `Your article “${PLAIN}” is published`,
          ['http://journal.test/blog/abc\n'],
        ],
        [
          'article-archived',
          () => article,
          `Your article “${PLAIN}” has been archived`,
          ['http://journal.test/dashboard\n'],
        ],
        [
          'password-reset',
          (user) => ({ userId: user.id, name: 'Rosa Gardener' }),
          'Set a new password',
          ['http://journal.test/reset-password#', 'works once, within 1 hour'],
        ],
        [
          'email-confirmation',
          (user) => ({ userId: user.id, name: 'Rosa Gardener' }),
          'Please confirm your email address',
          ['http://journal.test/confirm-email#', 'works once, within 72 hours'],
        ],
        [
          'email-change-asked',
          () => ({ name: 'Rosa Gardener', to: 'new@plants.test' }),
          'A new email address for your account',
          ['to new@plants.test was requested.', 'Nothing has changed yet', identity.contact.supportEmail],
        ],
        [
          'email-changed',
          () => ({ name: 'Rosa Gardener', to: 'new@plants.test' }),
          'The email address of your account has changed',
          ['It is now new@plants.test.', identity.contact.supportEmail],
        ],
      ])('%s', async (kind, data, subject, words) => {
        const user = await aUser(journal.database)
        await write({ kind, recipient: user.email, data: data(user) } as AnyEmail)
        const [row] = await outbox()
        expect(await deliver()).toBe(1)
        const email = await server.next(user.email)
        expect(email.to).toEqual([user.email])
        expect(email.from).toBe(identity.contact.email)
        expect(email.subject).toBe(subject)
        expect(email.header('from')).toBe(`${identity.name} <${identity.contact.email}>`)
        expect(email.header('reply-to')).toBe(`${identity.name} <${identity.contact.email}>`)
        expect(email.header('to')).toBe(user.email)
        expect(email.header('message-id')).toBe(`<${row!.id}@journal.test>`)
        expect(email.header('auto-submitted')).toBe('auto-generated')
        expect(email.header('content-type')).toMatch(/^multipart\/alternative/)
        for (const part of ['Dear Rosa Gardener,', identity.society.name, identity.publisher.address, ...words]) {
          expect(email.text).toContain(part)
        }
        expect(email.text).not.toMatch(/\{\{|undefined|<i>|&amp;/)
        expect(email.html).toMatch(/^<!doctype html>/)
        expect(email.html).toMatch(/<p style="[^"]*">Dear Rosa Gardener,<\/p>/)
        expect(email.html).toContain(identity.publisher.address)
        expect(email.html).not.toMatch(/\{\{|undefined|%7B/)
        if ('title' in data(user)) expect(email.html).toContain(`“${TITLE}”`)
        expect((await outbox())[0]).toMatchObject({ attempts: 1, claimed_until: null, last_error: null })
        expect((await outbox())[0]!.sent_at).not.toBeNull()
        expect(await deliver(inMinutes(60 * 24))).toBe(0)
      })
    })

    describe('names and titles stay where they belong', () => {
      const nasty = 'Rosa\r\nBcc: victim@plants.test\r\n\r\nBuy now'
      test('line breaks make no headers', async () => {
        await write({
          kind: 'submission-to-review',
          recipient: 'rosa@plants.test',
          data: { articleId: 'abc', title: `Ferns\r\nBcc: victim@plants.test\u2028x`, name: nasty, author: nasty },
        })
        await deliver()
        const email = await server.next('rosa@plants.test')
        expect(email.to).toEqual(['rosa@plants.test'])
        expect(email.headerNames).not.toContain('bcc')
        expect(email.subject).toBe('New manuscript: “Ferns Bcc: victim@plants.test x”')
        expect(email.text).not.toMatch(/^Bcc/m)
      })

      test('an address that is none is refused here, and no other gets the email', async () => {
        for (const recipient of ['a@plants.test\r\nBcc: b@plants.test', 'a@plants.test, b@plants.test', '<b@x.test>']) {
          await write(received('Rosa', recipient))
        }
        expect(await deliver()).toBe(0)
        expect(server.received).toEqual([])
        expect((await outbox()).map((row) => row.last_error)).toEqual(Array(3).fill('This is not an email address.'))
      })

      test('markup in a name is text', async () => {
        await write(received('<script>alert(1)</script> {{link}} &'))
        await deliver()
        const email = await server.next('rosa@plants.test')
        expect(email.html).toContain('Dear colleague,')
        expect(email.html).not.toContain('<script>')
        await write(received('<b>Rosa & "Bruno" {{link}}'))
        await deliver()
        const other = await server.next('rosa@plants.test')
        expect(other.text).toContain('Dear <b>Rosa & "Bruno" {{link}},')
        expect(other.html).toContain('Dear &lt;b&gt;Rosa &amp; &quot;Bruno&quot; {{link}},')
      })

      test.each(['Win at https://evil.test', 'www.evil.test', 'evil.com', 'Ask me@evil.test'])(
        'a name that advertises is not passed on: %s',
        async (name) => {
          await write(received(name))
          await deliver()
          const email = await server.next('rosa@plants.test')
          expect(email.text).toContain('Dear colleague,')
          expect(email.text + email.html).not.toContain('evil')
        },
      )
    })

    describe('an email that the server does not take', () => {
      test('is tried again after growing times, and never given up', async () => {
        server.trouble = 'busy'
        await write(received('Rosa'))
        let at = inMinutes(0)
        const waits: number[] = []
        for (let attempt = 1; attempt <= 9; attempt++) {
          expect(await deliver(at)).toBe(0)
          const [row] = await outbox()
          expect(row).toMatchObject({
            attempts: attempt,
            sent_at: null,
            last_error: '451 Busy, please come back later',
          })
          const next = new Date(row!.next_try_at)
          waits.push((next.getTime() - at.getTime()) / MINUTE)
          // Just before, nothing is tried.
          await deliver(new Date(next.getTime() - 1))
          expect((await outbox())[0]!.attempts).toBe(attempt)
          at = next
        }
        expect(waits).toEqual([1, 5, 15, 60, 180, 360, 360, 360, 360])
        server.trouble = null
        expect(await deliver(at)).toBe(1)
        expect(server.received).toHaveLength(1)
        expect((await outbox())[0]).toMatchObject({ attempts: 10, last_error: null })
      })

      test('because it does not know the receiver is tried again after the longest time, and the others go out', async () => {
        server.trouble = 'unknown'
        await write(received('Rosa', 'nobody@plants.test'))
        const at = inMinutes(0)
        await deliver(at)
        const [row] = await outbox()
        expect(row).toMatchObject({ attempts: 1, last_error: '550 No such person here' })
        expect(new Date(row!.next_try_at).getTime() - at.getTime()).toBe(360 * MINUTE)
        server.trouble = null
        await write(received('Bruno', 'bruno@plants.test'))
        expect(await deliver()).toBe(1)
      })

      test.each<SmtpTrouble>(['drops', 'hangs'])('because it %s in the middle is kept', async (trouble) => {
        server.trouble = trouble
        await write(received('Rosa'))
        expect(await deliver()).toBe(0)
        const [row] = await outbox()
        expect(row).toMatchObject({ attempts: 0, sent_at: null, claimed_until: null })
        expect(row!.last_error).toBeTruthy()
        server.trouble = null
        expect(await deliver(inMinutes(4))).toBe(1)
        expect(server.received).toHaveLength(1)
      })

      test('keeps no secret in what is noted about it', async () => {
        server.trouble = 'repeats the link'
        const user = await aUser(journal.database)
        await write({ kind: 'password-reset', recipient: user.email, data: { userId: user.id, name: 'Rosa' } })
        await deliver()
        const [row] = await outbox()
        expect(row!.last_error).toBe('554 Looks like spam: http://journal.test/reset-password#…')
        expect(JSON.stringify(row)).not.toMatch(/[\w-]{43}/)
      })
    })

    test('a server that is down loses nothing, and is asked once a round', async () => {
      const gone = await openSmtpServer()
      const away = await open({ smtpUrl: gone.url })
      await gone.close()
      await away.database.transaction(async (tx) => {
        for (const name of ['Rosa', 'Bruno']) await enqueue(tx, received(name))
      })
      expect(await deliverDue(away.resources)).toBe(0)
      const rows = await away.database.db.selectFrom('outbox').selectAll().orderBy('last_error').execute()
      expect(rows.map((row) => [row.attempts, row.sent_at])).toEqual([
        [0, null],
        [0, null],
      ])
      expect(rows.filter((row) => row.last_error?.includes('ECONNREFUSED'))).toHaveLength(1)
    })

    test('one is tried every three minutes while the server is down, and all are sent once it is back', async () => {
      await write(...Array.from({ length: 20 }, (_, number) => received('Rosa', `waiting-${number}@plants.test`)))
      const work = emailWork(journal.resources)
      const looks = async (from: number, to: number) => {
        let runs = 0
        for (let second = from; second < to; second += 5) {
          vi.setSystemTime(began + second * 1000)
          const [due] = await dueWork(journal.database.db, [work], new Date())
          if (due) {
            runs++
            await work.run(() => false)
          }
        }
        return runs
      }
      vi.useFakeTimers({ toFake: ['Date'] })
      const began = Date.now()
      server.trouble = 'drops'
      expect(await looks(0, 3600)).toBe(20)
      expect((await outbox()).filter(({ sent_at }) => sent_at === null)).toHaveLength(20)
      server.trouble = null
      await looks(3600, 3600 + 6 * 60)
      vi.useRealTimers()
      expect((await outbox()).filter(({ sent_at }) => sent_at === null)).toHaveLength(0)
    })

    describe('with a clock that is a year ahead for a while', () => {
      const YEAR = 365 * 24 * 60 * MINUTE
      const ahead = () => new Date(Date.now() + YEAR)
      afterEach(() => void vi.useRealTimers())
      const isDue = async (work = emailWork(journal.resources)) =>
        (await dueWork(journal.database.db, [work], new Date())).length > 0

      test.each(['drops', 'busy'] as const)(
        'one that fails (%s) is tried again as soon as the clock is right',
        async (trouble) => {
          await write(received('Rosa'))
          server.trouble = trouble
          await deliver(ahead())
          server.trouble = null
          expect(await isDue()).toBe(true)
          expect(await deliver()).toBe(1)
          expect(server.received).toHaveLength(1)
        },
      )

      test('the mail server is tried again as soon as the clock is right', async () => {
        await write(received('Rosa'))
        const work = emailWork(journal.resources)
        server.trouble = 'drops'
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + YEAR })
        await work.run(() => false)
        vi.useRealTimers()
        server.trouble = null
        expect(await isDue(work)).toBe(true)
      })

      test('what is written is sent as soon as the clock is right, a letter with a time of its own too', async () => {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + YEAR })
        await write(received('Rosa'))
        await journal.database.transaction((tx) =>
          enqueue(tx, received('Bruno', 'letter@plants.test'), { notBefore: inMinutes(10) }),
        )
        vi.useRealTimers()
        expect(await isDue()).toBe(true)
        expect(await deliver()).toBe(2)
        expect(server.received.flatMap(({ to }) => to).toSorted()).toEqual(['letter@plants.test', 'rosa@plants.test'])
      })

      test('what was asked for too often then can be asked for', async () => {
        const user = await aUser(journal.database)
        const link: AccountEmail & { kind: 'email-confirmation' } = {
          kind: 'email-confirmation',
          recipient: user.email,
          data: { userId: user.id, name: user.full_name },
        }
        const ask = () => journal.database.transaction((tx) => enqueueWithin(tx, link))
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + YEAR })
        for (let times = 0; times < 5; times++) {
          expect(await ask()).toBe('enqueued')
          await journal.database.db.updateTable('outbox').set({ sent_at: new Date().toISOString() }).execute()
        }
        expect(await ask()).toBe('enough')
        vi.useRealTimers()
        expect(await ask()).toBe('enqueued')
      })

      test('one whose process died is sent by another', async () => {
        await write(received('Rosa'))
        await journal.database.db
          .updateTable('outbox')
          .set({ turn: 1, claimed_until: new Date(ahead().getTime() + 5 * MINUTE).toISOString() })
          .execute()
        expect(await isDue()).toBe(true)
        expect(await deliver()).toBe(1)
      })

      test.each([
        ['forward', YEAR],
        ['six minutes forward', 6 * MINUTE],
        ['back', -YEAR],
      ])('set %s while one is sent, no second process takes it', async (_how, by) => {
        await write(received('Rosa'))
        const second = emailWork(journal.resources)
        await journal.database.db
          .updateTable('outbox')
          .set({ turn: 1, claimed_until: inMinutes(5).toISOString(), next_try_at: '2020-01-01T00:00:00.000Z' })
          .execute()
        expect(await isDue(second)).toBe(false)
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by })
        expect(await isDue(second)).toBe(false)
        await second.run(() => false)
        expect(server.received).toEqual([])
      })

      test('those that an address has had enough for follow as soon as the clock is right', async () => {
        await write(...Array.from({ length: TO_ONE_ADDRESS_AN_HOUR + 1 }, () => received('Rosa')))
        expect(await deliver(ahead())).toBe(TO_ONE_ADDRESS_AN_HOUR)
        expect(await isDue()).toBe(true)
        expect(await deliver()).toBe(1)
      })
    })

    test('those that could not be sent are sent at once when someone asks for it; a letter that waits for its time is not', async () => {
      await write(received('Rosa', 'busy@plants.test'))
      server.trouble = 'busy'
      await deliver()
      server.trouble = null
      const later = inMinutes(10).toISOString()
      await write(received('Rosa', 'letter@plants.test'))
      await journal.database.db
        .updateTable('outbox')
        .set({ next_try_at: later })
        .where('recipient', '=', 'letter@plants.test')
        .execute()
      expect(await sendEmailsNow(journal.database)).toBe(1)
      expect(await deliver()).toBe(1)
    })

    test('two processes send each email exactly once', async () => {
      const people = Array.from({ length: 20 }, (_, number) => `person-${number}@plants.test`)
      await write(...people.map((recipient) => received('Rosa', recipient)))
      const sent = await Promise.all([deliver(), deliver()])
      expect(sent[0]! + sent[1]!).toBe(20)
      expect(server.received.flatMap((email) => email.to).sort()).toEqual([...people].sort())
    })

    test('a process that died after the server took the email: it comes once more, under the same Message-ID', async () => {
      await write(received('Rosa'))
      await deliver()
      // The state after a crash: accepted by the server, claimed here, not marked as sent.
      const claimed_until = inMinutes(5).toISOString()
      await journal.database.db.updateTable('outbox').set({ sent_at: null, attempts: 0, claimed_until }).execute()
      expect(await deliver(inMinutes(4))).toBe(0)
      expect(await deliver(inMinutes(6))).toBe(1)
      const [first, second] = server.received.map((email) => email.header('message-id'))
      expect(first).toBe(second)
    })

    describe('secret links', () => {
      const links = () => journal.database.db.selectFrom('account_links').selectAll().execute()
      const tokenIn = (text: string) => /#([\w-]{43})\n/.exec(text)![1]!

      test('are made for each attempt, and stored nowhere', async () => {
        const user = await aUser(journal.database)
        const before = (await links()).length
        await write({ kind: 'password-reset', recipient: user.email, data: { userId: user.id, name: 'Rosa' } })
        server.trouble = 'busy'
        await deliver()
        server.trouble = null
        await deliver(inMinutes(2))
        const token = tokenIn((await server.next(user.email)).text)
        const made = (await links()).slice(before)
        expect(made.map((link) => [link.user_id, link.purpose, link.email, link.used_at])).toEqual(
          Array(2).fill([user.id, 'password-reset', user.email, null]),
        )
        expect(JSON.stringify([made, await outbox()])).not.toContain(token)
      })

      test('go to nobody when the account has another address by now', async () => {
        const user = await aUser(journal.database)
        await write({
          kind: 'password-reset',
          recipient: 'former@plants.test',
          data: { userId: user.id, name: 'Rosa' },
        })
        await write({ kind: 'password-reset', recipient: user.email, data: { userId: 'nobody', name: 'Rosa' } })
        const before = (await links()).length
        expect(await deliver()).toBe(0)
        expect(server.received).toEqual([])
        expect(await outbox()).toEqual([])
        expect(await links()).toHaveLength(before)
      })
    })

    test('work in the background is begun at once, again with each email, and finished before the end', async () => {
      await write(received('Rosa', 'first@plants.test'))
      const background = startBackground(journal.resources, [emailWork(journal.resources)])
      await server.next('first@plants.test')
      await write(received('Rosa', 'second@plants.test'))
      await server.next('second@plants.test')
      await write(received('Rosa', 'third@plants.test'))
      await background.stop()
      expect((await outbox()).filter((row) => row.claimed_until !== null)).toEqual([])
      const sent = server.received.length
      await write(received('Rosa', 'fourth@plants.test'))
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(server.received).toHaveLength(sent)
    })

    test('without a mail server emails wait', async () => {
      const silent = await open()
      await silent.database.transaction((tx) => enqueue(tx, received('Rosa')))
      expect(await deliverDue(silent.resources)).toBe(0)
      expect(await silent.database.db.selectFrom('outbox').select(['sent_at', 'attempts']).execute()).toEqual([
        { sent_at: null, attempts: 0 },
      ])
    })
  })
})
