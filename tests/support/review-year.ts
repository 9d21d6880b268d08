/**
 * Authors, editors and reviewers who act at random, from a seed, on a real database, while days go by. The journal's
 * own steps are taken by `round`, which a test may break off at any query.
 */
import type { Caller } from '../../src/platform/call.ts'
import { fileUrl } from '../../src/contract/rules/files/file-rules.ts'
import { addDays, dayOf } from '../../src/contract/rules/peer-review/days.ts'
import { decisionsAt } from '../../src/contract/rules/peer-review/case-moves.ts'
import type { LetterKind } from '../../src/contract/rules/peer-review/stages.ts'
import { isReleased, standingDecisions } from '../../src/contract/rules/peer-review/undo.ts'
import { changeCase, loadDecisions, findCase, openRound } from '../../src/journal/peer-review/cases/case-rows.ts'
import { loadAssignments } from '../../src/journal/peer-review/cases/assignments.ts'
import { decide, undoDecision } from '../../src/journal/peer-review/cases/decide.ts'
import { inviteReviewers } from '../../src/journal/peer-review/cases/invite.ts'
import { openCase } from '../../src/journal/peer-review/cases/open-case.ts'
import { publishCase } from '../../src/journal/peer-review/cases/publish.ts'
import { loadReports, submitReport } from '../../src/journal/peer-review/cases/report.ts'
import { agreeToReview, declineToReview } from '../../src/journal/peer-review/cases/respond.ts'
import { submitRevision } from '../../src/journal/peer-review/cases/revise.ts'
import { withdrawManuscript } from '../../src/journal/peer-review/cases/withdraw.ts'
import type { Database, Tx } from '../../src/platform/database/connect.ts'
import type { AssignmentRow, CaseRow } from '../../src/platform/database/review-tables.ts'
import { newId } from '../../src/platform/ids.ts'
import { aCategory, anArticle, aReviewer, aUser } from './builders.ts'
import { lockAssignment } from '../../src/journal/peer-review/cases/assignments.ts'
import { lockCase } from '../../src/journal/peer-review/cases/case-rows.ts'

export const DAY = 24 * 3_600_000

interface World {
  database: Database
  random: () => number
  editors: Caller[]
  authors: Caller[]
  reviewers: { id: string; email: string }[]
  category: { id: string }
  articles: string[]
}

export async function aWorld(database: Database, random: () => number, reviewers: number): Promise<World> {
  const callers = async (role: 'admin' | 'author', count: number) => {
    const made: Caller[] = []
    while (made.length < count) made.push({ userId: (await aUser(database, { role })).id, role, sessionId: 'none' })
    return made
  }
  const people: World['reviewers'] = []
  while (people.length < reviewers) {
    const email = `reviewer-${people.length}-${newId()}@moss.test`
    people.push({ id: (await aReviewer(database, { emails: [email] })).id, email })
  }
  return {
    ...{ database, random, reviewers: people, articles: [] },
    editors: await callers('admin', 3),
    authors: await callers('author', 10),
    category: await aCategory(database),
  }
}

const oneOf = <T>(random: () => number, all: readonly T[]): T => all[Math.floor(random() * all.length)]!
const now = (): string => new Date().toISOString()

/** An author sends a manuscript. */
export async function submit(world: World): Promise<void> {
  const { database, random } = world
  const author = oneOf(random, world.authors)
  const { id } = await anArticle(database, {
    ...{ state: 'pending', category: world.category, submitter: { id: author.userId } },
    contributors: [{ role: 'Corresponding Author', full_name: 'Ayesha Malik', email: `author-${newId()}@plants.test` }],
  })
  await database.transaction((tx) =>
    openCase(tx, { articleId: id, submitterId: author.userId, receivedOn: dayOf(now()), at: now() }),
  )
  world.articles.push(id)
}

