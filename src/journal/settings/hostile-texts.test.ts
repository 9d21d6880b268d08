import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn, type SignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { useDefaultJournal } from '../../../tests/support/default-journal.ts'
import { openSmtpServer, type SmtpServer } from '../../../tests/support/smtp-server.ts'
import type { JournalText, ShownText } from '../../contract/api/settings.ts'
import { PICTURE_FOREIGN } from '../../contract/rules/settings/pictures.ts'
import { deliverDue } from '../../platform/email/deliver.ts'
import { enqueue } from '../../platform/email/outbox.ts'
import type { AccountEmail } from '../accounts/users/emails.ts'
import { TEXT_MAX } from './text-faults.ts'

const KIND = 'reviewer-invitation'
const URDU = 'محترم {{name}}، براہِ کرم جواب دیں۔ آپ کا شکریہ!'

/** An email with its link, a subject, and whatever a test puts into it. */
const anEmail = (body: string, head = 'subject: Would you review this?') =>
  `---\n${head}\n---\n\nDear {{name}},\n\n${body}\n\n[Answer]({{link}})\n`
/** Exactly so many characters. */
const filledUp = (length: number, piece: string) => {
  const { length: rest } = anEmail('')
  return anEmail(piece.repeat(Math.ceil(length / piece.length)).slice(0, length - rest))
}

