import { type caseList, type CaseLine, MISSING, type Today } from '../../../contract/api/case-list.ts'
import type { Handlers } from '../../../platform/call.ts'
import { isAdministrator } from '../../../contract/rules/accounts/access.ts'
import type { CaseScope } from '../../../contract/rules/peer-review/stages.ts'
import { dayOf, daysBetween, addDays } from '../../../contract/rules/peer-review/days.ts'
import { decisionFigures, type DecisionFigures, sentOn } from '../../../contract/rules/peer-review/figures.ts'
import { caseOrder, mayAnswer, nextAction } from '../../../contract/rules/peer-review/next-action.ts'
import { CASE_GROUPS } from '../../../contract/rules/peer-review/next-step.ts'
import { firstDecision, promiseOf } from '../../../contract/rules/peer-review/promise.ts'
import { reportMarks } from '../../../contract/rules/peer-review/report-marks.ts'
import { isReleased, undoOf } from '../../../contract/rules/peer-review/undo.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { sql, type RawBuilder } from 'kysely'
import { CLOSED_SHOWN_DAYS } from '../../../contract/rules/peer-review/time-limits.ts'
import { headsThatHold, respeltWords, searchWords } from '../../../platform/search-engine/matches.ts'
import { countRequestsToAct } from '../../publication/requests/present.ts'
import { HAS_REAL, HAS_SAMPLES, UNCOUNTED_CASES } from '../../publication/samples.ts'
import { recusedArticles } from '../recusal.ts'
import { isAnyCaseWithoutEditor, seesCase, type Viewer } from '../who-sees.ts'
import { assignmentFacts, loadCases, type LoadedCase } from '../cases/load-cases.ts'

export const caseListHandlers: Handlers<{ caseList: typeof caseList }>['caseList'] = {
  today: ({ database, caller }, query) => listToday(database.db, caller, query),
  count: async ({ database, caller }) => ({
    act:
      (await countToAct(database.db, caller)) +
      (isAdministrator(caller) ? await countRequestsToAct(database.db, caller.userId) : 0),
  }),
  asGuest: async ({ database, caller }) => ({ lines: await listAsGuest(database.db, caller) }),
}

/** So many cases are listed, those with the earliest promised decision. */
const CASES_MAX = 1_000

/** Matches of a search beyond these are not looked at. */
const MATCHES_MAX = 100_000

/** The list of today: at most eight queries. */
export async function listToday(
  db: Db,
  viewer: Viewer,
  { scope = 'mine', q }: { scope?: CaseScope | undefined; q?: string | undefined },
  now = new Date(),
): Promise<Today> {
  const { userId } = viewer
  const { cases, limited } = await listed(db, viewer, now)
  const mine = cases.filter((one) => isMine(one, userId))
  const shown = scope === 'mine' ? mine : cases
  const found = q === undefined ? shown : await search(db, shown, q)
  const { medianDays, onTimePercent, decided } = await figuresOfYear(db, viewer, now)
  const { missing, samples } = await readSetUp(db, viewer)
  return {
    today: dayOf(now),
    scope,
    lines: linesOf(found, userId, now),
    limited,
    missing,
    samples,
    counts: { mine: mine.length, all: cases.length },
    nextReportOn: nextReport(shown, now),
    figures: {
      ...{ medianDays, onTimePercent, decided },
      open: cases.filter(
        ({ theCase, facts: { closedAt, stage, decisions } }) =>
          (closedAt === null || undoOf(stage, decisions, now)) && (samples !== 'uncounted' || !theCase.is_sample),
      ).length,
    },
  }
}