/** Everybody who takes part in a manuscript does something, or nothing; `hurry` brings cases to an end. */
export async function act(world: World, articleId: string, hurry = false): Promise<void> {
  const { database, random } = world
  const theCase = (await findCase(database.db, articleId))!
  if (theCase.closed_at !== null) return
  const often = (chance: number) => random() < (hurry ? 0.7 : chance)
  const editor = oneOf(random, world.editors)
  await database.transaction(async (tx) => {
    if (random() < 0.002) return withdraw(tx, world, theCase)
    if (theCase.stage === 'screening' && often(0.2)) return screen(tx, world, editor, theCase)
    if (theCase.stage === 'reviewing') {
      for (const assignment of await loadRound(tx, articleId)) await review(tx, world, assignment, often)
      if (often(0.15)) await conclude(tx, world, editor, theCase)
      return
    }
    if (theCase.stage === 'revising' && often(0.05)) return revise(tx, theCase)
    if (theCase.stage === 'accepted') return publish(tx, world, theCase, often)
  })
  await mayUndo(world, articleId, editor)
}

const loadRound = async (tx: Tx, articleId: string): Promise<AssignmentRow[]> => {
  const round = await openRound(tx, articleId)
  return round ? loadAssignments(tx, round.id) : []
}

const withdraw = (tx: Tx, { authors }: World, theCase: CaseRow) =>
  withdrawManuscript(tx, authors[0]!, 'author', theCase, 'We want to add a field season.')

async function screen(tx: Tx, world: World, editor: Caller, { article_id, screened_at }: CaseRow): Promise<void> {
  const chance = world.random()
  if (chance < 0.12) return letter(tx, editor, article_id, chance < 0.06 ? 'return' : 'decline')
  if (chance < 0.3 && screened_at === null) return void (await changeCase(tx, article_id, { screened_at: now() }))
  await invite(tx, world, editor, article_id, 2, 1 + Math.floor(world.random() * 2))
}

async function invite(
  tx: Tx,
  { random, reviewers }: World,
  editor: Caller,
  articleId: string,
  count: number,
  standby: number,
): Promise<void> {
  const taken = new Set((await loadRound(tx, articleId)).map(({ reviewer_id }) => reviewer_id))
  const free = reviewers.filter(({ id }) => !taken.has(id)).sort(() => random() - 0.5)
  const people = free
    .slice(0, count + standby)
    .map(({ id, email }) => ({ reviewerId: id, email, source: 'editor' as const }))
  await inviteReviewers(tx, editor, await lockCase(tx, articleId), {
    ...{ replyDays: 7, reportDays: 14, message: null },
    invite: people.slice(0, count),
    standby: people.slice(count),
  })
}

/** A reviewer answers, sends a report, or does neither. */
async function review(tx: Tx, { random }: World, { id, state }: AssignmentRow, often: (chance: number) => boolean) {
  if (state === 'invited' && often(0.15)) {
    if (random() < 0.3) await declineToReview(tx, await lockAssignment(tx, id))
    else {
      const dueOn = addDays(dayOf(now()), 7 + Math.floor(random() * 14))
      await agreeToReview(tx, await lockAssignment(tx, id), { conflict: { answer: 'none' }, dueOn })
    }
  } else if (state === 'lapsed' && random() < 0.03) {
    await agreeToReview(tx, await lockAssignment(tx, id), {
      conflict: { answer: 'none' },
      dueOn: addDays(dayOf(now()), 14),
    })
  } else if (state === 'agreed' && often(0.05)) {
    await submitReport(tx, await lockAssignment(tx, id), {
      answers: {},
      toAuthors: 'Well done.',
      toEditor: '',
      recommendation: 'minor',
    })
  }
}

/** The editor decides when all reports are in, or sooner, or invites more reviewers. */
async function conclude(tx: Tx, world: World, editor: Caller, { article_id }: CaseRow): Promise<void> {
  const round = await openRound(tx, article_id)
  const assignments = await loadRound(tx, article_id)
  const awaited = assignments.filter(({ state }) => state === 'invited' || state === 'agreed').length
  const reports = assignments.filter(({ state }) => state === 'submitted').length
  if (round && !awaited && reports < 2) return invite(tx, world, editor, article_id, 2, 1)
  if (awaited && world.random() < 0.95) return
  const kinds = decisionsAt('reviewing')
  await letter(tx, editor, article_id, oneOf(world.random, reports || !round ? kinds : ['decline']))
}

