import { beforeAll, describe, expect, test } from 'vitest'
import type { CaseLine } from '../../../contract/api/case-list.ts'
import { journal as identity } from '../../../../journal.config.ts'
import { aCategory, aSignedIn, aUser, aVolume, type SignedIn } from '../../../../tests/support/builders.ts'
import { anOldCase, daysAgo } from '../../../../tests/support/old-cases.ts'
import { eachDatabase, watchQueries, type TestJournal } from '../../../../tests/support/databases.ts'
import type { Database, Db } from '../../../platform/database/connect.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { newId } from '../../../platform/ids.ts'
import { undoDecision, decide } from '../cases/decide.ts'
import { countToAct, listToday } from './handlers.ts'

const DUE = { due: 5 }
const both = [
  { state: 'submitted' as const, ...DUE, submitted: 9 },
  { state: 'submitted' as const, ...DUE, submitted: 4 },
]

describe('the cases of today', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let editor: SignedIn
    let other: SignedIn
    const titles = (lines: CaseLine[]) => lines.map(({ title }) => title)
    const today = async (as: SignedIn, query = '') => (await journal.get(`/cases${query}`, { as })).body
    const count = async (as: SignedIn) => (await journal.get('/cases/count', { as })).body

    beforeAll(async () => {
      journal = await open()
      editor = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
      other = await aSignedIn(journal, { role: 'admin', fullName: 'Omar Saleh' })
      const { database } = journal
      const ours = { editor: editor.user }
      await anOldCase(database, {
        ...{ ...ours, title: 'Stomatal closure in <i>Pennisetum</i>', stage: 'reviewing', received: 45, parts: both },
        contributors: [
          { role: 'Reviewer', full_name: 'Not Author' },
          { role: 'Corresponding Author', full_name: 'Zainab Baloch' },
          { role: 'Author', full_name: 'Nadia Mirza' },
        ],
      })
      await anOldCase(database, { title: 'Smoke water', received: 4 })
      await anOldCase(database, {
        ...{ ...ours, title: 'Leaf wax', stage: 'reviewing', received: 24 },
        parts: [both[0]!, { state: 'agreed', invited: 4, replied: 3, due: 8 }, { state: 'standby' }],
      })
      await anOldCase(database, {
        ...{ ...ours, title: 'Bark chemistry', stage: 'revising', received: 45, parts: both, roundClosed: 11 },
        decisions: [{ kind: 'minor', ago: 11, due: 3 }],
      })
      const declined = { ...ours, stage: 'declined' as const, received: 30 }
      await anOldCase(database, {
        ...{ ...declined, title: 'A checklist', closed: 4 },
        decisions: [{ kind: 'decline', ago: 4, from: 'screening' }],
      })
      await anOldCase(database, { ...declined, title: 'Long ago', closed: 9, decisions: [{ kind: 'decline', ago: 9 }] })
      await anOldCase(database, {
        ...{ ...declined, title: 'An appeal', received: 70, closed: 20, decisions: [{ kind: 'decline', ago: 20 }] },
        grievance: { kind: 'appeal', sent: 8, handler: other.user },
      })
      await anOldCase(database, { editor: other.user, title: 'Of a colleague', received: 6 })
    })

    test('are those of the editor and those that nobody has taken, by group, the most overdue first', async () => {
      const { scope, lines, counts, limited, nextReportOn } = await today(editor)
      expect(titles(lines)).toEqual([
        'Stomatal closure in <i>Pennisetum</i>',
        'Smoke water',
        'Leaf wax',
        'An appeal',
        'Bark chemistry',
        'A checklist',
      ])
      expect({ scope, counts, limited, nextReportOn }).toEqual({
        ...{ scope: 'mine', counts: { mine: 6, all: 7 }, limited: false, nextReportOn: daysAgo(-8) },
      })
      expect(lines[0]).toMatchObject({
        ...{ author: 'Baloch', editor: 'Samina Farooqi', group: 'act', action: 'decide', system: null },
        ...{ waitingDays: 4, marks: ['in', 'in'], reports: { in: 2, of: 2 }, alert: false },
        promise: { state: 'over', day: 45, days: 42 },
      })
      expect(lines[1]).toMatchObject({ editor: null, action: 'screen', marks: [], reports: null })
      expect(lines[2]).toMatchObject({ group: 'others', marks: ['in', 'agreed', 'standby'], reports: { in: 1, of: 2 } })
      expect(lines[4]).toMatchObject({ group: 'authors', promise: { state: 'kept', day: 34 }, marks: ['in', 'in'] })
      expect(lines[5]).toMatchObject({ group: 'closed', action: null, waitingDays: null })
    })

    test('of all editors are listed too; anyone who handles an appeal has it among their own', async () => {
      const all = await today(editor, '?scope=all')
      expect(all.lines).toHaveLength(7)
      expect(all.lines.find(({ title }: CaseLine) => title === 'Of a colleague')).toMatchObject({
        editor: 'Omar Saleh',
      })
      const theirs = await today(other)
      expect(titles(theirs.lines)).toEqual(['An appeal', 'Of a colleague', 'Smoke water'])
      expect(theirs.lines[0]).toMatchObject({ action: 'answer-appeal' })
      expect(await count(other)).toEqual({ act: 3 })
      expect(await count(editor)).toEqual({ act: 2 })
    })

    test('are found by words and by their number', async () => {
      expect(titles((await today(editor, '?q=stomat+penn')).lines)).toEqual(['Stomatal closure in <i>Pennisetum</i>'])
      expect(titles((await today(editor, '?q=baloch')).lines)).toEqual(['Stomatal closure in <i>Pennisetum</i>'])
      expect(titles((await today(editor, '?q=colleague')).lines)).toEqual([])
      expect(titles((await today(editor, '?scope=all&q=colleague')).lines)).toEqual(['Of a colleague'])
      expect(titles((await today(editor, `?q=${encodeURIComponent('"*\'')}`)).lines)).toEqual([])
      const [first] = (await today(editor)).lines
      const found = await today(editor, `?q=${first.number}`)
      expect(titles(found.lines)).toEqual([first.title])
      // The tabs count what there is, not what is searched for.
      expect(found.counts).toEqual({ mine: 6, all: 7 })
    })

    test('come with figures of this year, in which what was not reviewed is left out', async () => {
      const { figures } = await today(editor)
      const year = daysAgo(0).slice(0, 4)
      const days = [
        [11, 34],
        [9, 21],
        [20, 50],
      ].flatMap(([ago, day]) => (daysAgo(ago!).startsWith(year) ? day! : []))
      const onTime = days.filter((day) => day <= identity.review.promisedDays).length
      expect(figures).toEqual({
        medianDays: days.toSorted((a, b) => a - b)[Math.floor(days.length / 2)],
        onTimePercent: Math.round((100 * onTime) / days.length),
        decided: days.length,
        open: 5,
      })
    })

    test('need their editor no more once a decision is made, and again once it is undone', async () => {
      const { database } = journal
      const [line] = (await today(editor)).lines as CaseLine[]
      const caller = { userId: editor.user.id, role: 'admin' as const, sessionId: 'x' }
      const reports = await database.db
        .selectFrom('review_reports')
        .innerJoin('review_assignments', 'review_assignments.id', 'review_reports.assignment_id')
        .select('review_reports.id')
        .where('review_assignments.article_id', '=', line!.articleId)
        .execute()
      const decision = await database.transaction((tx) =>
        decide(tx, caller, {
          ...{ articleId: line!.articleId, kind: 'major', letter: 'Dear author', revisionDueOn: daysAgo(-42) },
          ...{ exceptionReason: null, releases: [], seenReports: reports.map(({ id }) => id) },
        }),
      )
      const after = (await today(editor)).lines.find((one: CaseLine) => one.articleId === line!.articleId)
      expect(after).toMatchObject({
        ...{ group: 'authors', action: null, reason: 'Major revision asked for' },
        ...{ system: 'Letter goes out in 10 min', promise: { state: 'broken', day: 45 } },
        undo: { decisionId: decision.id },
      })
      await database.transaction((tx) =>
        undoDecision(tx, caller, { articleId: line!.articleId, decisionId: decision.id }),
      )
      expect((await today(editor)).lines[0]).toEqual(line)
    })

    test('are the editor’s own secret: others are refused, with the same bytes whatever there is', async () => {
      const author = await aSignedIn(journal)
      for (const path of ['/cases', '/cases?scope=all&q=leaf', '/cases/count']) {
        expect((await journal.get(path)).status).toBe(401)
        expect((await journal.get(path, { as: author })).status).toBe(403)
      }
      expect((await journal.get('/cases/mine-as-guest')).status).toBe(401)
      expect((await journal.get('/cases/mine-as-guest', { as: author })).body).toEqual({ lines: [] })
    })

    test('of a guest editor are those they have been asked to edit, until they are recused', async () => {
      const { database } = journal
      const guest = await aSignedIn(journal)
      const { id } = await anOldCase(database, { title: 'For a guest', editor: guest.user, received: 2 })
      const row = { article_id: id, user_id: guest.user.id, since: daysAgo(1), recused_at: null, reason: null }
      await database.db
        .insertInto('case_editors')
        .values({ ...row, is_guest: 1 })
        .execute()
      const lines = async () => (await journal.get('/cases/mine-as-guest', { as: guest })).body.lines
      expect(titles(await lines())).toEqual(['For a guest'])
      expect((await today(editor, '?scope=all')).counts).toEqual({ mine: 6, all: 8 })
      await database.db
        .updateTable('case_editors')
        .set({ recused_at: daysAgo(0) })
        .where('user_id', '=', guest.user.id)
        .execute()
      expect(await lines()).toEqual([])
      await database.db.deleteFrom('articles').where('id', '=', id).execute()
    })
  })
})