/** What the journal lacks, and whether it has samples. One query. Only a sole editor hears of a manuscript from which all are recused: of two, one would learn that the other reviews it. */
async function readSetUp(db: Db, viewer: Viewer): Promise<Pick<Today, 'missing' | 'samples'>> {
  const { userId } = viewer
  const { rows } = await sql<Record<Today['missing'][number] | 'samples' | 'real', number>>`select
    case when exists (select 1 from categories) then 0 else 1 end as categories,
    case when exists (select 1 from volumes) then 0 else 1 end as volumes,
    case when exists (select 1 from editorial_members) then 0 else 1 end as board,
    case when (select count(*) from users where role = 'admin') < 2 and exists (select 1 from review_cases
      where closed_at is null and article_id in ${recusedArticles(userId)}) then 1 else 0 end as editors,
    case when ${HAS_SAMPLES} then 1 else 0 end as samples,
    case when ${HAS_REAL} then 1 else 0 end as real`.execute(db)
  const found = rows[0]!
  // A section editor may have it.
  const isCovered = found.editors === 1 && !(await isAnyCaseWithoutEditor(db))
  return {
    // Others could do nothing about it.
    missing: isAdministrator(viewer)
      ? MISSING.filter((name) => found[name] === 1 && !(name === 'editors' && isCovered))
      : [],
    samples: found.samples !== 1 ? 'none' : found.real === 1 ? 'uncounted' : 'counted',
  }
}

/** How many cases of this editor need them now. */
export async function countToAct(db: Db, viewer: Viewer, now = new Date()): Promise<number> {
  const { userId } = viewer
  const { cases } = await listed(db, viewer, now, sql` and article_id not in ${UNCOUNTED_CASES}`)
  const viewpoint = { userId, now }
  return cases.filter((one) => isMine(one, userId) && nextAction(one.facts, viewpoint).group === 'act').length
}

/** The cases that someone edits as a guest. */
async function listAsGuest(db: Db, viewer: Viewer, now = new Date()): Promise<CaseLine[]> {
  const { userId } = viewer
  const guest = sql` and article_id in (select article_id from case_editors
    where user_id = ${userId} and is_guest = 1 and recused_at is null)`
  return linesOf((await listed(db, viewer, now, guest)).cases, userId, now)
}

/**
 * The open cases, those closed in the last days, and those with an open appeal or complaint: of all that this user sees,
 * or only some.
 */
async function listed(db: Db, viewer: Viewer, now: Date, only: RawBuilder<unknown> = sql``) {
  const closedSince = addDays(dayOf(now), -CLOSED_SHOWN_DAYS)
  const ids = sql<string>`(select article_id from review_cases where (closed_at is null or closed_at >= ${closedSince}
      or article_id in (select article_id from grievances where answered_at is null))
    and ${seesCase(viewer, 'article_id')}${only})`
  const cases = await loadCases(db, ids, { limit: CASES_MAX + 1 })
  return { cases: cases.slice(0, CASES_MAX), limited: cases.length > CASES_MAX }
}

/** Those that the editor handles or nobody has taken, and those with an appeal that is theirs to answer. */
const isMine = ({ editor, facts }: LoadedCase, userId: string): boolean =>
  editor === null || editor.id === userId || facts.grievances.some((each) => mayAnswer(each, userId))

function linesOf(cases: readonly LoadedCase[], userId: string, now: Date): CaseLine[] {
  const viewpoint = { userId, now }
  return cases
    .map((one) => {
      const step = nextAction(one.facts, viewpoint)
      return { line: lineOf(one, step, viewpoint), order: caseOrder(step, one.facts, now) }
    })
    .toSorted(
      (one, other) =>
        CASE_GROUPS.indexOf(one.line.group) - CASE_GROUPS.indexOf(other.line.group) ||
        one.order - other.order ||
        (one.line.number < other.line.number ? -1 : 1),
    )
    .map(({ line }) => line)
}

