import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journal as configured } from '../../../journal.config.ts'
import { aSignedIn, type SignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, IN_SECOND_TIER, type TestJournal } from '../../../tests/support/databases.ts'
import { useDefaultJournal } from '../../../tests/support/default-journal.ts'
import type { HistoryEntry, JournalSettings, JournalText } from '../../contract/api/settings.ts'
import { journal as current } from '../../contract/journal.ts'
import { shadesFor } from '../../contract/rules/settings/colours.ts'
import { FIELDS } from '../../contract/rules/settings/fields.ts'
import type { MenuEntry } from '../../contract/rules/settings/menu.ts'
import { LEAF, lookPath } from '../../contract/rules/settings/look.ts'
import { valueFault } from '../../contract/rules/settings/value-faults.ts'
import { journalOf, type Value } from '../../contract/rules/settings/values.ts'
import { JOURNAL_HEADER } from '../../contract/rules/settings/published-journal.ts'
import { importSettings, listValues, NO_EXPORT, setValue, undoLast } from './command.ts'
import { CurrentJournal } from './current-journal.ts'
import { DEFAULT_VALUES, digestOf } from './defaults.ts'
import { exportSettings } from './export.ts'
import { storePicture } from './pictures/pictures.ts'
import { startJournal } from './start.ts'
import { SHIPPED_TEXTS, SHIPPED_VALUES } from './shipped.ts'

const A_LOGO = { path: `/pictures/${'0a'.repeat(12)}-384x192-l.webp`, width: 384, height: 192 }

/** Another value for each field, so that every one is published once. */
function anotherValue(key: string): Value {
  const field = FIELDS.find((each) => each.key === key)!
  const value = DEFAULT_VALUES[key]!
  const chosen: Record<string, Value> = {
    issn: '2049-3630',
    issnPrint: '1234-5679',
    formerTitles: [{ name: 'Old', abbreviation: 'O', issn: '', issnPrint: '', until: '2025-12-31' }],
    language: 'de',
    'doi.prefix': '10.5555',
    'look.colour': '#e0b420',
    'look.logo': A_LOGO.path,
    'doi.pattern': 'other.{id}',
    'crossref.crossmarkPolicy': '10.5555/policy',
    'review.reminders.lapse': 30,
  }
  if (chosen[key] !== undefined) return chosen[key]
  switch (field.kind) {
    case 'yes or no':
      return !value
    case 'choice':
      return field.choices!.find(([id]) => id !== value)![0]
    case 'number':
      return (value as number) + 1
    case 'email':
      return `other-${String(value)}`
    case 'lines':
      return [...(value as string[]), 'Phenology']
    case 'days':
      return (value as number[]).slice(0, -1)
    case 'menu':
      return (value as MenuEntry[]).slice(1)
    case 'questions':
      return (value as { id: string; ask: string; short: string }[]).slice(1)
    default:
      return `Other ${String(value)}`
  }
}

test('what comes with the program is a valid journal, and known as such', () => {
  expect(journalOf(DEFAULT_VALUES)).toMatchObject({ ...configured })
  for (const field of FIELDS) {
    expect(valueFault(field, DEFAULT_VALUES[field.key]), field.key).toBeNull()
    const digest = digestOf(DEFAULT_VALUES[field.key]!)
    const shipped = SHIPPED_VALUES[field.key]?.split(' ') ?? [digest]
    expect(shipped, `please add ${digest} for ${field.key} to shipped.ts`).toContain(digest)
  }
})