async function letter(tx: Tx, editor: Caller, articleId: string, kind: LetterKind): Promise<void> {
  const assignments = await loadRound(tx, articleId)
  const reports = await loadReports(
    tx,
    assignments.map(({ id }) => id),
  )
  const revising = kind === 'minor' || kind === 'major' || kind === 'return'
  await decide(tx, editor, {
    ...{ articleId, kind, letter: `Our decision: ${kind}.`, exceptionReason: 'A special case.', releases: [] },
    revisionDueOn: revising ? addDays(dayOf(now()), kind === 'minor' ? 14 : 42) : null,
    seenReports: reports.map(({ id }) => id),
  })
}

/** One of ten decisions is undone at once. */
async function mayUndo({ database, random }: World, articleId: string, editor: Caller): Promise<void> {
  const last = standingDecisions(await loadDecisions(database.db, articleId)).at(-1)
  if (!last || isReleased(last, new Date()) || random() > 0.1) return
  await database.transaction((tx) => undoDecision(tx, editor, { articleId, decisionId: last.id }))
}

async function revise(tx: Tx, { article_id }: CaseRow): Promise<void> {
  const last = standingDecisions(await loadDecisions(tx, article_id)).at(-1)!
  if (!isReleased(last, new Date())) return
  const article = await tx
    .selectFrom('articles')
    .select('submitter_id')
    .where('id', '=', article_id)
    .executeTakeFirstOrThrow()
  const author: Caller = { userId: article.submitter_id!, role: 'author', sessionId: 'none' }
  const file = { id: newId(), name: 'revised.docx' }
  await tx
    .insertInto('files')
    .values({
      ...{
        ...file,
        media_type: 'application/msword',
        bytes: 1,
        sha256: newId(),
        owner_id: author.userId,
        created_at: now(),
      },
      ...{ findings: null, width: null, height: null },
    })
    .execute()
  await submitRevision(tx, author, { articleId: article_id, files: [fileUrl(file)], reply: 'Thank you.' })
}

/** A proof is sent, answered some time, and the article is published. */
async function publish(tx: Tx, { random }: World, theCase: CaseRow, often: (chance: number) => boolean): Promise<void> {
  const { article_id } = theCase
  const proof = await tx.selectFrom('proofs').selectAll().where('article_id', '=', article_id).executeTakeFirst()
  if (!proof) {
    const { file_id } = await tx
      .selectFrom('article_files')
      .select('file_id')
      .where('article_id', '=', article_id)
      .orderBy('position')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('proofs')
      .values({
        ...{ id: newId(), article_id, file_id, sent_at: now(), sent_by: 'editor', due_on: addDays(dayOf(now()), 3) },
        ...{ answer: null, corrections: null, answered_at: null },
      })
      .execute()
  } else if (proof.answered_at === null) {
    if (often(0.3))
      await tx
        .updateTable('proofs')
        .set({ answer: 'approved', answered_at: now() })
        .where('id', '=', proof.id)
        .execute()
  } else if (random() < 0.5) {
    await tx
      .updateTable('articles')
      .set({ published_at: now(), approved_at: now() })
      .where('id', '=', article_id)
      .execute()
    await publishCase(tx, theCase, now())
  }
}

/** The same database, whose transactions are broken off before one of their queries; Infinity: none. */
export function breakingAt(database: Database, query: () => number): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction((tx) => {
        let left = query()
        const broken = tx.withPlugin({
          transformQuery: ({ node }) => {
            if (left-- <= 0) throw new Error('broken off')
            return node
          },
          transformResult: async ({ result }) => result,
        })
        return work(broken as Tx)
      }),
  }
}

/** Some transactions are broken off, at random. */
export const breaking = (database: Database, random: () => number, share: number): Database =>
  breakingAt(database, () => (random() < share ? Math.floor(random() * 40) : Infinity))