function lineOf(
  { theCase, title, author, editor, facts, rounds, assignments, decisions }: LoadedCase,
  { group, action, system, reason, alert, since }: ReturnType<typeof nextAction>,
  { now }: { now: Date },
): CaseLine {
  const { article_id: articleId, number } = theCase
  const required = facts.promised.reviewers
  // The last round that has any.
  const last = rounds.findLast(({ id }) => assignments.some(({ round_id }) => round_id === id))
  const ofRound = assignments.filter(({ round_id }) => round_id === last?.id).map(assignmentFacts)
  const marks = reportMarks(ofRound, required, now)
  const taking = marks.filter((mark) => mark !== 'standby' && mark !== 'declined').length
  const isInReview = facts.stage === 'reviewing' && marks.length > 0
  return {
    ...{ articleId, number, title, author, group, action, system, reason, alert, marks },
    editor: editor?.fullName ?? null,
    undo: undoOf(facts.stage, decisions, now),
    waitingDays: group === 'closed' ? null : Math.max(0, daysBetween(since, now)),
    promise: promiseOf(facts, now),
    reports: isInReview ? { in: marks.filter((mark) => mark === 'in').length, of: Math.max(required, taking) } : null,
  }
}

/** Cases whose article holds all words, or whose number holds what was typed. */
async function search(db: Db, cases: readonly LoadedCase[], q: string): Promise<LoadedCase[]> {
  const words = searchWords(plainTitle(q))
  const found = await casesThatHold(db, cases, q, words)
  const respelt = found.length || !cases.length ? null : await respeltWords(db, words)
  return respelt ? casesThatHold(db, cases, q, respelt) : found
}

async function casesThatHold(
  db: Db,
  cases: readonly LoadedCase[],
  q: string,
  words: readonly string[],
): Promise<LoadedCase[]> {
  const matching = new Set<string>()
  if (words.length && cases.length) {
    const rows = await db
      .selectFrom(headsThatHold(db, { words }, MATCHES_MAX).as('found'))
      .innerJoin('article_heads as head', 'head.no', 'found.no')
      .select('head.article_id')
      .where(
        'head.article_id',
        'in',
        cases.map(({ facts }) => facts.articleId),
      )
      .limit(CASES_MAX)
      .execute()
    for (const { article_id } of rows) matching.add(article_id)
  }
  return cases.filter(({ theCase: { article_id, number } }) => matching.has(article_id) || number.includes(q.trim()))
}

/** The day on which the next report of these cases is due. */
function nextReport(cases: readonly LoadedCase[], now: Date): string | null {
  const due = cases.flatMap(({ facts }) =>
    (facts.round?.assignments ?? []).flatMap(({ state, dueOn }) => (state === 'agreed' && dueOn !== null ? dueOn : [])),
  )
  return due.filter((day) => day >= dayOf(now)).toSorted()[0] ?? null
}

/** The first decisions of this year whose letters have been sent, of manuscripts that the user sees. One query. */
async function figuresOfYear(db: Db, viewer: Viewer, now: Date): Promise<DecisionFigures> {
  const year = dayOf(now).slice(0, 4)
  const rows = await db
    .selectFrom('decisions')
    .innerJoin('review_cases', 'review_cases.article_id', 'decisions.article_id')
    .select([
      ...(['decisions.id', 'decisions.article_id', 'decisions.kind', 'decisions.from_stage'] as const),
      ...(['decisions.decided_at', 'decisions.reverses_id'] as const),
      ...(['review_cases.received_on', 'review_cases.promised_on'] as const),
    ])
    .where('decisions.article_id', 'in', (of) =>
      of
        .selectFrom('decisions as recent')
        .select('recent.article_id')
        .where('recent.decided_at', '>=', addDays(`${year}-01-01`, -1)),
    )
    .where(seesCase(viewer, 'decisions.article_id'))
    .where('decisions.article_id', 'not in', UNCOUNTED_CASES)
    .orderBy('decisions.decided_at')
    .orderBy('decisions.id')
    .execute()
  const cases = [...Map.groupBy(rows, ({ article_id }) => article_id).values()]
  return decisionFigures(
    cases.flatMap((decisions) => {
      const first = firstDecision(decisions)
      if (!first || !isReleased(first, now) || !sentOn(first).startsWith(year)) return []
      const { received_on, promised_on, from_stage } = first
      const unread = from_stage === 'screening'
      return { receivedOn: received_on, promisedOn: promised_on, decidedOn: sentOn(first), unread }
    }),
  )
}