describe('settings', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let author: SignedIn

    beforeAll(async () => {
      journal = await open()
      journal.resources.currentJournal.rule()
      await startJournal(journal.database, journal.resources.textBuilder)
      admin = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
      author = await aSignedIn(journal)
      await storePicture(journal.resources, A_LOGO.path, { ...A_LOGO, content: Buffer.from('dots') })
    })
    afterAll(useDefaultJournal)

    const read = async (): Promise<JournalSettings> => (await journal.get('/settings', { as: admin })).body
    const publish = async (
      values: Record<string, Value | null>,
      { base, texts = [] }: { base?: number; texts?: object[] } = {},
    ) => journal.post('/settings/versions', { base: base ?? (await read()).version, values, texts }, { as: admin })
    const history = async (): Promise<HistoryEntry[]> =>
      (await journal.get('/settings/versions', { as: admin })).body.entries
    const undo = (number: number) => journal.post(`/settings/versions/${number}/undo`, {}, { as: admin })
    const text = async (kind: string, slug: string): Promise<JournalText> =>
      (await journal.get(`/settings/texts/${kind}/${slug}`, { as: admin })).body
    const about = async () => (await journal.get('/pages/about')).body.html as string

    test('all defaults of texts are known as such', () => {
      for (const [key, source] of journal.resources.textBuilder.defaults) {
        const digest = digestOf(source)
        const shipped = SHIPPED_TEXTS[key]?.split(' ') ?? [digest]
        expect(shipped, `please add ${digest} for ${key} to shipped.ts`).toContain(digest)
      }
    })

    test('a published name is everywhere at once, and undone with one call', async () => {
      expect(await about()).toContain(configured.name)
      const made = await publish({ name: 'Chenab Journal of Botany' })
      expect(made.status, made.text).toBe(201)
      expect(await about()).toContain('Chenab Journal of Botany')
      expect((await journal.get('/openapi.json')).body.info.title).toBe('API of the Chenab Journal of Botany')
      const [entry] = await history()
      expect(entry).toMatchObject({ cause: 'edit', by: 'Samina Farooqi', mayUndo: true })
      expect(entry!.changes[0]).toEqual({
        ...{ key: 'name', label: 'Name of the journal' },
        ...{ before: configured.name, after: 'Chenab Journal of Botany' },
      })
      const taken = await undo(entry!.number)
      expect(taken.status, taken.text).toBe(201)
      expect(await about()).toContain(configured.name)
      expect((await history())[0]).toMatchObject({ cause: 'undo', undoes: entry!.number })
      expect((await read()).values.name).toMatchObject({ value: configured.name, isOwn: false })
    })

    test.each(FIELDS.map(({ key }) => key))('%s: published, and taken back', async (key) => {
      const before = (await read()).values
      const value = anotherValue(key)
      const made = await publish({ [key]: value })
      expect(made.status, made.text).toBe(201)
      expect((await read()).values[key]).toMatchObject({ value, isOwn: true })
      const taken = await undo(made.body.version)
      expect(taken.status, taken.text).toBe(201)
      expect((await read()).values).toEqual(before)
    })

    test('another process follows with its next question', async () => {
      const other = new CurrentJournal(journal.database, journal.resources.textBuilder)
      const before = await other.at(1)
      await publish({ abbreviation: 'CJB' })
      expect(await other.at(1)).toBe(before)
      expect((await other.at(2)).journal.abbreviation).toBe('CJB')
      await undo((await read()).version)
      expect((await other.at(3)).journal.abbreviation).toBe(configured.abbreviation)
    })

    test('a request is answered with one edition from beginning to end', async () => {
      const { currentJournal } = journal.resources
      const edition = currentJournal.edition
      await currentJournal.with(edition, async () => {
        await publish({ name: 'Meanwhile' })
        expect(current().name).toBe(edition.journal.name)
      })
      expect((await read()).values.name!.value).toBe('Meanwhile')
      await undo((await read()).version)
    })

    test('the script of a browser has the values, and answers name them to those who are signed in', async () => {
      await publish({ name: 'Journal of <Leaves> & “Roots”' })
      const answer = await journal.get('/settings', { as: admin })
      const digest = answer.headers[JOURNAL_HEADER] as string
      const script = await journal.app.inject({ url: `/journal/${digest}.js` })
      expect(script.headers['cache-control']).toContain('immutable')
      expect(script.body).toContain('Journal of <Leaves> & “Roots”')
      const outdated = await journal.app.inject({ url: '/journal/000000000000.js' })
      expect([outdated.statusCode, outdated.headers['cache-control']]).toEqual([200, 'no-store'])
      expect((await journal.app.inject({ url: '/journal/..%2f..%2fx.js' })).statusCode).toBe(404)
      expect((await journal.get('/posts/published')).headers[JOURNAL_HEADER]).toBeUndefined()
      await undo((await read()).version)
    })

    test('nobody’s newer change is lost, and changes of different values meet', async () => {
      const base = (await read()).version
      expect((await publish({ name: 'One' }, { base })).status).toBe(201)
      const refused = await publish({ name: 'Two' }, { base })
      expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Name of the journal')])
      expect((await publish({ description: 'Another sentence.' }, { base })).status).toBe(201)
      const { values } = await read()
      expect([values.name!.value, values.description!.value]).toEqual(['One', 'Another sentence.'])
      expect((await publish({ name: 'Two' })).status).toBe(201)
      const inTheWay = (await history()).find(({ changes }) => changes.some(({ after }) => after === 'One'))!
      expect(inTheWay.mayUndo).toBe(false)
      const answer = await undo(inTheWay.number)
      expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('changed again since')])
      expect((await publish({ name: null, description: null })).status).toBe(201)
      expect((await read()).values.name).toMatchObject({ value: configured.name, isOwn: false })
    })

    test('two who publish at once make two versions', async () => {
      const base = (await read()).version
      const answers = await Promise.all([
        publish({ abbreviation: 'AAA' }, { base }),
        publish({ description: 'Of two.' }, { base }),
        publish({ issn: '2049-3630' }, { base }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
      expect(new Set(answers.map(({ body }) => body.version)).size).toBe(3)
      const { values } = await read()
      expect([values.abbreviation!.value, values.description!.value, values.issn!.value]).toEqual([
        ...['AAA', 'Of two.', '2049-3630'],
      ])
      await publish({ abbreviation: null, description: null, issn: null })
    })

    test.each<[Record<string, Value>, string]>([
      [{ name: '' }, 'please enter something'],
      [{ name: ' x' }, 'blanks'],
      [{ name: 'a\u0007b' }, 'cannot be printed'],
      [{ name: 'a\u2028b' }, 'cannot be printed'],
      [{ name: '{{name}}' }, 'leave out {{'],
      [{ name: 'x'.repeat(301) }, 'at most 300'],
      [{ name: 7 }, 'enter a text'],
      [{ issn: '1234-5678' }, 'not an ISSN'],
      [{ 'contact.email': 'nobody' }, 'valid email'],
      [{ 'contact.email': 'a@b.example\r\nBcc: x@y.example' }, ''],
      [{ 'review.promisedDays': 6 }, 'from 7 to 365'],
      [{ 'review.promisedDays': 7.5 }, 'whole number'],
      [{ 'review.publish': 'always' }, 'choose one'],
      [{ 'review.reminders.report': [3, 1] }, 'ascending'],
      [{ 'review.reminders.invitation': [3, 9] }, 'has to end after'],
      [{ 'review.questions': [] }, '1 to 20'],
      [{ 'review.questions': [{ id: 'constructor', ask: 'Is it?', short: 'It' }] }, 'an id of its own'],
      [{ 'doi.prefix': '10.5555', 'doi.pattern': 'jpbr.{volume}' }, 'must name {id}'],
      [{ 'doi.prefix': '5555' }, 'must look like'],
      [{ language: 'English' }, 'its code'],
      [{ nothing: 'x' }, 'no such value'],
      [{ __proto__x: 'x' }, 'no such value'],
    ])('refuses %j', async (values, sentence) => {
      const before = await read()
      const refused = await publish(values)
      expect([400, 422]).toContain(refused.status)
      expect(refused.text).toContain(sentence)
      expect(await read()).toEqual(before)
    })

    test('what does not differ is no version', async () => {
      const before = (await read()).version
      expect((await publish({ name: configured.name })).status).toBe(201)
      expect((await publish({ name: configured.name })).status).toBe(409)
      expect((await publish({ name: null })).status).toBe(201)
      expect((await read()).version).toBe(before + 2)
    })

    test('a changed fee makes a version of its page', async () => {
      const before = (await text('page', 'publication-fee')).versions.length
      await publish({ 'fees.local.amount': 'PKR 18,000' })
      await publish({ 'fees.local.amount': 'PKR 20,000' })
      const { versions, source, isOwn } = await text('page', 'publication-fee')
      expect(versions.slice(0, 3).map(({ number }) => number - before)).toEqual([2, 1, 0])
      expect([isOwn, source]).toEqual([false, expect.stringContaining('{{fees.local.amount}}')])
      expect((await journal.get('/pages/publication-fee')).body.html).toContain('PKR 20,000')
      await publish({ 'fees.local.amount': null })
    })

    test('a page in the journal’s own words, with its default beside it', async () => {
      const { source } = await text('page', 'about')
      const own = source.replace(/\n## /, '\n## Our garden\n\nWe keep {{society.name}} plants.\n\n## ')
      const made = await publish({}, { texts: [{ kind: 'page', slug: 'about', source: own }] })
      expect(made.status, made.text).toBe(201)
      expect(await about()).toContain(`We keep ${configured.society.name} plants.`)
      expect(await text('page', 'about')).toMatchObject({ isOwn: true, isNewer: false, source: own, original: source })
      await undo(made.body.version)
      expect(await about()).not.toContain('Our garden')
      expect(await text('page', 'about')).toMatchObject({ isOwn: false, source })
    })

    test('a name is taken back also after a page that names it was written, and the page keeps its words', async () => {
      const named = await publish({ name: 'Chenab Journal of Botany' })
      const { source } = await text('page', 'about')
      const garden = await publish({}, { texts: [{ kind: 'page', slug: 'about', source: `${source}\n\nOur garden.` }] })
      const orchard = await publish(
        {},
        { texts: [{ kind: 'page', slug: 'about', source: `${source}\n\nOur orchard.` }] },
      )
      const mayUndo = async ({ body }: { body: { version: number } }) =>
        (await history()).find(({ number }) => number === body.version)!.mayUndo
      expect([await mayUndo(named), await mayUndo(garden), await mayUndo(orchard)]).toEqual([true, false, true])
      expect((await undo(garden.body.version)).body.message).toContain('changed again since: About Us')
      expect((await undo(named.body.version)).status).toBe(201)
      expect(await about()).toMatch(new RegExp(`${configured.name}[^]*Our orchard`))
      // What is again as it was hides no earlier change.
      expect((await undo(orchard.body.version)).status).toBe(201)
      expect(await mayUndo(garden)).toBe(true)
      expect((await undo(garden.body.version)).status).toBe(201)
      expect(await text('page', 'about')).toMatchObject({ isOwn: false, source })
    })

    test('the second of two who write one text is told what it was, and who has written it since', async () => {
      const before = await text('page', 'about')
      const seenBy = async (seen: number): Promise<JournalText> =>
        (await journal.get(`/settings/texts/page/about?seen=${seen}`, { as: admin })).body
      expect((await seenBy(before.version)).since).toBeNull()
      const first = { kind: 'page', slug: 'about', source: `${before.source}\n\nFirst.` }
      const made = await publish({}, { texts: [first] })
      // The page follows its fee or name; nobody has written it again.
      await publish({ name: 'Meanwhile' })
      const after = await seenBy(before.version)
      expect(after).toMatchObject({ source: first.source, since: { source: before.source, by: 'Samina Farooqi' } })
      expect(after.since!.at).toBe((await history()).find(({ number }) => number === made.body.version)!.at)
      expect((await seenBy(made.body.version)).since).toBeNull()
      const second = { ...first, source: `${before.source}\n\nSecond.` }
      const refused = await publish({}, { base: before.version, texts: [second] })
      expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('opened it: About Us.')])
      expect((await publish({}, { base: after.version, texts: [second] })).status).toBe(201)
      expect((await journal.get('/settings/texts/page/about?seen=x', { as: admin })).status).toBe(400)
      await publish({ name: null }, { texts: [{ ...first, source: null }] })
    })

    test('a page that is in force from a later day is not shown before', async () => {
      const { source } = await text('page', 'about')
      const inForceFrom = '2999-01-01'
      const change = { kind: 'page', slug: 'about', source: `${source}\n\nOf the future.`, inForceFrom }
      expect((await publish({}, { texts: [change] })).status).toBe(201)
      expect(await about()).not.toContain('Of the future')
      expect(journal.resources.currentJournal.known.nextDay).toBe(inForceFrom)
      const past = await publish({}, { texts: [{ ...change, inForceFrom: '2020-01-01' }] })
      expect([past.status, past.text]).toEqual([400, expect.stringContaining('today or later')])
      await undo((await read()).version)
    })

    test.each([
      ['email', 'reviewer-invitation', 'no front matter', 'must begin with'],
      ['email', 'reviewer-invitation', '---\nsubject: x\n---\nWithout anything.', 'Please keep {{link}}'],
      ['email', 'reviewer-invitation', '---\nsubject: x\n---\n[Go]({{link}}) {{secret}}', 'asks for {{secret}}'],
      ['email', 'reviewer-invitation', '---\nsubject: x\n---\n[Go]({{link}}) [x](javascript:alert(1))', ''],
      ['email', 'reviewer-invitation', '---\nsubject: {{nothing}}\n---\n[Go]({{link}})', 'asks for {{nothing}}'],
      ['letter', 'accept', '---\nabout: x\n---\n| a | table |\n|---|---|\n', 'and nothing else'],
      ['page', 'about', '---\ntitle: About Us\n---\nx', 'needs a title and a description'],
      ['page', 'about', '---\ntitle: T\ndescription: d\n---\n{{fees}}', 'asks for {{fees}}'],
      ['page', 'about', '---\ntitle: T\ndescription: d\n---\n[x](/nowhere/at/all)', 'leads to no page'],
      ['page', 'nothing', '---\ntitle: T\ndescription: d\n---\nx', 'no such text'],
    ])('refuses the %s %s: %s', async (kind, slug, source, sentence) => {
      const before = (await read()).version
      const refused = await publish({}, { texts: [{ kind, slug, source }] })
      if (sentence) expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(sentence)])
      else if (refused.status === 201) await undo(refused.body.version)
      if (sentence) expect((await read()).version).toBe(before)
    })

    test('the preview of an email is the email that is sent', async () => {
      const { source } = await text('email', 'submission-received')
      const own = source
        .replace('---\n\n', '---\n\nGreetings from {{journal.publisher.country}}.\n\n')
        .replace(/^(---\n[^]*?\n---\n)/, '$1\nGreetings from {{journal.publisher.country}}.\n')
      const preview = await journal.post(
        '/settings/texts/email/submission-received/preview',
        { source: own },
        { as: admin },
      )
      expect(preview.body.html).toContain('Greetings from Pakistan.')
      const made = await publish({}, { texts: [{ kind: 'email', slug: 'submission-received', source: own }] })
      expect(made.status, made.text).toBe(201)
      const sent = await journal.get('/emails/kinds/submission-received', { as: admin })
      expect(sent.body.html).toBe(preview.body.html)
      await undo(made.body.version)
    })

    test('another colour is in pages and emails, readable, and in a style sheet of its own address', async () => {
      const made = await publish({ 'look.colour': '#3b7ea1' })
      expect(made.status, made.text).toBe(201)
      const { light, dark } = shadesFor('#3b7ea1')
      const email = (await journal.get('/emails/kinds/reviewer-invitation', { as: admin })).body.html as string
      expect(email).toContain(`background:${light.leaf}`)
      expect(email).toContain(`color: ${dark.leaf} !important`)
      expect(email).not.toContain(LEAF)
      const sheet = await journal.app.inject({ url: lookPath('#3b7ea1') })
      expect([sheet.statusCode, sheet.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
      expect(sheet.body).toContain(`:root:root{--leaf:${light.leaf};`)
      expect(sheet.body).toContain(`@media screen{:root:root[data-theme=dark]{--leaf:${dark.leaf};`)
      expect(sheet.body).toContain(
        `(prefers-color-scheme:dark){:root:root:not([data-theme=light]){--leaf:${dark.leaf};`,
      )
      expect(sheet.headers['cache-control']).toContain('immutable')
      for (const path of [
        '/look-3b7ea1.css',
        '/look-3b7ea1-0.css',
        '/look-3B7EA1-1.css',
        '/look-3b7ea1-1.css/',
        '/look-x',
      ])
        expect((await journal.app.inject({ url: path })).statusCode, path).toBe(404)
      expect((await publish({ 'look.colour': 'url(//evil.test)' })).status).toBe(400)
      await undo(made.body.version)
      expect((await journal.get('/emails/kinds/reviewer-invitation', { as: admin })).body.html).toContain(LEAF)
    })

    test('a draft follows its person alone, and one window does not write over another', async () => {
      const save = (content: string | null, revision: number, as = admin) =>
        journal.post('/settings/draft', { content, revision }, { as })
      expect((await save('{"values":{}}', 0)).body.revision).toBe(1)
      expect((await save('{"values":{}}', 0)).body.revision).toBe(1)
      expect((await save('{"other":1}', 0)).status).toBe(409)
      expect((await save('{"other":1}', 1)).body.revision).toBe(2)
      const other = await aSignedIn(journal, { role: 'admin' })
      expect((await journal.get('/settings/draft', { as: other })).body).toMatchObject({ content: null, revision: 0 })
      expect((await save('{}', 0, author)).status).toBe(403)
      expect((await save('no JSON', 2)).status).toBe(400)
      await save(null, 2)
    })

    test('what one journal has chosen is exported, and makes another the same', async () => {
      const nothing = await exportSettings(journal.database.db)
      const { source } = await text('page', 'about')
      const own = [
        { kind: 'page', slug: 'about', source: `${source}\n\nOur own.` },
        { kind: 'letter', slug: 'accept', source: '---\nabout: Always\n---\nDear {{authors}}' },
      ]
      const values = Object.fromEntries(FIELDS.map(({ key }) => [key, anotherValue(key)]))
      const made = await publish(values, { texts: own })
      expect(made.status, made.text).toBe(201)
      const exported = (await journal.get('/settings/export', { as: admin })).body
      expect([Object.keys(exported.values), Object.keys(exported.texts)]).toEqual([
        FIELDS.map(({ key }) => key),
        ['letter/accept', 'page/about'],
      ])
      const other = await open()
      const { textBuilder } = other.resources
      await startJournal(other.database, textBuilder)
      await storePicture(other.resources, A_LOGO.path, { ...A_LOGO, content: Buffer.from('dots') })
      await importSettings(other.database, textBuilder, JSON.stringify(exported))
      expect(JSON.stringify(await exportSettings(other.database.db))).toBe(JSON.stringify(exported))
      await importSettings(other.database, textBuilder, JSON.stringify(nothing))
      expect(await exportSettings(other.database.db)).toEqual(nothing)
      await expect(importSettings(other.database, textBuilder, '{"format":"x"}')).rejects.toThrow(NO_EXPORT)
      await undo(made.body.version)
      expect(await exportSettings(journal.database.db)).toEqual(nothing)
    })

    test('the operator sets, lists and takes back without signing in', async () => {
      const { database, resources } = journal
      await setValue(database, resources.textBuilder, 'limits.keywords', '7')
      expect(await listValues(database.db)).toContain('* limits.keywords = 7')
      expect(await undoLast(database, resources.textBuilder)).toContain('Published as version')
      expect(await listValues(database.db)).toContain('  limits.keywords = 5')
      // What looks like a number is none where words are asked for.
      await setValue(database, resources.textBuilder, 'doi.prefix', '10.5555')
      await setValue(database, resources.textBuilder, 'abbreviation', '"1984"')
      const { values } = await read()
      expect([values['doi.prefix']!.value, values.abbreviation!.value]).toEqual(['10.5555', '1984'])
      await setValue(database, resources.textBuilder, 'doi.prefix', null)
      await setValue(database, resources.textBuilder, 'abbreviation', null)
      await expect(setValue(database, resources.textBuilder, 'name', '')).rejects.toThrow('please enter something')
    })

    test('versions are only added', async () => {
      const { db } = journal.database
      await expect(db.updateTable('journal_versions').set({ note: 'x' }).execute()).rejects.toThrow('only ever added')
      await expect(db.deleteFrom('text_versions').execute()).rejects.toThrow('only ever added')
    })
  }, IN_SECOND_TIER)
})