describe('a hostile text', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let server: SmtpServer
    const base = 0

    beforeAll(async () => {
      server = await openSmtpServer()
      journal = await open({ smtpUrl: server.url })
      journal.resources.currentJournal.rule()
    })
    afterAll(async () => {
      useDefaultJournal()
      await server.close()
    })

    const at = (kind: string, slug: string) => `/settings/texts/${kind}/${slug}`
    const preview = (as: SignedIn, source: string, slug = KIND, kind = 'email') =>
      journal.post(`${at(kind, slug)}/preview`, { source }, { as })
    const publish = (as: SignedIn, source: string, slug = KIND, kind = 'email') =>
      journal.post('/settings/versions', { base, values: {}, texts: [{ kind, slug, source }] }, { as })
    const anAdmin = () => aSignedIn(journal, { role: 'admin' })

    test.each([
      ['a value that nobody has', anEmail('{{nobody}}')],
      ['what every object has', anEmail('{{constructor}}')],
      ['what every object inherits', anEmail('{{__proto__.x}} {{__proto__}}')],
      ['what the journal’s values inherit', anEmail('{{journal.constructor.name}}')],
      ['what a word has', anEmail('{{journal.name.length}}')],
      ['what a list has', anEmail('{{journal.topics.length}}')],
      ['a value that is not closed', anEmail('{{link')],
      ['a value that is closed once', anEmail('{{name} and on')],
      ['a value in a value', anEmail('{{ {{journal.abbreviation}} }}')],
      ['a value in a value that has none', anEmail('{{jour{{name}}nal}}')],
      ['a value with a filter', anEmail('{{name | upper}}')],
      ['code', anEmail('{{7*7}} ${7*7}')],
      ['an unknown value behind a backslash', anEmail('\\{\\{nobody}}')],
      ['an inherited value behind a backslash', anEmail('\\{{constructor}}')],
      ['an unknown value in entities', anEmail('&#123;&#123;nobody&#125;&#125;')],
      ['an unknown value in half bold words', anEmail('{{no**bo**dy}}')],
      ['a link in the text alone', anEmail('').replace('[Answer]({{link}})', '{{li**n**k}}')],
      ['no link', anEmail('').replace('{{link}}', 'https://example.org')],
      ['the link in the subject', anEmail('', 'subject: {{ link }}')],
      ['an unknown value in the subject', anEmail('', 'subject: {{no}}')],
      ['an open value in the subject', anEmail('', 'subject: Dear {{name')],
      ['a subject that is of another name', anEmail('', '__proto__: {"subject":"x"}')],
      ['what cannot be printed', anEmail('a\u0001b\u001b[31mc')],
      ['half a character', anEmail('a\ud800b')],
      ['a longer text than there may be', filledUp(TEXT_MAX + 1, 'x ')],
    ])('%s is refused, with a sentence, wherever it is tried', async (_what, source) => {
      const admin = await anAdmin()
      const answers = [
        await preview(admin, source),
        await journal.post(`${at('email', KIND)}/test`, { source }, { as: admin }),
        await publish(admin, source),
      ]
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
      for (const { body } of answers) expect(body.message).toMatch(/^(The email|Please|A text) .*\w/)
      expect(server.received.filter(({ to }) => to.includes(admin.user.email))).toEqual([])
    })

    test.each([
      ['an email', 'email', KIND, anEmail('[x](https://{{journal.name}}/)')],
      ['an email whose site is a value’s', 'email', KIND, anEmail('[x](https://a.{{ name }}.test)')],
      ['a letter', 'letter', 'accept', '---\nabout: x\n---\n\n[x](https://www.{{journal.abbreviation}}.test/)\n'],
      ['a page', 'page', 'about', '---\ntitle: A\ndescription: B.\n---\n\n[x](//{{abbreviation}}.test/)\n'],
      ['an image', 'page', 'about', '---\ntitle: A\ndescription: B.\n---\n\n![x](https://{{abbreviation}}/x.png)\n'],
    ])('%s with a value in the name of a site is not published', async (_what, kind, slug, source) => {
      const admin = await anAdmin()
      const answer = await publish(admin, source, slug, kind)
      expect(answer.status).toBe(400)
      expect(answer.body.message).toContain('the site of a link in full')
    })

    test('an email of before that has one is not sent so: the default is, and Settings names it', async () => {
      const source = anEmail('[x](https://{{name}}/)')
      const { emails, broken } = journal.resources.textBuilder.build(new Map([[`email/${KIND}` as const, source]]))
      expect(broken).toEqual([{ key: `email/${KIND}`, fault: expect.stringContaining('links to https://{{name}}/') }])
      expect(emails.get(KIND)!.html).not.toContain('https://{{name}}')
    })

    test.each(['javascript:alert(1)', 'data:text/html,x', '"onmouseover="alert(1)', '<b>x</b>'])(
      'a value of the journal that is %s makes no link that runs, and no attribute',
      async (name) => {
        const admin = await anAdmin()
        const shown = (body: string) => {
          const source = `---\ntitle: A\ndescription: B.\n---\n\n${body}\n`
          return journal.post(`${at('page', 'about')}/preview`, { source, values: { name } }, { as: admin })
        }
        const answer = await shown('[x]({{name}}) [z](/about "{{name}}")')
        expect(answer.status, answer.text).toBe(200)
        expect(await shown('![y]({{name}})')).toMatchObject({ status: 400, body: { message: PICTURE_FOREIGN } })
        expect(answer.body.html).not.toMatch(/(href|src)="(javascript|data)|<b>|<[^>"]*("[^"]*"[^>"]*)*\son\w+=/i)
      },
    )

    test.each([
      ['an unknown value behind a backslash', '\\{\\{nobody}}'],
      ['the day of another letter behind a backslash', '\\{\\{due}}'],
      ['a value in a value', '{{ {{journal.abbreviation}} }}'],
      ['a value that is not closed', '{{authors'],
    ])('a letter with %s is refused', async (_what, words) => {
      const admin = await anAdmin()
      const source = `---\nabout: x\n---\n\n${words}\n`
      for (const answer of [
        await preview(admin, source, 'accept', 'letter'),
        await publish(admin, source, 'accept', 'letter'),
      ])
        expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('has {{')])
    })

    test.each([
      ['in Urdu', anEmail(URDU, 'subject: جائزے کی دعوت: {{title}}')],
      ['with the longest text', filledUp(TEXT_MAX, 'Roots & leaves, وغیرہ. ')],
      ['with the longest text without a blank', filledUp(TEXT_MAX, 'x')],
      ['with 50,000 open brackets', filledUp(50_000, '[')],
      ['with 50,000 quotations', filledUp(50_000, '>')],
      ['with 8,000 values', anEmail('{{ name }} '.repeat(8_000))],
      ['with tags', anEmail('<script>alert(1)</script> <img src=x onerror=alert(1)> <b>bold</b> &lt;i&gt;')],
      ['with addresses that run', anEmail('[x](javascript:alert(1)) [y](data:text/html,x) <javascript:alert(1)>')],
      ['with a quotation mark in an address', anEmail('[x](https://example.org/"onmouseover="alert(1))')],
      ['with a line that begins with a full stop', anEmail('.\n\n..\n\n.\\\n.\\\nQUIT')],
      ['with lines in its subject', anEmail('', 'subject: Hello\u2028Bcc: eve@plants.test\u2029X-Own: 1')],
      ['with a carriage return in its subject', anEmail('', 'subject: Hello\rBcc: eve@plants.test\rX-Own: 1')],
      ['with a header in its head', anEmail('', 'subject: Hello\nBcc: eve@plants.test\nTo: eve@plants.test')],
      ['with encoded words in its subject', anEmail('', 'subject: =?utf-8?B?QmNjOiBldmVAcGxhbnRzLnRlc3Q=?= {{title}}')],
      ['with a subject of 2,000 characters', anEmail('', `subject: ${'Roots and shoots '.repeat(118)}`)],
      ['with words of two directions', anEmail('\u202egnp.exe\u202c {{name}} \u2066x\u2069 \u200f')],
    ])('an email %s arrives as its preview', async (_what, source) => {
      const admin = await anAdmin()
      const shown = await preview(admin, source)
      expect(shown.status, shown.text.slice(0, 300)).toBe(200)
      const { subject, text, html } = shown.body as ShownText
      const sent = await journal.post(`${at('email', KIND)}/test`, { source }, { as: admin })
      expect(sent.status, sent.text.slice(0, 300)).toBe(200)
      const arrived = await server.next(admin.user.email)
      expect(arrived.to).toEqual([admin.user.email])
      expect(arrived.subject).toBe(`Test: ${subject}`)
      expect(arrived.text).toBe(text)
      expect(arrived.html).toBe(html)
      expect(arrived.headerNames.filter((name) => /^(b?cc|x-.*)$/.test(name))).toEqual([])
      expect(arrived.headerNames.toSorted()).toEqual([...new Set(arrived.headerNames)].toSorted())
      // Nothing that was typed is markup, and nothing stands for a value that is missing.
      expect(html).not.toMatch(/<script|<img|<b>|<[^>]*\son\w+=|href="(?!https:|mailto:|http:|\(a link)/i)
      for (const part of [subject, text, html]) expect(part).not.toMatch(/undefined|\[object|\{\{/)
    })

    test('no published value makes what an email names', async () => {
      const admin = await anAdmin()
      for (const value of ['{{link}}', 'a {{', '{{constructor}}']) {
        const answer = await journal.post(
          '/settings/versions',
          { base, values: { name: value }, texts: [] },
          { as: admin },
        )
        expect([answer.status, answer.text], value).toEqual([400, expect.stringContaining('leave out {{')])
      }
      const joined = await preview(admin, anEmail('{{journal.name}}{nobody}}'))
      expect(joined.status).toBe(200)
      const half = await journal.post(
        `${at('email', KIND)}/preview`,
        { source: anEmail('{{journal.name}}{nobody}}'), values: { name: 'Roots {' } },
        { as: admin },
      )
      expect([half.status, half.body.message]).toEqual([400, expect.stringContaining('has {{nobody}}')])
    })

    test('what is published is what the outbox sends', async () => {
      const [admin, receiver] = [await anAdmin(), await anAdmin()]
      const kind = 'email-changed'
      const source = `---\nsubject: {{journal.abbreviation}}: ای میل\n---\n\n${URDU}\n\n.\n\n<b>{{to}}</b>\n`
      const shown = (await preview(admin, source, kind)).body as ShownText
      const made = await publish(admin, source, kind)
      expect(made.status, made.text).toBe(201)
      const { example } = journal.resources.textBuilder.email(kind, source)
      await journal.database.transaction((tx) =>
        enqueue<AccountEmail>(tx, {
          kind,
          recipient: receiver.user.email,
          data: example as { name: string; to: string },
        }),
      )
      await journal.resources.currentJournal.withLatest(() => deliverDue(journal.resources))
      const { subject, text, html } = await server.next(receiver.user.email)
      expect({ subject, text, html }).toEqual(shown)
    })

    test('what an email may name says nothing of the journal where it is the name of a person', async () => {
      const { placeholders } = (await journal.get(at('email', KIND), { as: await anAdmin() })).body as JournalText
      const saying = Object.fromEntries(placeholders.map(({ name, says }) => [name, says]))
      expect([saying.name, saying.link]).toEqual([null, null])
      expect(saying['journal.name']).toBeTruthy()
    })
  })
})
