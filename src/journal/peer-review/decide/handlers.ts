import type { decisions, PreparedDecision, SentDecision } from '../../../contract/api/decisions.ts'
import { decisionsAt } from '../../../contract/rules/peer-review/case-moves.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { choiceInWords } from '../../../contract/rules/peer-review/decision-choices.ts'
import { readersInWords } from '../../../contract/rules/peer-review/decision-letter.ts'
import { acceptanceConcerns } from '../../../contract/rules/peer-review/independence.ts'
import { DECISION_NAMES, LETTER_KINDS } from '../../../contract/rules/peer-review/stages.ts'
import { releasedAt, standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import { DEFAULT_NAME } from '../../../contract/rules/accounts/users.ts'
import { joinNames, namesInBrief } from '../../../contract/rules/people/author-names.ts'
import type { EmailKind } from '../../../contract/rules/site/email-kinds.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { latinNames } from '../../../contract/rules/text/latin-names.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Caller, Handlers } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { DecisionRow } from '../../../platform/database/review-tables.ts'
import { invalid } from '../../../platform/errors.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'
import { readReportFiles } from '../case/read-report-files.ts'
import { decide, undoDecision } from '../cases/decide.ts'
import { declaredConflicts } from '../cases/declared-conflicts.ts'
import { attachLetterFile, filesOfDraft, removeLetterFile } from '../cases/letter-files.ts'
import { peopleToWithhold } from '../cases/people-to-withhold.ts'
import type { WholeCase } from '../cases/load-cases.ts'
import { caseForEditor } from '../cases/relation.ts'
import { answersOf } from '../cases/release-reports.ts'
import { reportsForAcceptance, reportsToDecideOn, type ReportToDecideOn } from '../cases/reports-for-acceptance.ts'
import { asksForRevision, blankIn, EDITOR_BLANK, filledLetter, LETTER_EXAMPLE, type Letters } from './letters.ts'
import type { DecideResources } from '../resources.ts'

export const decisionHandlers: Handlers<{ decisions: typeof decisions }, DecideResources>['decisions'] = {
  prepare: ({ database, caller, letters }, { id }) => prepareDecision(database.db, caller, id, letters),

  decide: ({ database, caller, letters }, { id, ...form }) => {
    const blank = blankIn(letters.get(form.kind)!, form.letter)
    if (blank) throw invalid('letter', `Please replace “${blank}” before you send the letter`)
    return database.transaction(async (tx) => presentSent(tx, await decide(tx, caller, { articleId: id, ...form })))
  },

  attachFile: (resources, input) => attachLetterFile(resources, resources.caller, input),
  removeFile: (resources, input) => removeLetterFile(resources, resources.caller, input),

  undo: async ({ database, caller }, { id, decisionId }) => {
    await database.transaction((tx) => undoDecision(tx, caller, { articleId: id, decisionId }))
    return {}
  },

  letters: async ({ letters }) =>
    LETTER_KINDS.map((kind) => {
      const letter = letters.get(kind)!
      const { file, about } = letter
      return { kind, name: DECISION_NAMES[kind], about, file, text: filledLetter(letter, LETTER_EXAMPLE) }
    }),
}

