import type { HistoryEntry } from '../../../contract/api/case-view.ts'
import type { AuditPayloads } from '../../../contract/api/audit-payloads.ts'
import { ACTIONS, type Action } from '../../../contract/rules/accounts/actions.ts'
import { joinNames } from '../../../contract/rules/people/author-names.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { type HistorySide, DECISION_NAMES, type DecisionKind } from '../../../contract/rules/peer-review/stages.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { SentEmail } from './read-assignments.ts'

export interface AuditRow {
  at: string
  actor_id: string | null
  action: string
  after: string | null
}

const ENTRIES_MAX = 500

/** What the audit log holds about an article, the newest first. */
export const loadAudit = (db: Db, articleId: string): Promise<AuditRow[]> =>
  db
    .selectFrom('audit_entries')
    .select(['at', 'actor_id', 'action', 'after'])
    .where('subject', '=', articleId)
    // The fee plays no part in what is decided here.
    .where('action', 'not like', 'fee.%')
    .orderBy('seq', 'desc')
    .limit(ENTRIES_MAX)
    .execute()

/** What turns ids into words: the log itself names no reviewer. */
export interface Names {
  user: (id: string | null) => string
  reviewer: (assignmentId: string) => string
  reviewerById: (reviewerId: string) => string
  author: (contributorId: string) => string
  dueOn: (assignmentId: string) => string | null
}

type Told = readonly [side: HistorySide, text: string]
type Tell<A extends Action> = (after: NonNullable<AuditPayloads[A]['after']>, names: Names, actor: string) => Told

const andInvited = (invited: string | null, { reviewer }: Names): string =>
  invited === null ? '' : `; ${reviewer(invited)} was invited from the standby list`

const asked = (ids: readonly string[], words: string, { reviewer }: Names): string[] =>
  ids.length ? [`${joinNames(ids.map(reviewer))} ${words}`] : []

