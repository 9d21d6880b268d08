import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aSignedIn } from '../../../tests/support/builders.ts'
import { aCaseWithEditor } from '../../../tests/support/review-builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { useDefaultJournal } from '../../../tests/support/default-journal.ts'
import type { Value } from '../../contract/rules/settings/values.ts'
import { emailKinds } from '../../app/email-kinds.ts'
import { undo } from './history.ts'
import { publish } from './publish.ts'
import type { TextChange } from './text-change.ts'
import { startJournal } from './start.ts'
import { newestTexts } from './text-versions.ts'
import { TextBuilder, type TextKey } from './texts.ts'
import { readVersion, valuesIn } from './versions.ts'

const shipped = vi.hoisted(() => ({ values: {} as Record<string, unknown> }))

// The defaults of another release of the program.
vi.mock('./defaults.ts', async (original) => {
  const real = await original<typeof import('./defaults.ts')>()
  return {
    ...real,
    DEFAULT_VALUES: new Proxy(real.DEFAULT_VALUES, { get: (all, key: string) => shipped.values[key] ?? all[key] }),
  }
})

describe('the start of the program', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let builder: TextBuilder
    beforeEach(async () => {
      shipped.values = {}
      journal = await open()
      journal.resources.currentJournal.rule()
      builder = withTexts({})
    })
    afterEach(useDefaultJournal)

    /** A release of the program whose texts differ in these. */
    function withTexts(texts: Partial<Record<TextKey, (source: string) => string>>): TextBuilder {
      const made = new TextBuilder(join(import.meta.dirname, '..', '..', '..', 'content'), emailKinds)
      const { defaults } = journal.resources.textBuilder
      Object.defineProperty(made, 'defaults', {
        value: new Map([...defaults].map(([key, source]) => [key, texts[key]?.(source) ?? source])),
      })
      return made
    }
    const start = (texts = builder) => startJournal(journal.database, texts)
    const change = (values: Record<string, Value | null>, texts: TextChange[] = []) =>
      journal.database.transaction(async (tx) =>
        publish(
          tx,
          { ...journal.resources, textBuilder: builder },
          {
            ...{ actorId: null, cause: 'edit', note: '', values, texts },
            base: (await readVersion(tx)).number,
          },
        ),
      )
    const valueOf = async (key: string) => valuesIn((await readVersion(journal.database.db)).content)[key]
    const isOwn = async (key: string) => (await readVersion(journal.database.db)).content[key]!.isOwn
    const number = async () => (await readVersion(journal.database.db)).number
    const sourceOf = async (key: TextKey) => (await journal.resources.currentJournal.read()).source(key)
    const aManuscript = async () => aCaseWithEditor(journal.database)
    const added = (source: string) => `${source}\n\nAdded by the release.`

    test('begins with what came with the program, and does nothing the second time', async () => {
      await start()
      expect([await number(), await isOwn('name')]).toEqual([1, false])
      const pages = await journal.database.db.selectFrom('text_versions').select(['kind', 'is_own']).execute()
      expect(new Set(pages.map(({ kind, is_own }) => `${kind} ${is_own}`))).toEqual(new Set(['page 0']))
      await start()
      expect(await number()).toBe(1)
    })

    test('takes over what the journal has changed in its files, and keeps it', async () => {
      shipped.values = { name: 'Chenab Journal of Botany', 'fees.local.amount': 'PKR 9,000' }
      await start(withTexts({ 'page/about': added, 'email/submission-received': added }))
      expect([await valueOf('name'), await isOwn('name'), await isOwn('abbreviation')]).toEqual([
        ...['Chenab Journal of Botany', true, false],
      ])
      // The files are as they came again: a pull has brought the next release.
      shipped.values = {}
      await start()
      expect([await number(), await valueOf('name'), await valueOf('fees.local.amount')]).toEqual([
        ...[1, 'Chenab Journal of Botany', 'PKR 9,000'],
      ])
      expect(await sourceOf('page/about')).toContain('Added by the release.')
      expect(await sourceOf('email/submission-received')).toContain('Added by the release.')
    })

    test('two processes that start at once make one beginning', async () => {
      await Promise.all([start(), start(), start()])
      expect(await number()).toBe(1)
    })

    test('is refused with a sentence if the files have a value that cannot be used', async () => {
      shipped.values = { 'doi.prefix': '5555' }
      await expect(start()).rejects.toThrow(
        'journal.config.ts has values that cannot be used. The DOI prefix is "5555"',
      )
      expect(await number()).toBe(0)
    })

    describe.each(['untouched', 'edited', 'pinned'] as const)('an upgrade, %s', (state) => {
      beforeEach(async () => {
        await start()
        if (state === 'edited') {
          const own = (key: TextKey) => `${builder.defaults.get(key)!}\n\nOur own words.`
          await change({ 'review.promisedDays': 60 }, [
            { kind: 'page', slug: 'about', source: own('page/about') },
            { kind: 'email', slug: 'submission-received', source: own('email/submission-received') },
          ])
        }
        if (state === 'pinned') await aManuscript()
      })

      test('of a number', async () => {
        shipped.values = { 'review.promisedDays': 50 }
        await start()
        expect(await valueOf('review.promisedDays')).toBe({ untouched: 50, edited: 60, pinned: 42 }[state])
      })

      test('of a page', async () => {
        await start(withTexts({ 'page/about': added }))
        const source = await sourceOf('page/about')
        expect([source!.includes('Added by the release.'), source!.includes('Our own words.')]).toEqual(
          { untouched: [true, false], edited: [false, true], pinned: [false, false] }[state],
        )
      })

      test('of an email', async () => {
        const next = withTexts({ 'email/submission-received': added })
        await start(next)
        const own = await sourceOf('email/submission-received')
        // Emails that the journal has not written itself follow the program, also after the first manuscript.
        expect(own ?? 'the default').toBe(
          state === 'edited'
            ? `${builder.defaults.get('email/submission-received')!}\n\nOur own words.`
            : 'the default',
        )
      })
    })

    test('an undo after an upgrade brings back what was promised, and not the new default', async () => {
      await start()
      await aManuscript()
      shipped.values = { 'review.promisedDays': 50 }
      const next = withTexts({ 'page/about': added })
      await start(next)
      const old = await sourceOf('page/about')
      await change({ 'review.promisedDays': 60 }, [{ kind: 'page', slug: 'about', source: `${old}\n\nOur own words.` }])
      const edited = await number()
      await journal.database.transaction((tx) => undo(tx, { textBuilder: next }, edited, null))
      expect([await valueOf('review.promisedDays'), await isOwn('review.promisedDays')]).toEqual([42, false])
      expect(await sourceOf('page/about')).toBe(old)
      expect((await newestTexts(journal.database.db)).get('page/about')!.is_own).toBe(0)
      // And forth again.
      await journal.database.transaction((tx) => undo(tx, { textBuilder: next }, edited + 1, null))
      expect([await valueOf('review.promisedDays'), await isOwn('review.promisedDays')]).toEqual([60, true])
      expect(await sourceOf('page/about')).toContain('Our own words.')
    })

    test('what is no promise follows, also after the first manuscript', async () => {
      await start()
      await aManuscript()
      shipped.values = { description: 'A new sentence.' }
      await start()
      expect(await valueOf('description')).toBe('A new sentence.')
    })

    test('an email that the former program accepted, and this one cannot send, stops neither an upgrade nor other changes', async () => {
      await start()
      const own = `${builder.defaults.get('email/submission-received')!}\n\nOur own words.`
      const stray = own.replace('Our own words.', 'Our {{ x-y }}.')
      await change({}, [{ kind: 'email', slug: 'submission-received', source: own }])
      const row = (await newestTexts(journal.database.db)).get('email/submission-received')!
      await journal.database.db
        .insertInto('text_versions')
        .values({ ...row, number: row.number + 1, source: stray })
        .execute()
      shipped.values = { 'review.promisedDays': 50 }
      const next = withTexts({ 'page/about': added })
      await start(next)
      expect(await valueOf('review.promisedDays')).toBe(50)
      expect(await sourceOf('page/about')).toContain('Added by the release.')
      const { broken } = (await journal.resources.currentJournal.read()).texts
      expect(broken.map(({ key }) => key)).toEqual(['email/submission-received'])

      const letter = builder.defaults.get('email/reviewer-invitation')!
      await change({ 'review.promisedDays': 60 }, [
        { kind: 'email', slug: 'reviewer-invitation', source: `${letter}\n\nOur own words.` },
      ])
      expect(await valueOf('review.promisedDays')).toBe(60)
      expect(await sourceOf('email/reviewer-invitation')).toContain('Our own words.')
      expect(await sourceOf('email/submission-received')).toBe(stray)
      await expect(
        change({}, [{ kind: 'email', slug: 'submission-received', source: `${stray}\n\nMore.` }]),
      ).rejects.toThrow()
    })

    test('a text that names what an upgrade has taken away gives way to the default, and is named', async () => {
      await start()
      const own = `${builder.defaults.get('page/about')!}\n\nBy {{society.name}} alone.`
      await change({}, [{ kind: 'page', slug: 'about', source: own }])
      const admin = await aSignedIn(journal, { role: 'admin' })
      const next = withTexts({})
      vi.spyOn(next, 'page').mockImplementation((slug, source) => {
        if (source.includes('{{society.name}} alone.')) throw new Error('The page asks for what is gone.')
        return builder.page(slug, source)
      })
      const built = next.build(new Map([['page/about', own]]))
      expect(built.broken).toEqual([{ key: 'page/about', fault: 'The page asks for what is gone.' }])
      expect(built.pages.get('about')!.html).not.toContain('By Plant')
      expect((await journal.get('/settings/texts', { as: admin })).status).toBe(200)
    })
  })
})
