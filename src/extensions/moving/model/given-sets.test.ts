import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { isOrcid } from '../../../contract/rules/people/identifiers.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { stagedCopy } from '../moving-folder.ts'
import { readDump } from '../read-dump.ts'
import {
  addressesOfArticle,
  addressesOfIssue,
  pageTarget,
  samePath,
  type OldTarget,
  type PageName,
} from './address-targets.ts'
import type { ReadFamily } from './family.ts'
import { keywordsIn } from './keywords.ts'
import { oldModel, type OldModel } from './model.ts'
import type { OldArticle, OldManuscript, OldReview } from './objects.ts'
import { normalAddress } from './old-addresses.ts'
import { isPerson } from './people.ts'
import { stagedSource, type OpenSource } from './staged-source.ts'
import { RECKONED } from './sweep.ts'

/** Whole installations of several versions, beside the project where they are there. */
const given = process.env.OJS_DATA ?? join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'data', 'ojs')

const SETS: [string, string, ReadFamily][] = [
  ['made-321', 'database.sql.gz', '3.2'],
  ['made-330', 'database.sql.gz', '3.3'],
  ['made-340', 'database.sql.gz', '3.4'],
  ['made-340', 'database-pgsql.sql.gz', '3.4'],
  ['made-350', 'database.sql.gz', '3.5'],
]

interface ExpectedGalley {
  ojsGalleyId: number
  version: number
  label: string
  language: string
  supplementary: boolean
  kind: string
  sha256?: string
  name?: string
  url?: string
  urlPath?: string
  doi?: string
  dependents?: { name: string }[]
}
interface Expected {
  source: { rows: Record<string, number> }
  counts: Record<string, number>
  articles: {
    ojsId: number
    language: string
    title: Record<string, string>
    section: string
    issueId: number
    pages: string | null
    doi: string | null
    otherIds: Record<string, string>
    urlPath: string | null
    published: string
    firstPublished: string
    received: string
    authors: { given: string; family: string; corresponding: boolean; orcid: string | null; affiliations: number }[]
    abstractIn: string[]
    keywords: Record<string, string[]>
    references: number
    licence: string
    copyrightHolder: Record<string, string> | null
    copyrightYear: number | null
    versionsPublished: number
    cover: boolean
    galleys: ExpectedGalley[]
  }[]
  unpublished: { ojsId: number; title: string; stage: string; rounds: number; reviews: number }[]
  users: {
    ojsId: number
    username: string
    email: string
    disabled: number
    hash: string
    moved: boolean
    mustChange: number
  }[]
  orphans: Record<string, number>
  addresses: { old: string; to: string }[]
  files: { neverPublic: { path: string }[] }
}

const only = <One>(filled: Record<string, One[]>): Record<string, One[]> =>
  Object.fromEntries(Object.entries(filled).filter(([, all]) => all.length))
const newest = ({ versions }: OldArticle) => versions.at(-1)!
const reviewsOf = ({ history }: OldArticle | OldManuscript): OldReview[] =>
  history.rounds.flatMap(({ reviews }) => reviews)

