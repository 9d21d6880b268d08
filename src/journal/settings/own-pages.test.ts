import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn, type SignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, IN_SECOND_TIER, type TestJournal } from '../../../tests/support/databases.ts'
import { useDefaultJournal } from '../../../tests/support/default-journal.ts'
import { emailKinds } from '../../app/email-kinds.ts'
import type { HistoryEntry, JournalText, TextInList } from '../../contract/api/settings.ts'
import { addDays, dayOf } from '../../contract/rules/peer-review/days.ts'
import { newOwnPage, NOWHERE, ownPageFault, pageSlugFor } from '../../contract/rules/settings/own-pages.ts'
import { sourceOf } from '../../contract/rules/settings/text-parts.ts'
import { redirectFrom } from '../publication/redirects/redirects.ts'
import { importSettings } from './command.ts'
import { exportSettings } from './export.ts'
import { AT_ONCE } from './own-pages.ts'
import { startJournal } from './start.ts'
import { TextBuilder } from './texts.ts'
import { latestNumber, readVersion } from './versions.ts'

const written = (address: string, body = 'Where data go.', more: Record<string, string> = {}): string =>
  sourceOf({ head: { title: 'Data & vouchers', description: 'Where data go.', address, ...more }, body })

describe('an address of a page', () => {
  const fault = (slug: string) => ownPageFault({ title: 'Data', description: 'Data.', slug, leadsTo: null })

  test.each(['data', 'data-and-vouchers', '2026', 'a'.repeat(64)])('%s can be one', (slug) => {
    expect(fault(slug)).toBeNull()
  })
  test.each([
    '',
    '__proto__',
    'constructor',
    'versions',
    'guide',
    'about',
    'publication-fee',
    'a--b',
    '-a',
    'A',
    'ڈیٹا',
    'a/b',
    'a.b',
    '..',
    'a'.repeat(65),
  ])('%s cannot', (slug) => {
    expect(fault(slug)).not.toBeNull()
  })
  test('is made of a title', () => {
    expect(pageSlugFor('Données & vouchers, 2026!')).toBe('donnees-vouchers-2026')
    expect(pageSlugFor('ڈیٹا')).toBe('')
    expect(fault(pageSlugFor(`${'long '.repeat(60)}`))).toBeNull()
  })
})

