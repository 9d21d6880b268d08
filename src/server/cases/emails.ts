import { counted } from '../../contract/domain/counted.ts'
import { longDate } from '../../contract/domain/dates.ts'
import { paths } from '../../contract/domain/paths.ts'
import { composeLetter, LETTER_SUBJECTS } from '../../contract/domain/peer-review/decision-letter.ts'
import type { ReviewEmailKind } from '../../contract/domain/peer-review/email-kinds.ts'
import { DECISION_NAMES } from '../../contract/domain/peer-review/stages.ts'
import type { AnyKindOfEmail, KindOfEmail } from '../email/kinds.ts'
import { address, paragraphs, plain, titled, type Value } from '../email/values.ts'
import { emailFacts, type EmailFacts } from './email-facts.ts'
import { EXAMPLE } from './email-example.ts'
import { letterValue } from './letter-value.ts'
import { makeReviewLink } from './links.ts'
import { notifyEditors, type AboutCase } from './notify.ts'

type About = AboutCase & EmailFacts
type Values = Record<string, (about: About, publicUrl: string) => Value>

/** Why a review is no longer needed, by the reason for which its assignment was closed. */
const WHY: Record<string, string> = {
  editor: 'The editor has found other reviewers.',
  decision: 'The editor has made a decision on the reports that had arrived.',
  withdrawn: 'The authors have withdrawn the manuscript.',
}

const ANSWERED = { approved: 'approved', corrections: 'with corrections' } as const

const day = (of: (about: About) => string | null | undefined) => (about: About) => plain(longDate(of(about)))

/** What every email of peer review may say. */
const COMMON: Values = {
  title: ({ title }) => titled(title),
  number: ({ theCase }) => plain(theCase.number),
  promised: day(({ theCase }) => theCase.promised_on),
}

const REVIEWER: Values = {
  ...COMMON,
  authors: ({ authors }) => plain(authors),
  abstract: ({ abstract }) => paragraphs(abstract),
  message: ({ assignment }) => paragraphs(assignment?.message ?? ''),
  invited: day(({ assignment }) => assignment?.invited_at),
  replyDue: day(({ assignment }) => assignment?.reply_due_on),
  reportDays: ({ assignment }) => plain(`within ${counted(assignment?.report_days ?? 0, 'day')}`),
  due: day(({ assignment }) => assignment?.due_on),
  question: ({ assignment }) => paragraphs(assignment?.clarify_text ?? ''),
  toAuthors: ({ report }) => paragraphs(report?.to_authors ?? ''),
  toEditor: ({ report }) => paragraphs(report?.to_editor || 'Nothing.'),
  recommendation: ({ report }) => plain(report ? DECISION_NAMES[report.recommendation].toLowerCase() : ''),
  decision: ({ decision }) => plain(decision ? DECISION_NAMES[decision.kind].toLowerCase() : ''),
  why: ({ step }) => plain(WHY[step ?? ''] ?? WHY.editor!),
  article: ({ articleId }, publicUrl) => address(publicUrl + paths.article(articleId)),
}

/** Reviewers' names, for editors and for the colleagues whom reviewers have named. */
const WITH_NAMES: Values = {
  ...COMMON,
  reviewer: ({ reviewer }) => plain(reviewer),
  colleague: ({ coReviewer }) => plain(coReviewer?.full_name ?? ''),
}

const EDITOR: Values = {
  ...WITH_NAMES,
  received: day(({ theCase }) => theCase.received_on),
  next: ({ nextReviewer }) =>
    plain(
      nextReviewer
        ? `${nextReviewer}, the next on standby, has been invited.`
        : 'Nobody is on standby: please invite another reviewer.',
    ),
  conflict: ({ assignment }) => paragraphs(assignment?.conflict_text ?? ''),
  due: day(({ assignment, grievance }) => grievance?.due_on ?? assignment?.due_on),
  grievance: ({ grievance }) => plain(grievance?.kind ?? ''),
  answer: ({ proof }) => plain(proof?.answer ? ANSWERED[proof.answer] : ''),
  text: ({ message, grievance, proof, theCase }) =>
    paragraphs(message?.text ?? grievance?.text ?? proof?.corrections ?? theCase.withdraw_reason ?? 'None was given.'),
  link: ({ articleId }, publicUrl) => address(publicUrl + paths.case(articleId)),
}