describe.skipIf(!existsSync(join(given, 'made-330')))('the model of the given installations', () => {
  describe.each(SETS)('%s/%s', (set, file, family) => {
    let source: OpenSource
    let model: OldModel
    let expected: Expected
    let submissions: (OldArticle | OldManuscript)[]
    let articles: OldArticle[]
    let manuscripts: OldManuscript[]
    beforeAll(async () => {
      expected = JSON.parse(readFileSync(join(given, set, 'expected.json'), 'utf8')) as Expected
      source = await staged(set, file)
      model = oldModel(source, family, 'jbr')!
      submissions = [...model.submissions()]
      articles = submissions.filter((one) => one.kind === 'article')
      manuscripts = submissions.filter((one) => one.kind === 'manuscript')
    }, 60_000)
    afterAll(() => source.close())

    test('has each public article as it was', () => {
      const sections = new Map([...model.sections()].map(({ id, title }) => [id, title.en]))
      expect(articles.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(
        expected.articles.map((one) => one.ojsId),
      )
      for (const one of expected.articles) {
        const article = articles.find(({ id }) => id === String(one.ojsId))!
        const version = newest(article)
        const which = `article ${one.ojsId}`
        expect(plain(version.title), which).toEqual(plain(one.title))
        expect(sections.get(version.sectionId!), which).toBe(one.section)
        expect(version, which).toMatchObject({
          language: one.language,
          issueId: String(one.issueId),
          pages: one.pages,
          doi: one.doi,
          otherIds: one.otherIds,
          urlPath: one.urlPath,
          publishedOn: one.published,
          copyrightHolder: one.copyrightHolder ?? {},
          copyrightYear: one.copyrightYear,
          keywords: only(Object.fromEntries(Object.entries(one.keywords).map(([of, all]) => [of, keywordsIn(all)]))),
        })
        expect(version.licenceUrl ?? `journal default ${model.journal.licenceUrl}`, which).toBe(one.licence)
        expect(article.receivedOn, which).toBe(one.received)
        expect(article.versions[0]!.publishedOn, which).toBe(one.firstPublished)
        expect(article.versions, which).toHaveLength(one.versionsPublished)
        expect(Object.keys(version.abstract), which).toEqual(one.abstractIn)
        expect(version.references, which).toHaveLength(one.references)
        expect(version.cover !== null, which).toBe(one.cover)
        expect(
          version.contributors.map(({ given, family, orcid, isCorresponding, affiliations }) => [
            ...[given, family, orcid, isCorresponding, affiliations.length],
          ]),
          which,
        ).toEqual(
          one.authors.map(({ given, family, orcid, corresponding, affiliations }) => [
            ...[given, family, validOrcid(orcid), corresponding, affiliations],
          ]),
        )
      }
    })

    test('has each galley with its file, and no other file among the public ones', () => {
      const asExpected = (one: ExpectedGalley) => [
        ...[String(one.ojsGalleyId), one.version, one.label, one.language, one.supplementary, one.url ?? null],
        ...[one.name ?? null, one.urlPath ?? null, one.doi ?? null, (one.dependents ?? []).map(({ name }) => name)],
      ]
      for (const one of expected.articles) {
        const { versions } = articles.find(({ id }) => id === String(one.ojsId))!
        expect(
          versions.flatMap(({ number, galleys }) =>
            galleys.map((galley) => [
              ...[galley.id, number, galley.label, galley.language, galley.isSupplementary, galley.remoteUrl],
              ...[galley.file?.name ?? null, galley.urlPath, galley.doi, galley.dependents.map(({ name }) => name)],
            ]),
          ),
          `article ${one.ojsId}`,
        ).toEqual(one.galleys.map(asExpected))
      }
      const galleys = articles.flatMap(({ versions }) => versions.flatMap((version) => version.galleys))
      const shown = galleys.flatMap(({ file, dependents }) => [file?.path, ...dependents.map(({ path }) => path)])
      const hidden = expected.files.neverPublic.map(({ path }) => path)
      expect(shown.filter((path) => path && hidden.includes(path))).toEqual([])
      const kept = submissions.flatMap(({ privateFiles }) => privateFiles.map((one) => one.file.path))
      expect(kept.toSorted()).toEqual(hidden.toSorted())
    })

    test('knows what each old address showed', () => {
      const targets = new Map<string, OldTarget>()
      for (const one of articles) for (const [path, target] of addressesOfArticle(one)) targets.set(path, target)
      for (const one of model.issues()) for (const [path, target] of addressesOfIssue(one)) targets.set(path, target)
      const site = { journalPath: 'jbr', basePaths: [''], otherJournals: ['other'], languages: ['en', 'fr_CA', 'ur'] }
      const filesOf = new Map(
        expected.articles
          .flatMap(({ galleys }) => galleys)
          .map((one) => [String(one.ojsGalleyId), one.kind === 'file' ? `file ${one.sha256!.slice(0, 12)}` : one.kind]),
      )
      for (const { old, to } of expected.addresses) {
        const address = normalAddress(old, site)
        const path = samePath(address?.path ?? '')
        const target = address && (targets.get(path) ?? pageTarget(path, address.query))
        expect(asExpectedTarget(target, to, filesOf), old).toBe(to)
      }
    })

    test('has the issues, sections and categories', () => {
      const { counts } = expected
      const issues = [...model.issues()]
      expect(issues.filter(({ isPublished }) => isPublished)).toHaveLength(counts.issuesPublished!)
      expect(issues.filter(({ isPublished }) => !isPublished)).toHaveLength(counts.issuesFuture!)
      expect(issues.filter(({ cover }) => cover)).toHaveLength(counts.issueCovers!)
      expect(issues.flatMap(({ galleys }) => galleys)).toHaveLength(counts.issueGalleys!)
      expect(issues.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual(['9'])
      expect(issues.find(({ id }) => id === '4')).toMatchObject({
        ...{ volume: '2', number: '1-2', doi: '10.5555/jbr.v2i1-2', otherIds: {} },
      })
      expect(issues.find(({ id }) => id === '8')).toMatchObject({ volume: null, number: null, year: 2021 })
      expect(issues.find(({ id }) => id === '6')).toMatchObject({
        title: { en: 'Proceedings of the Third Propagation Meeting', fr: 'Actes de la troisième rencontre' },
        urlPath: 'meeting-2020',
      })
      expect([...model.sections()]).toHaveLength(counts.sections!)
      expect([...model.categories()].map(({ id, parentId }) => [id, parentId])).toEqual([
        ['1', null],
        ['2', '1'],
      ])
    })

    test('knows how far each manuscript had come, with its reviews and decisions', () => {
      const { counts } = expected
      const stages = manuscripts.map((one) => [
        Number(one.id),
        one.stage,
        one.history.rounds.length,
        reviewsOf(one).length,
      ])
      expect(stages.sort(([a], [b]) => Number(a) - Number(b))).toEqual(
        expected.unpublished.map(({ ojsId, stage, rounds, reviews }) => [
          ...[ojsId, stage.replace('left out: ', ''), rounds, reviews],
        ]),
      )
      const reviews = submissions.flatMap(reviewsOf)
      expect(reviews).toHaveLength(counts.reviewAssignments!)
      expect(tally(reviews.map(({ state }) => state))).toEqual(counts.byState)
      expect(reviews.flatMap(({ toAuthors }) => toAuthors)).toHaveLength(counts.reportsToAuthors!)
      expect(reviews.flatMap(({ toEditor }) => toEditor)).toHaveLength(counts.notesToEditor!)
      expect(reviews.filter(({ answers }) => answers.length)).toHaveLength(counts.reportsOnForm!)
      expect(submissions.flatMap(({ history }) => history.rounds)).toHaveLength(counts.reviewRounds!)
      const decisions = submissions.flatMap(({ history }) => history.decisions)
      expect(decisions).toHaveLength(counts.decisions!)
      expect(tally(decisions.map(({ kind }) => kind))).toEqual({
        ...{ accept: 9, decline: 2, 'desk decline': 3, 'new round': 1, recommendation: 1, resubmit: 1 },
        ...{ 'revert decline': 1, revisions: 7, 'to production': 7, 'to review': 14 },
      })
      const discussions = submissions.flatMap(({ history }) => history.discussions)
      expect(discussions).toHaveLength(counts.discussions!)
      expect(discussions.flatMap(({ notes }) => notes)).toHaveLength(counts.discussionNotes!)
      expect(discussions.map(({ id, isWithAuthor }) => [id, isWithAuthor])).toEqual([
        ['1', true],
        ['2', false],
      ])
    })

    test('has the people of this journal, and tells no hash', () => {
      const people = [...model.people()]
      const moved = people.filter(isPerson)
      const wanted = expected.users.filter((one) => one.moved)
      expect(moved.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(wanted.map(({ ojsId }) => ojsId))
      for (const one of wanted)
        expect(moved.find(({ id }) => id === String(one.ojsId))).toMatchObject({
          ...{ username: one.username, email: one.email, isDisabled: one.disabled === 1 },
          ...{ mustChangePassword: one.mustChange === 1 },
        })
      expect(tally(moved.map(({ hash }) => hash))).toEqual({ bcrypt: 41, ...legacyOf(moved) })
      expect(moved.filter(({ interests }) => interests.length)).toHaveLength(expected.counts.usersWithInterests!)
      expect(JSON.stringify(people)).not.toMatch(/\$2y\$|"[0-9a-f]{32}"|"[0-9a-f]{40}"/)
    })

    test('tells what became of every row, once', () => {
      const told = new Map<string, number>()
      const count = ({ table, key }: { table: string; key: string }) =>
        told.set(`${table} ${key}`, (told.get(`${table} ${key}`) ?? 0) + 1)
      const objects = [
        ...[model.journal, ...model.sections(), ...model.categories(), ...model.issues()],
        ...[...model.people(), ...submissions],
      ]
      for (const { rows, leftOut } of objects) [...rows, ...leftOut].forEach(count)
      const swept = [...model.swept()]
      swept.forEach(count)
      expect([...told].filter(([, times]) => times > 1)).toEqual([])
      const byTable = tally([...told.keys()].map((row) => row.split(' ')[0]!))
      const wanted = Object.entries(expected.source.rows).filter(([table]) => RECKONED.includes(table))
      expect(byTable).toEqual(Object.fromEntries(wanted))
      const orphans = swept.filter((row) => row.outcome === 'left out' && row.reason === 'belongs to nothing')
      expect(tally(orphans.map(({ table }) => table))).toEqual(expected.orphans)
    })
  })

  test('is the same whichever database it came from', async () => {
    const [mysql, postgres] = [
      await staged('made-340', 'database.sql.gz'),
      await staged('made-340', 'database-pgsql.sql.gz'),
    ]
    const objects = (source: OpenSource) => {
      const model = oldModel(source, '3.4', 'jbr')!
      const lists = [model.sections(), model.categories(), model.issues(), model.people(), model.submissions()]
      return [model.journal, ...lists.flatMap((list) => [...list])].map(
        ({ rows: _rows, leftOut: _left, ...one }) => one,
      )
    }
    expect(objects(postgres)).toEqual(objects(mysql))
    mysql.close()
    postgres.close()
  }, 60_000)
})

async function staged(set: string, file: string): Promise<OpenSource> {
  const dataDir = mkdtempSync(join(inject('temporaryFolder'), 'model-'))
  const dump = join(given, set, file)
  await readDump(dataDir, { dump, files: null, publicFiles: null, config: null, journal: null })
  return stagedSource((await stagedCopy(dataDir))!.file)
}

/** The sets write titles of 3.4 as they were stored, with tags that ours writes otherwise. */
const plain = (titles: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(titles).map(([of, title]) => [of, plainTitle(title)]))

const validOrcid = (orcid: string | null): string | null => {
  const id = orcid?.slice(-19) ?? ''
  return isOrcid(id) ? id : null
}

const tally = (words: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

/** Two accounts have a password of before 3.0. */
function legacyOf(people: readonly { hash: string }[]): Record<string, number> {
  const legacy = tally(people.filter(({ hash }) => hash !== 'bcrypt').map(({ hash }) => hash))
  expect(Object.values(legacy).reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(Object.keys(legacy).every((kind) => kind === 'sha1' || kind === 'md5')).toBe(true)
  return legacy
}

const PAGES: Partial<Record<PageName, string>> = {
  ...{ 'current issue': 'issue 9', 'sign in': 'login', 'sign up': 'signup' },
}

/** In the words of the sets; what has no target there must have none here. */
function asExpectedTarget(target: OldTarget | undefined, wanted: string, filesOf: ReadonlyMap<string, string>): string {
  if (target === undefined) return /^(404|410|page )/.test(wanted) ? wanted : 'nothing'
  switch (target.kind) {
    case 'page':
      return PAGES[target.page] ?? target.page
    case 'search':
      return `search for ${target.words}`
    case 'issue file':
      return 'whole issue PDF'
    case 'file':
      return filesOf.get(target.galleyId) ?? 'nothing'
    default:
      return `${target.kind} ${target.id}`
  }
}
