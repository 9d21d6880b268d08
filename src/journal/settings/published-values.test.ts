import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { aSignedIn, type SignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { useDefaultJournal } from '../../../tests/support/default-journal.ts'
import { addDays, dayOf } from '../../contract/rules/peer-review/days.ts'
import type { Value } from '../../contract/rules/settings/values.ts'
import { relyingPartyOf } from '../accounts/second-factors/relying-party.ts'
import { backgroundWork } from '../../app/background-work.ts'
import { enqueue } from '../../platform/email/outbox.ts'
import type { ArticleEmail } from '../publication/articles/emails.ts'
import { inLatestEdition } from './current-journal.ts'
import { importSettings } from './command.ts'
import { exportSettings } from './export.ts'
import { startJournal } from './start.ts'
import { textsInForce } from './text-versions.ts'
import { latestNumber } from './versions.ts'

/** A name that is Markdown, HTML, and a header at once to who does not take it as words. */
const HOSTILE = '*Flora* of [Sindh](javascript:alert(1)) & <b>“Roots”</b> "x" ../.. _a_ `b` --\u202e'

describe('what is published', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn

    beforeAll(async () => {
      journal = await open()
      journal.resources.currentJournal.rule()
      await startJournal(journal.database, journal.resources.textBuilder)
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    afterEach(() => vi.useRealTimers())
    afterAll(useDefaultJournal)

    const version = async () => latestNumber(journal.database.db)
    const publish = async (values: Record<string, Value | null>, texts: object[] = []) => {
      const base = await version()
      return journal.post('/settings/versions', { base, values, texts }, { as: admin })
    }
    const undo = (number: number) => journal.post(`/settings/versions/${number}/undo`, {}, { as: admin })
    const page = async (slug: string) => (await journal.get(`/pages/${slug}`)).body.html as string
    const sourceOf = async (slug: string) =>
      (await journal.get(`/settings/texts/page/${slug}`, { as: admin })).body.source as string
    /** Another day has come; nothing else has happened. */
    const goTo = (day: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T00:00:05Z`) })
    const tomorrow = () => addDays(dayOf(new Date()), 1)

    test('a name is words, wherever it is written', async () => {
      const made = await publish({ name: HOSTILE, 'society.name': HOSTILE })
      expect(made.status, made.text).toBe(201)
      const shown = await page('about')
      expect(shown).not.toMatch(/<em>|<a href="javascript|<b>|<code>/)
      expect(shown).toContain('*Flora* of [Sindh](javascript:alert(1)) &amp; &lt;b&gt;“Roots”&lt;/b&gt; &quot;x&quot;')
      for (const kind of ['submission-received', 'reviewer-invitation']) {
        const { html, text } = (await journal.get(`/emails/kinds/${kind}`, { as: admin })).body
        expect(html).not.toMatch(/<em>|href="javascript|<b>/)
        expect(text).toContain(HOSTILE)
        expect(text).not.toContain('\\')
      }
      await undo(await version())
    })

    test('an address of the journal can still be written in angle brackets', async () => {
      const source = `${await sourceOf('about')}\n\nWrite to <{{contact.email}}>, or [here](mailto:{{contact.email}}).\n`
      await publish({}, [{ kind: 'page', slug: 'about', source }])
      const shown = await page('about')
      const { email } = journal.resources.currentJournal.known.journal.contact
      expect(shown).toContain(`Write to <a href="mailto:${email}">${email}</a>, or <a href="mailto:${email}">here</a>`)
      await undo(await version())
    })

    test('a page for a later day is shown when it has come, although nobody has written anything', async () => {
      const day = tomorrow()
      const source = `${await sourceOf('about')}\n\nOf tomorrow.`
      await publish({}, [{ kind: 'page', slug: 'about', source, inForceFrom: day }])
      expect(await page('about')).not.toContain('Of tomorrow.')
      goTo(day)
      expect(await page('about')).toContain('Of tomorrow.')
      vi.useRealTimers()
      await undo(await version())
    })

    test('a page for a later day that was taken back is not shown then', async () => {
      const day = tomorrow()
      const source = `${await sourceOf('about')}\n\nTaken back.`
      await publish({}, [{ kind: 'page', slug: 'about', source, inForceFrom: day }])
      expect((await undo(await version())).status).toBe(201)
      expect(await page('about')).not.toContain('Taken back.')
      goTo(addDays(day, 5))
      expect(await page('about')).not.toContain('Taken back.')
    })

    test('a changed fee shows nothing of the page before its day, and does not undo it', async () => {
      const day = tomorrow()
      const before = await sourceOf('publication-fee')
      const source = `${before}\n\nOf the later page, for {{fees.local.amount}}.`
      await publish({}, [{ kind: 'page', slug: 'publication-fee', source, inForceFrom: day }])
      const fee = await publish({ 'fees.local.amount': 'PKR 18,000' })
      const now = await page('publication-fee')
      expect([now.includes('PKR 18,000'), now.includes('Of the later page')]).toEqual([true, false])
      const { db } = journal.database
      const rows = await db.selectFrom('text_versions').selectAll().where('slug', '=', 'publication-fee').execute()
      const last = rows.filter(({ journal_version }) => journal_version === fee.body.version)
      expect(last.map(({ in_force_from, html }) => [in_force_from, html!.includes('PKR 18,000')])).toEqual([
        [dayOf(new Date()), true],
        [day, true],
      ])
      expect((await textsInForce(db, await version(), day)).sources.get('page/publication-fee')).toBe(source)
      // The fee goes back, and the page keeps its day.
      expect((await undo(fee.body.version)).status).toBe(201)
      expect(await page('publication-fee')).not.toContain('Of the later page')
      expect((await textsInForce(db, await version(), day)).sources.get('page/publication-fee')).toBe(source)
      // What is published last replaces what waits.
      await publish({}, [{ kind: 'page', slug: 'publication-fee', source: `${before}\n\nAt once.` }])
      expect(await page('publication-fee')).toContain('At once.')
      expect(journal.resources.currentJournal.known.nextDay).toBeNull()
      goTo(day)
      expect(await page('publication-fee')).toContain('At once.')
      vi.useRealTimers()
      await publish({}, [{ kind: 'page', slug: 'publication-fee', source: null }])
    })

    test('a page is not lost to someone who only changed a value that it names', async () => {
      const base = await version()
      const fee = await publish({ 'fees.local.amount': 'PKR 19,000' })
      const source = `${await sourceOf('publication-fee')}\n\nIn our words.`
      const text = { kind: 'page', slug: 'publication-fee', source }
      const made = await journal.post('/settings/versions', { base, values: {}, texts: [text] }, { as: admin })
      expect(made.status, made.text).toBe(201)
      expect(await page('publication-fee')).toMatch(/PKR 19,000[^]*In our words/)
      const other = { ...text, source: `${source} Again.` }
      const refused = await journal.post('/settings/versions', { base, values: {}, texts: [other] }, { as: admin })
      expect([refused.status, fee.status]).toEqual([409, 201])
      await publish({ 'fees.local.amount': null }, [{ ...text, source: null }])
    })

    test.each([
      ['in its subject alone', '---\nsubject: Go to {{link}}\n---\n\nDear {{name}},\n\nHere.'],
      ['in its subject, too', '---\nsubject: Go to {{link}}\n---\n\n[Go]({{link}})'],
      ['where nobody sees it', '---\nsubject: Go\n---\n\nDear {{name}}.\n\n[unused]: {{link}}'],
    ])('an email is refused that has its link %s', async (_where, source) => {
      const refused = await publish({}, [{ kind: 'email', slug: 'reviewer-invitation', source }])
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('{{link}}')])
    })

    test('an undo is undone', async () => {
      const first = await publish({ abbreviation: 'ZZZ' })
      const second = await undo(first.body.version)
      const third = await undo(second.body.version)
      expect(third.status, third.text).toBe(201)
      expect((await exportSettings(journal.database.db)).values.abbreviation).toBe('ZZZ')
      await undo(third.body.version)
    })

    test.each(['__proto__', 'constructor', 'toString'])('%s is no value and no text', async (key) => {
      const before = await version()
      const payload = `{"base":${before},"values":{"${key}":"x"},"texts":[]}`
      const headers = { 'content-type': 'application/json' }
      const refused = await journal.send('POST', '/settings/versions', payload, { as: admin, headers })
      expect(refused.status).toBeGreaterThanOrEqual(400)
      expect(refused.status).toBeLessThan(500)
      const texts = `{"base":${before},"texts":[{"kind":"page","slug":"${key}","source":"x"}]}`
      expect((await journal.send('POST', '/settings/versions', texts, { as: admin, headers })).status).toBe(400)
      const file = `{"format":"journal-settings","version":1,"values":{"${key}":"x"},"texts":{"${key}":"x"}}`
      await expect(importSettings(journal.database, journal.resources.textBuilder, file)).rejects.toThrow()
      expect(await version()).toBe(before)
      expect((await journal.get(`/settings/texts/page/${key}`, { as: admin })).status).toBe(404)
    })

    test('what is published while many emails are sent is in those that come after', async () => {
      const sent: string[] = []
      const resources = {
        ...journal.resources,
        mailer: {
          send: async ({ text }: { text: string }) => {
            sent.push(text)
            if (sent.length === 1) await publish({ name: 'Chenab Journal of Botany' })
          },
        },
      }
      await journal.database.transaction(async (tx) => {
        for (const articleId of ['one', 'two'])
          await enqueue(tx, {
            ...{ kind: 'submission-received', recipient: 'rosa@plants.test' },
            data: { articleId, title: 'Ferns', name: 'Rosa', promisedOn: '2026-06-13' },
          } as ArticleEmail)
      })
      const emails = backgroundWork(resources, '/nowhere').filter(({ kind }) => kind === 'emails')
      const [work] = inLatestEdition(resources, emails)
      await work!.run(() => false)
      expect(sent.map((text) => text.includes('Chenab Journal of Botany'))).toEqual([false, true])
      await undo(await version())
    })

    test('a passkey is made for the name of the moment', async () => {
      const party = relyingPartyOf('https://journal.example')!
      await publish({ name: 'Chenab Journal of Botany' })
      await page('about')
      expect(party.name).toBe('Chenab Journal of Botany')
      await undo(await version())
    })

    test('an administrator without the second step that they need changes nothing', async () => {
      const strict = await open({ secondFactorRequired: true })
      await startJournal(strict.database, strict.resources.textBuilder)
      const as = await aSignedIn(strict, { role: 'admin' })
      const change = { base: 1, values: { name: 'Mine' }, texts: [] }
      expect((await strict.post('/settings/versions', change, { as })).status).toBe(403)
      expect((await strict.get('/settings/export', { as })).status).toBe(403)
      expect((await strict.post('/settings/draft', { content: '{}', revision: 0 }, { as })).status).toBe(403)
      expect(await latestNumber(strict.database.db)).toBe(1)
    })
  })
})