describe('pages that a journal adds', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn

    beforeAll(async () => {
      journal = await open()
      journal.resources.currentJournal.rule()
      await startJournal(journal.database, journal.resources.textBuilder)
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    afterAll(useDefaultJournal)

    const publish = async (texts: object[], base?: number) => {
      const version = base ?? (await journal.get('/settings', { as: admin })).body.version
      return journal.post('/settings/versions', { base: version, texts }, { as: admin })
    }
    const page = (slug: string, source: string | null, more: object = {}) => ({ kind: 'page', slug, source, ...more })
    const read = (slug: string) => journal.get(`/pages/${slug}`)
    const leads = (slug: string) => redirectFrom(journal.database.db, `/pages/${slug}`)

    test('are there once they are published, and nowhere before', async () => {
      const name = newOwnPage()
      const begun: JournalText = (await journal.get(`/settings/texts/page/${name}`, { as: admin })).body
      expect(begun).toMatchObject({ isOwn: false, versions: [], page: { isAdded: true, version: null } })
      const shown = await journal.post(
        `/settings/texts/page/${name}/preview`,
        { source: written('vouchers', 'About **vouchers**, {{name}}.'), values: {} },
        { as: admin },
      )
      expect(shown.body.html).toContain('<strong>vouchers</strong>')
      expect((await read('vouchers')).status).toBe(404)
      expect((await journal.app.inject('/sitemap.xml')).body).not.toContain('/pages/')

      expect(await publish([page(name, written('vouchers'))])).toMatchObject({ status: 201 })
      expect((await read('vouchers')).body).toMatchObject({ title: 'Data & vouchers', version: { number: 1 } })
      expect((await read('vouchers/versions')).body.versions).toHaveLength(1)
      expect((await journal.app.inject('/sitemap.xml')).body).toContain('/pages/vouchers</loc>')
      const list: TextInList[] = (await journal.get('/settings/texts', { as: admin })).body
      expect(list.find(({ slug }) => slug === name)).toMatchObject({ title: 'Data & vouchers', isOwn: true })
      const { entries }: { entries: HistoryEntry[] } = (await journal.get('/settings/versions', { as: admin })).body
      expect(entries[0]!.changes).toMatchObject([{ label: 'Data & vouchers' }])
    })

    test('lead from each former address for ever, and come back by an undo', async () => {
      const name = newOwnPage()
      await publish([page(name, written('first'))])
      await publish([page(name, written('second'))])
      const third = await publish([page(name, written('third'))])
      expect([await leads('first'), await leads('second'), await leads('third')]).toEqual([
        '/pages/third',
        '/pages/third',
        null,
      ])
      expect((await journal.post(`/settings/versions/${third.body.version}/undo`, {}, { as: admin })).status).toBe(201)
      expect([await leads('first'), await leads('second'), await leads('third')]).toEqual([
        '/pages/second',
        null,
        '/pages/second',
      ])
      const other = await publish([page(newOwnPage(), written('first'))])
      expect(other.status).toBe(400)
      expect(other.body.message).toContain('/pages/first')
      expect((await publish([page(newOwnPage(), written('third'))])).status).toBe(400)
      expect((await publish([page(name, written('first'))])).status).toBe(201)
      expect(await leads('first')).toBeNull()
    })

    test('end, with an address that leads nowhere or to another page', async () => {
      const name = newOwnPage()
      await publish([page(name, written('old'))])
      await publish([page(name, written('ends'))])
      const ended = await publish([page(name, written('ends', 'Gone.', { 'leads-to': NOWHERE }))])
      expect(ended.status).toBe(201)
      expect([await leads('old'), await leads('ends'), (await read('ends')).status]).toEqual(['', '', 404])
      await publish([page(name, written('ends', 'Gone.', { 'leads-to': '/about' }))])
      expect([await leads('old'), await leads('ends')]).toEqual(['/about', '/about'])
      const nothing = await publish([page(name, written('ends', 'Gone.', { 'leads-to': '/nothing' }))])
      expect([nothing.status, nothing.body.message]).toEqual([400, 'There is no page at /nothing.'])
      for (const path of ['https://elsewhere.example', '//elsewhere.example', '/pages/ends'])
        expect((await publish([page(name, written('ends', 'Gone.', { 'leads-to': path }))])).status, path).toBe(400)
      await publish([page(name, written('ends'))])
      expect([await leads('old'), await leads('ends'), (await read('ends')).status]).toEqual(['/pages/ends', null, 200])
    })

    test('do not end in a circle, in a redirect to nothing, or in no spelling of a page', async () => {
      const [one, other, third] = [newOwnPage(), newOwnPage(), newOwnPage()]
      const ending = (name: string, slug: string, to: string) =>
        publish([page(name, written(slug, 'x', { 'leads-to': to }))])
      await publish([page(one, written('c-one')), page(other, written('c-other')), page(third, written('c-third'))])
      expect((await ending(one, 'c-one', '/pages/c-other')).status).toBe(201)
      const circle = await ending(other, 'c-other', '/pages/c-one')
      expect([circle.status, circle.body.message]).toEqual([
        400,
        '/pages/c-one leads on to no page: please choose another.',
      ])
      expect((await ending(other, 'c-other', '/about')).status).toBe(201)
      expect((await ending(third, 'c-third', '/pages/c-one')).status).toBe(201)
      for (const path of [
        '//versions',
        '/About',
        '/about/',
        '/pages/',
        '/category/ڈیٹا',
        'about',
        '/about?x=1',
        '/about#x',
      ])
        expect((await ending(third, 'c-third', path)).status, path).toBe(400)
      expect(await leads('c-third')).toBe('/about')
    })

    test('that others link to do not end in nothing, and links lead to pages that are there', async () => {
      const [one, other] = [newOwnPage(), newOwnPage()]
      const dead = await publish([page(other, written('linking', 'See [it](/pages/linked).'))])
      expect([dead.status, dead.body.message]).toEqual([400, 'The link to /pages/linked leads to no page.'])
      const both = [page(one, written('linked')), page(other, written('linking', 'See [it](/pages/linked).'))]
      expect((await publish(both)).status).toBe(201)
      const ended = await publish([page(one, written('linked', 'x', { 'leads-to': NOWHERE }))])
      expect(ended.status).toBe(409)
      expect(ended.body.message).toContain('Data & vouchers')
      expect((await publish([page(one, written('linked', 'x', { 'leads-to': '/about' }))])).status).toBe(201)
    })

    test('of two editors who want one address at the same moment, one gets it', async () => {
      const answers = await Promise.all([1, 2].map(() => publish([page(newOwnPage(), written('wanted'))])))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    })

    test.each(['before', 'after'] as const)(
      'have an address that another page leaves only with this publication: the other comes %s it',
      async (order) => {
        const [one, other] = [newOwnPage(), newOwnPage()]
        const [left, moved] = [`left-${order}`, `moved-${order}`]
        await publish([page(one, written(left))])
        const both = [page(one, written(moved)), page(other, written(left))]
        const taken = await publish(order === 'before' ? both.toReversed() : both)
        expect([taken.status, taken.body.message]).toEqual([
          400,
          `Another page has, or had, the address /pages/${left}.`,
        ])
        expect((await publish([page(one, written(left, 'Other words.'))])).status).toBe(201)
        expect((await publish([page(one, written(moved))])).status).toBe(201)
        expect((await publish([page(one, written(left))])).status).toBe(201)
      },
    )

    test.each(['before', 'after'] as const)(
      'and were taken back stand in the way of no title that is planned %s',
      async (order) => {
        const { content } = await readVersion(journal.database.db)
        const [name, abbreviation, issn, issnPrint] = ['name', 'abbreviation', 'issn', 'issnPrint'].map(
          (key) => content[key]!.value,
        )
        const former = { ...{ name, abbreviation, issn, issnPrint }, until: addDays(dayOf(new Date()), 9) }
        const values = { name: 'Moss Letters', abbreviation: 'ML', issn: '1234-5679', formerTitles: [former] }
        const plan = async () => {
          const { version } = (await journal.get('/settings', { as: admin })).body
          return journal.post('/settings/versions', { base: version, values, texts: [] }, { as: admin })
        }
        const undone = async (version: number) =>
          (await journal.post(`/settings/versions/${version}/undo`, {}, { as: admin })).status
        const madeAndUndone = async () => {
          const made = await publish([page(newOwnPage(), written(`undone-${order}`, 'Of {{name}}.'))])
          expect([made.status, await undone(made.body.version)]).toEqual([201, 201])
        }
        if (order === 'after') await madeAndUndone()
        const planned = await plan()
        expect(planned.status, planned.text).toBe(201)
        if (order === 'before') await madeAndUndone()
        expect((await publish([page(newOwnPage(), written(`next-${order}`, 'Of {{name}}.'))])).status).toBe(201)
        const renewed = new TextBuilder(join(import.meta.dirname, '..', '..', '..', 'content'), emailKinds)
        const about = `${renewed.defaults.get('page/about')!}\n\nOf the ${order} release.`
        Object.defineProperty(renewed, 'defaults', { value: new Map([...renewed.defaults, ['page/about', about]]) })
        const before = await latestNumber(journal.database.db)
        await startJournal(journal.database, renewed)
        expect(await latestNumber(journal.database.db)).toBe(before + 1)
        await startJournal(journal.database, journal.resources.textBuilder)
        const back = { name: null, abbreviation: null, issn: null, formerTitles: null }
        const { version } = (await journal.get('/settings', { as: admin })).body
        const ended = await journal.post(
          '/settings/versions',
          { base: version, values: back, texts: [] },
          { as: admin },
        )
        expect(ended.status, ended.text).toBe(201)
      },
    )

    test('can be planned, but move at once', async () => {
      const name = newOwnPage()
      const later = { inForceFrom: '2999-01-01' }
      const refused = await publish([page(name, written('planned'), later)])
      expect([refused.status, refused.body.message]).toEqual([400, AT_ONCE])
      await publish([page(name, written('planned'))])
      expect((await publish([page(name, written('planned', 'Later.'), later)])).status).toBe(201)
      expect((await read('planned')).body.html).not.toContain('Later')
    })

    test('go with the settings into another journal, byte for byte', async () => {
      const exported = await exportSettings(journal.database.db)
      const target = await open()
      await startJournal(target.database, target.resources.textBuilder)
      await importSettings(target.database, target.resources.textBuilder, JSON.stringify(exported))
      expect(await exportSettings(target.database.db)).toEqual(exported)
      expect((await target.get('/pages/second')).status).toBe((await read('second')).status)
      await target.close()
    })

    test('keep their line of the menu when they move, and lose it when they end', async () => {
      const name = newOwnPage()
      const { version, values } = (await journal.get('/settings', { as: admin })).body
      const menu = [...values.menu.value, { group: 'policies', to: name, label: 'Data', place: 'menu' }]
      const both = { base: version, values: { menu }, texts: [page(name, written('in-menu'))] }
      expect((await journal.post('/settings/versions', both, { as: admin })).status).toBe(201)
      const shown = async () => (await journal.resources.currentJournal.read()).journal.menu.at(-1)
      expect(await shown()).toMatchObject({ to: '/pages/in-menu', label: 'Data' })
      await publish([page(name, written('moved'))])
      expect(await shown()).toMatchObject({ to: '/pages/moved' })
      await publish([page(name, written('moved', 'x', { 'leads-to': NOWHERE }))])
      expect(await shown()).toMatchObject({ to: '/notices' })
    })

    test('are refused under other names', async () => {
      for (const slug of ['mine', 'own-', 'own-__proto__', `own-${'a'.repeat(25)}`, '__proto__'])
        expect((await publish([page(slug, written('x'))])).status, slug).toBe(400)
    })
  }, IN_SECOND_TIER)
})