/** The sentences for what happens in peer review; all else uses the words of the audit log. */
const SENTENCES: { readonly [A in Action]?: Tell<A> } = {
  'article.submit': () => ['author', 'Received from the authors'],
  'article.import': () => ['journal', 'Imported'],
  'article.open-case': ({ number }) => ['editor', `Peer review opened as ${number}`],
  'article.screen': () => ['editor', 'Checked'],
  'article.change-editor': ({ editorId, isGuest }, { user }) => [
    'editor',
    isGuest
      ? editorId === null
        ? 'Guest editor removed'
        : `${user(editorId)} was invited as guest editor`
      : editorId === null
        ? 'The manuscript was left without an editor'
        : `${user(editorId)} became the editor`,
  ],
  'article.recuse': ({ editorId }, { user }) => ['editor', `${user(editorId)} declared a conflict of interest`],
  'article.lift-recusal': ({ editorId }, { user }) => [
    'editor',
    `${user(editorId)} was named as an author by mistake, and may edit the manuscript again`,
  ],
  'article.invite-reviewers': ({ invited, standby }, names) => [
    'editor',
    [...asked(invited, 'invited to review', names), ...asked(standby, 'on standby', names)].join('; '),
  ],
  'article.cancel-review': ({ assignmentId }, { reviewer }) => [
    'editor',
    `Review by ${reviewer(assignmentId)} cancelled`,
  ],
  'article.change-review': ({ assignmentId, dueOn }, { reviewer }) => [
    'editor',
    dueOn
      ? `${reviewer(assignmentId)} has until ${longDate(dueOn)} to report`
      : `New address for ${reviewer(assignmentId)}`,
  ],
  'article.move-revision-date': ({ dueOn }) => ['editor', `Revision due by ${longDate(dueOn)}`],
  'article.end-links': ({ assignmentId }, { reviewer }) => ['editor', `Links of ${reviewer(assignmentId)} ended`],
  'article.answer-co-review': ({ assignmentId, allowed }, { reviewer }) => [
    'editor',
    `Co-review with ${reviewer(assignmentId)} ${allowed ? 'allowed' : 'refused'}`,
  ],
  'article.forward-report': () => ['editor', 'Late report sent to the authors'],
  'article.release-file': ({ assignmentId }, { reviewer }, actor) => [
    'editor',
    `File of ${reviewer(assignmentId)} checked and released by ${actor}`,
  ],
  'article.replace-file': ({ assignmentId }, { reviewer }, actor) => [
    'editor',
    `File of ${reviewer(assignmentId)} replaced by ${actor}`,
  ],
  'article.give-file': ({ assignmentId }, { reviewer }) => [
    'editor',
    `File of ${reviewer(assignmentId)} sent to the authors`,
  ],
  'article.reviewer-agreed': ({ assignmentId }, { reviewer, dueOn }) => {
    const due = dueOn(assignmentId)
    return ['reviewer', `${reviewer(assignmentId)} agreed to review${due ? `; report due on ${longDate(due)}` : ''}`]
  },
  'article.conflict-declared': ({ assignmentId }, { reviewer }) => [
    'reviewer',
    `${reviewer(assignmentId)} declared a conflict of interest`,
  ],
  'article.reviewer-declined': ({ assignmentId, invited }, names) => [
    'reviewer',
    `${names.reviewer(assignmentId)} declined${andInvited(invited, names)}`,
  ],
  'article.reviewer-lapsed': ({ assignmentId, invited }, names) => [
    'journal',
    `${names.reviewer(assignmentId)} did not answer${andInvited(invited, names)}`,
  ],
  'article.report': ({ assignmentId, late, version }, { reviewer }) => [
    'reviewer',
    `${late ? 'Late report' : version > 1 ? 'Clarified report' : 'Report'} of ${reviewer(assignmentId)} arrived`,
  ],
  'article.write-to-reviewer': ({ assignmentId }, { reviewer }, actor) => [
    'editor',
    `${actor} wrote to ${reviewer(assignmentId)}`,
  ],
  'article.remind-reviewer': ({ assignmentId }, { reviewer }, actor) => [
    'editor',
    `${actor} asked for a reminder of ${reviewer(assignmentId)}`,
  ],
  'article.clarify': ({ assignmentId }, { reviewer }) => [
    'editor',
    `${reviewer(assignmentId)} asked to clarify the report`,
  ],
  'article.waive-conflict': ({ reviewerId }, { reviewerById }) => [
    'editor',
    `Conflict of interest of ${reviewerById(reviewerId)} waived`,
  ],
  'article.decide': ({ decision }, _names, actor) => ['editor', `${nameOfDecision(decision)}, decided by ${actor}`],
  'article.undo-decision': ({ decision }, _names, actor) => [
    'editor',
    `${nameOfDecision(decision)} undone by ${actor}`,
  ],
  'article.answer-authorship': ({ contributorId, answer }, { author }) => [
    'author',
    answer === 'confirmed'
      ? `${author(contributorId)} confirmed the list of authors`
      : `${author(contributorId)} says that the list of authors is not right`,
  ],
  'article.connect-orcid': ({ contributorId }, { author }) => ['author', `${author(contributorId)} connected ORCID`],
  'article.state-roles': ({ contributorId }, { author }) => ['author', `${author(contributorId)} stated what they did`],
  'article.remind-author': ({ contributorId }, { author }, actor) => [
    'editor',
    `${actor} asked for a reminder of ${author(contributorId)}`,
  ],
  'article.waive-authorship': ({ contributorId, reason }, { author }, actor) => [
    'editor',
    `${actor} goes on without the answer of ${author(contributorId)}: ${reason}`,
  ],
  'article.propose-authors': ({ names }, _names, actor) => [
    'author',
    `${actor} proposed another list of authors: ${joinNames(names)}`,
  ],
  'article.settle-authors': ({ state }, _names, actor) => [
    state === 'agreed' ? 'journal' : 'author',
    state === 'agreed'
      ? 'Everybody agreed: the proposed list of authors counts'
      : state === 'declined'
        ? 'The proposed list of authors was not agreed to'
        : `The proposed list of authors was withdrawn by ${actor}`,
  ],
  'article.revise': ({ version }) => ['author', `Version ${version} received`],
  'article.withdraw': (_after, _names, actor) => ['author', `Withdrawn by ${actor}`],
  'article.send-proof': () => ['editor', 'Proof sent to the author'],
  'article.answer-proof': ({ answer }) => [
    'author',
    answer === 'approved' ? 'Proof approved' : 'Proof corrections received',
  ],
  'article.answer-query': () => ['author', 'Question at the proof answered'],
  'article.settle-query': (_after, _names, actor) => ['editor', `Question at the proof settled by ${actor}`],
  'article.grievance': ({ kind }) => ['author', kind === 'appeal' ? 'Appeal received' : 'Complaint received'],
  'article.answer-grievance': ({ outcome }) => ['editor', `Appeal or complaint answered: ${outcome}`],
  'article.approve': (_after, _names, actor) => ['editor', `Published by ${actor}`],
}

const nameOfDecision = (kind: string): string => DECISION_NAMES[kind as DecisionKind] ?? kind

/** The sentence for one entry. */
function told({ action, actor_id, after }: AuditRow, names: Names): Told {
  const actor = names.user(actor_id)
  const sentence = SENTENCES[action as Action] as Tell<Action> | undefined
  if (sentence && after !== null) return sentence(JSON.parse(after) as never, names, actor)
  const words = ACTIONS[action as Action] ?? action
  return actor_id === null ? ['journal', `The journal ${words}`] : ['editor', `${actor} ${words}`]
}

/** What the journal itself has sent, as far as the history tells of it. */
function sent({ kind, assignment_id }: SentEmail, { reviewer }: Names): string | null {
  const name = assignment_id === null ? '' : reviewer(assignment_id)
  if (kind === 'reviewer-reminder') return `${name} reminded of the invitation`
  if (kind === 'reviewer-report-due') return `${name} reminded of the report`
  if (kind === 'author-delay') return 'The authors were told of the delay'
  return null
}

/** Everything that has happened to a manuscript, in sentences, the newest first. */
export function historyOf(audit: readonly AuditRow[], emails: readonly SentEmail[], names: Names): HistoryEntry[] {
  const entries = audit.map((row): HistoryEntry => {
    const [side, text] = told(row, names)
    return { at: row.at, side, text }
  })
  const reminders = emails.flatMap((email): HistoryEntry[] => {
    const text = email.sent_at === null ? null : sent(email, names)
    return text === null || email.sent_at === null ? [] : [{ at: email.sent_at, side: 'journal', text }]
  })
  // Stable: entries of the same time stay in the order of the log.
  return [...entries, ...reminders].toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
}
