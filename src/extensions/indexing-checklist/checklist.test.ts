import { beforeAll, describe, expect, test } from 'vitest'
import {
  ARTICLE_FACTS,
  ARTICLE_RULES,
  type ArticleFact,
  NEEDED_FACTS,
} from '../../contract/rules/articles/indexing-checklist/article-rules.ts'
import {
  aFile,
  anArticle,
  type ArticleOptions,
  aSignedIn,
  aVolume,
  type SignedIn,
  someArticles,
  theEditorialMembers,
} from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal, watchQueries } from '../../../tests/support/databases.ts'
import { withDoiPrefix } from '../../../tests/support/doi-prefix.ts'
import { aReference } from '../../../tests/support/references.ts'
import { newId } from '../../platform/ids.ts'
import { loadFacts, listFacts } from './article-facts.ts'
import { journalFacts } from './journal-facts.ts'
import { replaceReferences } from '../../journal/publication/full-text/stored-text.ts'

describe('readiness', () => {
  withDoiPrefix('10.5555')
  eachDatabase((open) => {
    let journal: TestJournal
    let administrator: SignedIn
    beforeAll(async () => {
      journal = await open()
      administrator = await aSignedIn(journal, { role: 'admin' })
    })

    /** An article for which every rule holds, but for what the options take away. */
    const complete = async (options: ArticleOptions = {}) => {
      const { database } = journal
      const article = await anArticle(database, {
        pdf: await aFile(database),
        volume: await aVolume(database),
        doi: `10.5555/jpbr.${newId()}`,
        received_on: '2026-01-01',
        accepted_on: '2026-02-01',
        contributors: [{ full_name: 'Rabia Khan', orcid: '0000-0002-1825-0097', affiliation: 'Multan' }],
        ...options,
      })
      await database.transaction((tx) => replaceReferences(tx, article.id, [aReference()]))
      await database.db
        .insertInto('full_texts')
        .values({ article_id: article.id, renderer: 1, outline: '{}', passages: '[]' })
        .execute()
      return article
    }
    const deposited = async (articleId: string, doi: string | null, ...states: string[]) => {
      for (const [index, state] of states.entries()) {
        const at = new Date(Date.UTC(2026, 0, 1 + index)).toISOString()
        await journal.database.db
          .insertInto('deposits')
          .values({
            ...{ id: newId(), kind: 'article', subject_id: articleId, article_id: articleId, doi: doi! },
            ...{
              related_doi: null,
              relation: null,
              state: state as 'accepted',
              reason: 'approval',
              article_version: 1,
            },
            ...{ created_at: at, timestamp: null, attempts: 0, next_try_at: at, claimed_until: null, tried_at: null },
            ...{ sent_at: null, answered_at: null, submission_id: null, messages: null, last_error: null },
          })
          .execute()
      }
    }
    const missing = async (id: string): Promise<ArticleFact[]> => {
      const facts = (await loadFacts(journal.database.db, id))!
      return ARTICLE_FACTS.filter((fact) => !facts[fact])
    }

    test('finds nothing missing in an article that has everything', async () => {
      const { id, doi } = await complete()
      await deposited(id, doi, 'accepted')
      expect(await missing(id)).toEqual([])
    })

    test.each<[ArticleFact, ArticleOptions | (() => Promise<ArticleOptions>)]>([
      ['hasAbstract', { abstract: '' }],
      ['hasPdf', { pdf: null }],
      ['isPdfSmall', async () => ({ pdf: await aBigPdf() })],
      ['hasPlace', { volume: null }],
      ['hasKeywords', { keywords: '' }],
      ['hasDates', { received_on: null }],
      ['isOpenLicence', { licence_url: 'https://publisher.test/licence' }],
      ['hasOrcid', { contributors: [{ full_name: 'Rabia Khan', affiliation: 'Multan' }] }],
      ['isImageDescribed', async () => ({ image: await aFile(journal.database, { mediaType: 'image/png' }) })],
    ])('finds that %s does not hold, and only that', async (fact, options) => {
      const { id, doi } = await complete(typeof options === 'function' ? await options() : options)
      await deposited(id, doi, 'accepted')
      expect(await missing(id)).toEqual([fact])
    })
    const aBigPdf = async () => {
      const file = await aFile(journal.database)
      await journal.database.db.updateTable('files').set({ bytes: 6_000_000 }).where('id', '=', file.id).execute()
      return file
    }

    test('finds an author without an affiliation, but asks none of a group or a reviewer', async () => {
      const withPlace = { full_name: 'Rabia Khan', orcid: '0000-0002-1825-0097', affiliation: 'Multan' }
      const group = { full_name: 'The Maize Consortium', is_group: 1, family_name: null }
      const reviewer = { full_name: 'Secret Reviewer', role: 'Reviewer' as const }
      for (const [other, expected] of [
        [group, []],
        [reviewer, []],
        [{ full_name: 'Bruno Kovář' }, ['hasAffiliations']],
      ] as const) {
        const { id, doi } = await complete({ contributors: [withPlace, other] })
        await deposited(id, doi, 'accepted')
        const { db } = journal.database
        const people = await db
          .selectFrom('contributors')
          .innerJoin('article_people', 'contributor_id', 'contributors.id')
          .select('contributors.id')
          .where('article_id', '=', id)
          .where('full_name', '<>', 'Rabia Khan')
          .execute()
        await db
          .deleteFrom('contributor_affiliations')
          .where(
            'contributor_id',
            'in',
            people.map((person) => person.id),
          )
          .execute()
        expect(await missing(id)).toEqual(expected)
      }
    })

    test.each<[string, string | null, string[], boolean]>([
      ['nothing was deposited', '10.5555/', [], false],
      ['it waits', '10.5555/', ['waiting'], false],
      ['it is registered', '10.5555/', ['accepted'], true],
      ['it has warnings', '10.5555/', ['warnings'], true],
      ['a correction waits', '10.5555/', ['accepted', 'waiting'], false],
      ['a correction was refused', '10.5555/', ['accepted', 'refused'], false],
      ['a correction followed a failure', '10.5555/', ['superseded', 'accepted'], true],
      ['an archived one was passed over', '10.5555/', ['accepted', 'superseded'], true],
      ['another publisher registers it', '10.1371/', [], true],
      ['it has no DOI', null, [], true],
    ])('tells whether the DOI is registered: %s', async (_when, doi, states, isRegistered) => {
      const article = await complete({ doi: doi && doi + newId() })
      await deposited(article.id, article.doi, ...states)
      expect((await missing(article.id)).includes('isRegistered')).toBe(!isRegistered)
    })

    test('lists those that need attention, by the same rules as each article', async () => {
      const fresh = await open()
      const { database } = fresh
      const good = await anArticle(database, { pdf: await aFile(database) })
      const without = await anArticle(database, { pdf: null })
      await anArticle(database, { state: 'archived' })
      const admin = await aSignedIn(fresh, { role: 'admin' })
      const list = async (query = '') => (await fresh.get(`/readiness/articles${query}`, { as: admin })).body
      const all = await list()
      expect(all).toMatchObject({ meta: { totalItems: 2 }, limited: false })
      expect(all.data.map(({ id }: { id: string }) => id)).toEqual([without.id, good.id])
      const attention = await list('?show=attention')
      expect(attention.data).toMatchObject([{ id: without.id, checks: expect.any(Array) }])
      expect(attention.meta.totalItems).toBe(1)
      const failing = attention.data[0].checks.map(({ id }: { id: string }) => id)
      expect(failing).toContain('google-scholar-hasPdf')
      expect(attention.data[0].holding + failing.length).toBe(ARTICLE_RULES.length)
      expect((await list('?page=5')).data).toEqual([])

      for (const { rows } of [
        await listFacts(database.db, { attention: true, page: 1, limit: 50 }),
        await listFacts(database.db, { attention: false, page: 1, limit: 50 }),
      ]) {
        for (const facts of rows) {
          const needs = NEEDED_FACTS.some((fact) => !facts[fact])
          expect(needs).toBe(facts.id === without.id)
        }
      }
    })

    test('costs as many queries with twenty articles as with one', async () => {
      const fresh = await open()
      await anArticle(fresh.database)
      const queries = async () =>
        (
          await watchQueries(fresh.database, async (database) => {
            await listFacts(database.db, { attention: true, page: 1, limit: 20 })
            await journalFacts({ ...fresh.resources, database }, { userId: administrator.user.id, role: 'admin' })
          })
        ).length
      const one = await queries()
      await someArticles(fresh.database, 20)
      expect(await queries()).toBe(one)
    })

    test('judges the journal by what it publishes and states', async () => {
      const fresh = await open({ publicUrl: 'https://plants.test' })
      const admin = await aSignedIn(fresh, { role: 'admin' })
      const checks = async () =>
        new Map(
          (
            (await fresh.get('/readiness', { as: admin })).body as { id: string; verdict: string; sentence: string }[]
          ).map((check) => [check.id, check]),
        )
      const before = await checks()
      expect(before.get('editors')!.verdict).toBe('fails')
      expect(before.get('articles-a-year')).toMatchObject({
        ...{
          verdict: 'fails',
          sentence: 'No article was published in the last twelve months; DOAJ asks for at least 5.',
        },
      })
      for (const id of [
        'public-address',
        'fees',
        'open-access-statement',
        'copyright',
        'aims',
        'licence',
        'doi-prefix',
      ])
        expect(before.get(id), id).toMatchObject({ verdict: 'holds' })
      for (const id of ['endogeny', 'archiving']) expect(before.get(id), id).toMatchObject({ verdict: 'unknown' })

      await theEditorialMembers(
        fresh.database,
        `<ul>${['Ana Silva', 'Bo Lin', 'Cy Dee', 'Di Eff', 'Ed Gee'].map((name) => `<li><strong>Dr ${name}</strong>, University of Multan</li>`).join('')}</ul>`,
      )
      const at = new Date().toISOString()
      const authors = (name: string) => ({ contributors: [{ full_name: name }], published_at: at })
      for (const name of ['Rabia Khan', 'Bruno Kovář', 'Dalia Haddad', 'Linnea Moss', 'Ana Silva'])
        await anArticle(fresh.database, authors(name))
      const after = await checks()
      expect(after.get('editors')!.sentence).toContain('5 were counted')
      expect(after.get('articles-a-year')!.verdict).toBe('holds')
      expect(after.get('endogeny')).toMatchObject({ verdict: 'holds', sentence: expect.stringContaining('20%') })
      expect(after.get('dois')).toMatchObject({
        ...{ verdict: 'fails', sentence: '5 articles were published without a DOI. You can assign them below.' },
      })
    })
  })
})