describe('an administrator who is an author', () => {
  eachDatabase((open) => {
    test('sees neither the case nor its count, by account, email address, ORCID iD or declared conflict', async () => {
      const journal = await open()
      const { database } = journal
      const ORCID = '0000-0002-1825-0097'
      const editor = await aSignedIn(journal, { role: 'admin' })
      const byAccount = await aSignedIn(journal, { role: 'admin' })
      const byEmail = await aSignedIn(journal, { role: 'admin', email: 'dalia@plants.test' })
      const byOrcid = await aSignedIn(journal, { role: 'admin', orcid: ORCID })
      const declared = await aSignedIn(journal, { role: 'admin' })
      const { id } = await anOldCase(database, {
        ...{ title: 'Hidden title', stage: 'reviewing', received: 45, parts: both, submitter: byAccount.user },
        contributors: [
          { role: 'Corresponding Author', full_name: 'Dalia Haddad', email: 'Dalia@Plants.test' },
          { role: 'Author', full_name: 'Josiah Carberry', orcid: ORCID },
        ],
      })
      await anOldCase(database, {
        ...{ title: 'Hidden decision', stage: 'revising', received: 20, submitter: byAccount.user },
        decisions: [{ kind: 'major', ago: 1, due: 30 }],
      })
      await database.db
        .insertInto('case_editors')
        .values({
          ...{ article_id: id, user_id: declared.user.id, is_guest: 0, since: daysAgo(1), reason: 'A friend' },
          recused_at: daysAgo(1),
        })
        .execute()
      const seen = async (as: SignedIn) => {
        const answer = await journal.get('/cases?scope=all', { as })
        const { counts, figures } = answer.body
        const named = (await journal.get('/cases?scope=all&q=hidden', { as })).body.lines.length
        const { act } = (await journal.get('/cases/count', { as })).body
        return { hidden: !answer.text.includes(id), counts, open: figures.open, decided: figures.decided, named, act }
      }
      // Of this year.
      const decided = daysAgo(1).slice(0, 4) === daysAgo(0).slice(0, 4) ? 1 : 0
      const all = { hidden: false, counts: { mine: 2, all: 2 }, open: 2, decided, named: 2, act: 1 }
      expect(await seen(editor)).toEqual(all)
      expect(await seen(byAccount)).toEqual({
        ...{ hidden: true, counts: { mine: 0, all: 0 }, open: 0, decided: 0, named: 0, act: 0 },
      })
      const one = { hidden: true, counts: { mine: 1, all: 1 }, open: 1, decided, named: 1, act: 0 }
      for (const recused of [byEmail, byOrcid, declared]) expect(await seen(recused)).toEqual(one)
    })
  })
})

