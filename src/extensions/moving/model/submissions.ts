import type { Context } from './context.ts'
import { dayIn, historyInOrder, momentIn } from './dates.ts'
import { NO_FILES, SubmissionFiles } from './galleys.ts'
import { oldHistory } from './history.ts'
import { manuscriptStage } from './manuscript-stage.ts'
import type { OldArticle, OldHistory, OldManuscript, OldPublication, PrivateFile } from './objects.ts'
import { oldPublication } from './publications.ts'
import { Ledger } from './reckoning.ts'
import { REVIEWERS_COMMENT } from './reviews.ts'
import { idIn, inOrder, numberIn, valueOf, type Row } from './rows.ts'
import { inMainLanguage, Settings } from './settings.ts'

/** 3 is published: the only publications that readers ever saw. */
const PUBLISHED = '3'

/** The articles and manuscripts of the journal, one after the other: one at a time is in memory. */
export function* oldSubmissions(context: Context): Iterable<OldArticle | OldManuscript> {
  for (const row of context.source.where('submissions', 'context_id', context.journalId)) {
    yield oldSubmission(row, context)
  }
}

export function oldSubmission(row: Row, context: Context): OldArticle | OldManuscript {
  const { source } = context
  const ledger = new Ledger()
  ledger.take('submissions', [row])
  const id = idIn(row, 'submission_id') ?? ''
  const files = new SubmissionFiles(id, context, ledger)
  const publications = inOrder(source.where('publications', 'submission_id', id), 'publication_id', 'version')
  const isArticle = isPublic(row, publications, context, ledger)
  const drafts = isArticle ? publications.filter((one) => !isPublished(one)) : []
  const versions = publications
    .filter((one) => !isArticle || isPublished(one))
    .map((one) => oldPublication(one, row, isArticle ? files : files.unpublished(), context, ledger))
  leaveDrafts(drafts, row, context, ledger)
  const settings = new Settings(
    'submission_settings',
    source.where('submission_settings', 'submission_id', id),
    ledger,
    context,
  )
  const toEditors = inMainLanguage(settings.html('commentsForTheEditors'), context.mainLanguage)
  settings.finish()
  const history = oldHistory(id, context, ledger)
  leaveComments(id, history, context, ledger)
  const privateFiles = files.rest()
  const found = { id, versions, privateFiles, history }
  if (isArticle) return { kind: 'article', ...found, ...daysOf(row, versions, history, ledger), ...ledger.reckoning() }
  const stage = stageOf(row, publications, history, privateFiles, context)
  const receivedAt = momentIn(valueOf(row, 'date_submitted'))
  if (stage === 'never sent') ledger.leaveAll('was never sent')
  return { kind: 'manuscript', ...found, stage, receivedAt, toEditors, ...ledger.reckoning() }
}

const isPublished = (publication: Row): boolean => valueOf(publication, 'status') === PUBLISHED

/** Readers saw it if submission and publication have that status, and its issue, if it has one, is published. */
function isPublic(row: Row, publications: readonly Row[], { source, issues }: Context, ledger: Ledger): boolean {
  const newest = publications.findLast(isPublished)
  if (valueOf(row, 'status') !== PUBLISHED || !newest) return false
  const settings = [...source.where('publication_settings', 'publication_id', idIn(newest, 'publication_id') ?? '')]
  const inSettings = settings.find((one) => one.setting_name === 'issueId')
  const issueId = (inSettings && idIn(inSettings, 'setting_value')) ?? idIn(newest, 'issue_id')
  if (issueId === null || issues.get(issueId) !== false) return true
  ledger.note('future issue', 'publications', newest, issueId)
  return false
}

/**
 * Drafts of a published article: nothing of them is moved, and none of their files is public by them. What they share with
 * a published version, such as its DOI, is that version's.
 */
function leaveDrafts(drafts: readonly Row[], submission: Row, context: Context, ledger: Ledger): void {
  if (!drafts.length) return
  const moved = new Set(ledger.rows.map(({ table, key }) => `${table}/${key}`))
  const draft = new Ledger()
  for (const one of drafts) oldPublication(one, submission, NO_FILES, context, draft)
  draft.leaveAll('a draft that was never public')
  for (const row of draft.leftOut) if (!moved.has(`${row.table}/${row.key}`)) ledger.leftOut.push(row)
}

/** Comments of reviews that are not there, and the notes of an editor that older versions kept as comments. */
function leaveComments(id: string, { rounds }: OldHistory, { source }: Context, ledger: Ledger): void {
  const reviews = new Set(rounds.flatMap((round) => round.reviews.map((review) => review.id)))
  for (const row of source.where('submission_comments', 'submission_id', id)) {
    if (valueOf(row, 'comment_type') !== REVIEWERS_COMMENT) ledger.leave('submission_comments', [row], 'not used')
    else if (!reviews.has(idIn(row, 'assoc_id') ?? '')) ledger.leave('submission_comments', [row], 'belongs to nothing')
  }
}

/** Received, and the last acceptance: only in an order that can be. */
function daysOf(
  row: Row,
  versions: readonly OldPublication[],
  history: OldHistory,
  ledger: Ledger,
): Pick<OldArticle, 'receivedOn' | 'acceptedOn'> {
  const accepted = history.decisions.findLast(({ kind }) => kind === 'accept')
  const { isOutOfOrder, ...days } = historyInOrder({
    received: dayIn(valueOf(row, 'date_submitted')),
    accepted: accepted?.decidedAt?.slice(0, 10) ?? null,
    published: versions[0]?.publishedOn ?? null,
  })
  if (isOutOfOrder) ledger.note('history out of order', 'submissions', row, valueOf(row, 'date_submitted') ?? '')
  return { receivedOn: days.received, acceptedOn: days.accepted }
}

function stageOf(
  row: Row,
  publications: readonly Row[],
  { decisions, rounds }: OldHistory,
  files: readonly PrivateFile[],
  { family }: Context,
): OldManuscript['stage'] {
  const revisions = files.filter(({ stage }) => stage === 'revision').flatMap(({ sentAt }) => sentAt ?? [])
  return manuscriptStage({
    wasSent: family.wasSent(row),
    status: valueOf(row, 'status'),
    stageId: String(numberIn(row, 'stage_id')),
    wasPublic: publications.some((one) => dayIn(valueOf(one, 'date_published')) !== null),
    decisions,
    revisionSentAt: revisions.sort().at(-1) ?? null,
    hasReviewers: rounds.some(({ reviews }) => reviews.some(({ state }) => state !== 'cancelled')),
  })
}