/** Everything that an editor needs to decide on a manuscript. */
async function prepareDecision(db: Db, caller: Caller, articleId: string, letters: Letters): Promise<PreparedDecision> {
  const loaded = await caseForEditor(db, caller, articleId)
  const { theCase, title, rounds } = loaded
  const authors = (await loadAuthors(db, [articleId])).map(({ fullName }) => fullName)
  const editor = await db.selectFrom('users').select('full_name').where('id', '=', caller.userId).executeTakeFirst()
  const abstract = await db.selectFrom('articles').select('abstract').where('id', '=', articleId).executeTakeFirst()
  const found = await reportsToDecideOn(db, loaded)
  const round = rounds.find(({ closed_at }) => closed_at === null)
  const waiting = loaded.assignments.filter(
    ({ round_id, state }) => round_id === round?.id && (state === 'invited' || state === 'agreed'),
  )
  const names = await loadNames(db, [...found.map(({ assignment }) => assignment), ...waiting])
  const { review } = loaded.promised
  const standing = standingDecisions(loaded.decisions)
  const last = standing.at(-1)
  const concerns = acceptanceConcerns(await reportsForAcceptance(db, articleId), review.reviewers)
  const facts = {
    recommendations: found.map(({ recommendation }) => recommendation),
    concerns,
    isScreening: theCase.stage === 'screening',
  }
  const today = dayOf(new Date())
  return {
    articleId,
    number: theCase.number,
    title,
    titleText: plainTitle(title),
    latinNames: latinNames(title, abstract?.abstract ?? ''),
    authors: joinNames(namesInBrief(authors)),
    receivedOn: theCase.received_on,
    promisedOn: theCase.promised_on,
    isFirstDecision: !standing.some(({ kind }) => kind !== 'return'),
    stage: theCase.stage,
    choices: decisionsAt(theCase.stage).map((kind) => {
      const revisionDueOn = asksForRevision(kind) ? addDays(today, review.revisionDays[kind]) : null
      return {
        kind,
        about: choiceInWords(kind, facts),
        revisionDueOn,
        letter: filledLetter(
          letters.get(kind)!,
          {
            authors: joinNames(authors) || 'authors',
            title: plainTitle(title),
            number: theCase.number,
            due: longDate(revisionDueOn),
            editor: !editor || editor.full_name === DEFAULT_NAME ? EDITOR_BLANK : editor.full_name,
            reviewers: readersInWords(found.length),
          },
          loaded.promised,
        ),
      }
    }),
    reports: await presentReports(db, loaded, found, names),
    files: await filesOfDraft(db, { userId: caller.userId, articleId }),
    waitingFor: waiting.map(({ reviewer_id }) => names.get(reviewer_id) || 'A reviewer'),
    concerns,
    withheld: await peopleToWithhold(db, { articleId }),
    last: last ? await presentSent(db, last) : null,
  }
}

async function loadNames(db: Db, assignments: readonly { reviewer_id: string }[]): Promise<Map<string, string>> {
  if (!assignments.length) return new Map()
  const rows = await db
    .selectFrom('reviewers')
    .select(['id', 'full_name'])
    .where(
      'id',
      'in',
      assignments.map(({ reviewer_id }) => reviewer_id),
    )
    .execute()
  return new Map(rows.map(({ id, full_name }) => [id, full_name]))
}

async function presentReports(
  db: Db,
  { theCase, decisions: made }: WholeCase,
  found: readonly ReportToDecideOn[],
  names: ReadonlyMap<string, string>,
): Promise<PreparedDecision['reports']> {
  const files = await readReportFiles(
    db,
    found.map(({ id }) => id),
    made,
  )
  const told = await declaredConflicts(db, theCase.article_id)
  return found.map((report) => ({
    id: report.id,
    label: report.assignment.label,
    reviewer: names.get(report.assignment.reviewer_id) ?? '',
    recommendation: report.recommendation,
    toAuthors: report.to_authors,
    toEditor: report.to_editor,
    conflicts: told(report.assignment.reviewer_id),
    answers: answersOf(report),
    isOfEarlierRound: report.isOfEarlierRound,
    isBeingClarified: report.assignment.state === 'agreed',
    submittedAt: report.submitted_at,
    files: files.get(report.id) ?? [],
  }))
}

/** A decision that has been made, as its page shows it: who receives what, and how long it can be undone. */
async function presentSent(db: Db, decision: DecisionRow): Promise<SentDecision> {
  const by = await db.selectFrom('users').select('full_name').where('id', '=', decision.decided_by).executeTakeFirst()
  const emails = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('decision_id', '=', decision.id)
    .groupBy('kind')
    .execute()
  const countOf = (kind: EmailKind) => Number(emails.find((one) => one.kind === kind)?.count ?? 0)
  const letterAt = releasedAt(decision.decided_at)
  return {
    id: decision.id,
    kind: decision.kind,
    decidedBy: by?.full_name ?? 'An editor',
    decidedAt: decision.decided_at,
    revisionDueOn: decision.revision_due_on,
    letterAt: letterAt.toISOString(),
    undoSeconds: Math.max(0, Math.ceil((letterAt.getTime() - Date.now()) / 1000)),
    recipients: {
      authors: countOf('author-decision'),
      reporters: countOf('reviewer-outcome'),
      cancelled: countOf('reviewer-cancelled'),
    },
  }
}