describe('300 cases', () => {
  eachDatabase((open) => {
    test('come with what the journal lacks; only a sole editor hears of a manuscript without one', async () => {
      const journal = await open()
      const { database } = journal
      const sole = await aSignedIn(journal, { role: 'admin' })
      const missing = async () => (await journal.get('/cases', { as: sole })).body.missing
      expect(await missing()).toEqual(['categories', 'volumes', 'board'])
      await aVolume(database)
      await anOldCase(database, { submitter: sole.user, received: 4 })
      expect(await missing()).toEqual(['editors', 'board'])
      await aSignedIn(journal, { role: 'admin' })
      expect(await missing()).toEqual(['board'])
    })

    test('are listed by as many queries as three', async () => {
      const journal = await open()
      const { database } = journal
      const [category, submitter, editor] = [await aCategory(database), await aUser(database), await aUser(database)]
      const made = await anOldCase(database, {
        ...{ category, submitter, stage: 'reviewing', received: 30, parts: both, editor: { id: editor.id } },
        decisions: [{ kind: 'minor', ago: 3 }],
      })
      const viewer = { userId: editor.id, role: 'admin' as const }
      const asked = async () => {
        const queries = async (work: (db: Db) => Promise<unknown>) =>
          (await watchQueries(database, ({ db }) => work(db))).length
        return {
          today: await queries((db) => listToday(db, viewer, { scope: 'all', q: 'root' })),
          count: await queries((db) => countToAct(db, viewer)),
        }
      }
      await copies(database, made.id, 2)
      const few = await asked()
      expect(few.today).toBeLessThanOrEqual(9)
      await copies(database, made.id, 297)
      const { lines, figures } = await listToday(database.db, { userId: editor.id, role: 'admin' }, {})
      expect(lines).toHaveLength(300)
      expect(lines.every(({ marks }) => marks.join() === 'in,in')).toBe(true)
      expect(figures).toMatchObject({ open: 300 })
      expect(await asked()).toEqual(few)
    })
  })
})