const AUTHOR: Values = {
  ...COMMON,
  letter: ({ decision, released }) => letterValue(composeLetter(decision?.letter ?? '', released)),
  decision: ({ decision }) => plain(decision ? LETTER_SUBJECTS[decision.kind] : ''),
  due: day(({ decision, proof, grievance }) => proof?.due_on ?? grievance?.due_on ?? decision?.revision_due_on),
  reason: () => plain('Reports from reviewers take longer than we had hoped.'),
  grievance: ({ grievance }) => plain(grievance?.kind ?? ''),
  answer: ({ grievance }) => paragraphs(grievance?.answer ?? ''),
  text: ({ message, theCase }) => paragraphs(message?.text ?? theCase.withdraw_reason ?? ''),
  link: ({ articleId }, publicUrl) => address(publicUrl + paths.manuscript(articleId)),
}

type Kind = KindOfEmail<AboutCase, EmailFacts>

const toReviewer = (more: Partial<Kind> = {}): Kind => ({
  values: REVIEWER,
  example: EXAMPLE,
  load: emailFacts,
  secretLink: async (tx, { assignmentId }, { recipient, publicUrl }) =>
    makeReviewLink(tx, publicUrl, { assignmentId: assignmentId!, email: recipient }),
  // The address may be mistyped: without this, the editor would wait for an answer that cannot come.
  refused: async (tx, email) => {
    const about = JSON.parse(email.data) as AboutCase
    if (about.assignmentId) await notifyEditors(tx, 'editor-undeliverable', about)
  },
  ...more,
})
const toEditor = (): Kind => ({ values: EDITOR, example: EXAMPLE, load: emailFacts })
const toAuthor = (): Kind => ({ values: AUTHOR, example: EXAMPLE, load: emailFacts })

/** The kinds of email of peer review. */
export const reviewEmails: Readonly<Record<ReviewEmailKind, AnyKindOfEmail>> = {
  'reviewer-invitation': toReviewer(),
  'reviewer-second-round': toReviewer(),
  'reviewer-reminder': toReviewer(),
  'reviewer-thanks': toReviewer(),
  'reviewer-report-due': toReviewer(),
  'reviewer-copy': toReviewer(),
  'reviewer-report-entered': toReviewer(),
  'reviewer-clarify': toReviewer(),
  'reviewer-outcome': toReviewer(),
  'reviewer-cancelled': toReviewer(),
  'reviewer-link': toReviewer(),
  'reviewer-published': toReviewer(),
  'co-reviewer-invitation': {
    ...toReviewer(),
    values: WITH_NAMES,
    secretLink: async (tx, { assignmentId, coReviewerId = null }, { recipient, publicUrl }) =>
      makeReviewLink(tx, publicUrl, { assignmentId: assignmentId!, coReviewerId, email: recipient }),
  } satisfies Kind,
  'editor-screening-late': toEditor(),
  'editor-reviewer-declined': toEditor(),
  'editor-reviewer-lapsed': toEditor(),
  'editor-conflict-declared': toEditor(),
  'editor-report': toEditor(),
  'editor-reports-complete': toEditor(),
  'editor-late-report': toEditor(),
  'editor-report-overdue': toEditor(),
  'editor-decide-now': toEditor(),
  'editor-revision-received': toEditor(),
  'editor-withdrawn': toEditor(),
  'editor-message': toEditor(),
  'editor-co-review': toEditor(),
  'editor-undeliverable': toEditor(),
  'editor-appeal': toEditor(),
  'editor-appeal-due': toEditor(),
  'editor-proof-answered': toEditor(),
  'editor-case-assigned': toEditor(),
  'author-decision': toAuthor(),
  'author-delay': toAuthor(),
  'author-revision-due': toAuthor(),
  'author-revision-received': toAuthor(),
  'author-proof': toAuthor(),
  'author-proof-due': toAuthor(),
  'author-appeal-received': toAuthor(),
  'author-appeal-answered': toAuthor(),
  'author-message': toAuthor(),
  'author-withdrawn': toAuthor(),
}