/** Copies of a case with all its rows. */
async function copies({ db }: Database, articleId: string, count: number): Promise<void> {
  const { page_order: _, ...article } = (await db
    .selectFrom('articles')
    .selectAll()
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()) as ArticleRow & { page_order?: number }
  const ofArticle = <
    T extends 'review_cases' | 'manuscript_versions' | 'review_rounds' | 'review_assignments' | 'decisions',
  >(
    table: T,
  ) =>
    db
      .selectFrom(table as 'decisions')
      .selectAll()
      .where('article_id', '=', articleId)
      .execute() as Promise<never[]>
  const ids = Array.from({ length: count }, () => newId())
  const copied = (rows: readonly object[]): never[] =>
    ids.flatMap((id) =>
      rows.map((row) => {
        const renamed = Object.entries(row).map(([name, value]) =>
          name === 'article_id'
            ? [name, id]
            : ['id', 'version_id', 'round_id'].includes(name) && value !== null
              ? [name, `${id}-${String(value)}`]
              : [name, value],
        )
        return Object.fromEntries(renamed) as never
      }),
    )
  await db
    .insertInto('articles')
    .values(ids.map((id) => ({ ...article, id, slug: id })))
    .execute()
  const cases = (await ofArticle('review_cases')).map((row: object) => row)
  await db
    .insertInto('review_cases')
    .values(copied(cases).map((row: object) => ({ ...row, number: newId() }) as never))
    .execute()
  for (const table of ['manuscript_versions', 'review_rounds', 'review_assignments', 'decisions'] as const) {
    await db
      .insertInto(table)
      .values(copied(await ofArticle(table)))
      .execute()
  }
}
