import { journal } from '../../../contract/journal.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { calendarFile } from './calendar-file.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { composeLetter, LETTER_SUBJECTS } from '../../../contract/rules/peer-review/decision-letter.ts'
import type { ReviewEmailKind } from '../../../contract/rules/peer-review/email-kinds.ts'
import {
  DECISION_NAMES,
  type AssignmentState,
  type CaseStage,
  type DecisionKind,
  type GrievanceKind,
} from '../../../contract/rules/peer-review/stages.ts'
import type { AnyKindOfEmail, KindOfEmail } from '../../../platform/email/kinds.ts'
import { address, mayBecomeLink, paragraphs, plain, titled, type Value } from '../../../platform/email/values.ts'
import { findUserByEmail } from '../../accounts/users/queries.ts'
import { emailFacts, type EmailFacts } from './email-facts.ts'
import { EXAMPLE } from './email-example.ts'
import { letterValue } from './letter-value.ts'
import { makePersonLink } from '../authorship/links.ts'
import { makeReviewLink } from './links.ts'
import { notifyEditors, type AboutCase } from './notify.ts'
import { isByEditor, isPointless } from './reminders.ts'
import { isEditorOf, isSubmitterOf } from './relation.ts'

type About = AboutCase & EmailFacts
type Values = Record<string, (about: About, publicUrl: string) => Value>

/** Why a review is no longer needed, by the reason for which its assignment was closed. */
const WHY: Record<string, string> = {
  editor: 'The editor can now proceed without it.',
  decision: 'The editor has decided on the basis of the reports that had arrived.',
  withdrawn: 'The manuscript has been withdrawn.',
  conflict: 'Thank you for declaring a conflict of interest: the editor has decided to do without your report.',
}

/** Before a reviewer agrees: what may become of the report. */
const PUBLICATION_ASKED =
  'If the article is published, your report may be published with it, as the authors receive it. That needs your consent and the authors’: in the form you choose whether with your name, without it, or not at all. What you write to the editor alone is never published.'

/** How authors have answered a proof. */
const ANSWERED = {
  approved: 'The authors have approved the proof of this article.',
  corrections: 'The authors have listed corrections to the proof of this article.',
} as const

/**
 * Why a decision is late, by what authors know of the stage: more would tell them what reviewers have done.
 */
const DELAYED: Partial<Record<CaseStage, string>> = {
  screening: 'The editor has not been able to finish the initial check of the manuscript yet.',
  reviewing:
    'Peer review is taking longer than we had planned: reports are still awaited, or the editor has not been able to weigh them yet.',
}

/** A decision as its outcome. */
const DECIDED: Record<DecisionKind, string> = {
  return: 'returned to the authors',
  decline: 'declined',
  minor: 'minor revision',
  major: 'major revision',
  accept: 'accepted',
  reopen: 'returned to review',
}

const A_GRIEVANCE: Record<GrievanceKind, string> = { appeal: 'an appeal', complaint: 'a complaint' }

/** 'is due on' before that day and on it, 'was due on' after it: the step of a reminder ends in its day. */
const isDue = ({ step }: About): Value => plain(/ \+[1-9]\d*$/.test(step ?? '') ? 'was due on' : 'is due on')

/** So many messages are read out in one email; the case has the earlier ones too. */
const MESSAGES_SHOWN = 10

/** One message, or the newest of several with their numbers. */
function textOf(messages: About['messages']): string | null {
  const { length } = messages
  if (length <= 1) return messages[0]?.text ?? null
  return messages
    .map(({ text }, at) => `Message ${at + 1} of ${length}:\n\n${text}`)
    .slice(-MESSAGES_SHOWN)
    .join('\n\n')
}

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
  editor: ({ editor }) => plain(editor === null ? 'The editors' : `${editor}, Editor`),
  // The same letter in all rounds.
  asReviewer: ({ assignment }) =>
    plain(
      !assignment?.label
        ? ''
        : assignment.publication === 'reports'
          ? `The authors know you as reviewer ${assignment.label}, and learn your name only if you sign a report that is published.`
          : `The authors know you as reviewer ${assignment.label}, and never learn your name.`,
    ),
  invited: day(({ assignment }) => assignment?.invited_at),
  replyDue: day(({ assignment }) => assignment?.reply_due_on),
  reportDays: ({ assignment }) => plain(`within ${counted(assignment?.report_days ?? 0, 'day')}`),
  due: day(({ assignment }) => assignment?.due_on),
  isDue,
  anonymity: ({ assignment }) =>
    plain(
      assignment?.publication === 'reports'
        ? 'Authors learn your name only if you sign a report that is published.'
        : 'Authors never learn your name.',
    ),
  publication: ({ assignment }) => plain(assignment?.publication === 'reports' ? PUBLICATION_ASKED : ''),
  confidential: ({ assignment }) =>
    plain(
      assignment?.publication === 'reports'
        ? 'Your name stays confidential unless you choose to sign a published report or to share the certificate.'
        : 'Your name stays confidential unless you choose to share the certificate.',
    ),
  signed: ({ step }) => plain(step === 'named' ? 'with your name' : 'without your name'),
  reviews: ({ articleId }, publicUrl) => address(publicUrl + paths.articleReviews(articleId)),
  question: ({ assignment }) => paragraphs(assignment?.clarify_text ?? ''),
  toAuthors: ({ report }) => paragraphs(report?.to_authors ?? ''),
  toEditor: ({ report }) => paragraphs(report?.to_editor || 'Nothing.'),
  recommendation: ({ report }) => plain(report ? DECISION_NAMES[report.recommendation].toLowerCase() : ''),
  decision: ({ decision }) => plain(decision ? DECIDED[decision.kind] : ''),
  why: ({ step }) => plain(WHY[step ?? ''] ?? WHY.editor!),
  article: ({ articleId }, publicUrl) => address(publicUrl + paths.article(articleId)),
  messages: ({ messages: { length } }) => plain(length > 1 ? counted(length, 'message') : 'A message'),
  text: ({ messages }) => paragraphs(textOf(messages) ?? ''),
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
  address: ({ assignment }) => plain(assignment?.email ?? ''),
  promise: ({ hasDecision, theCase }) =>
    plain(hasDecision ? '' : `The authors have been promised a decision by ${longDate(theCase.promised_on)}.`),
  who: ({ coReviewer, reviewer }) =>
    plain(coReviewer ? `${coReviewer.full_name}, a colleague of ${reviewer},` : reviewer),
  conflict: ({ assignment, coReviewer }) =>
    paragraphs((coReviewer ? coReviewer.conflict_text : assignment?.conflict_text) ?? ''),
  due: day(({ assignment, grievance }) => grievance?.due_on ?? assignment?.due_on),
  grievance: ({ grievance }) => plain(grievance?.kind ?? ''),
  aGrievance: ({ grievance }) => plain(grievance ? A_GRIEVANCE[grievance.kind] : ''),
  answer: ({ proof }) => plain(proof?.answer ? ANSWERED[proof.answer] : ''),
  messages: ({ messages: { length } }) => plain(length > 1 ? counted(length, 'message') : 'a message'),
  answered: ({ proof }) => plain(proof?.answer === 'corrections' ? 'proof corrections' : 'proof approved'),
  text: ({ messages, grievance, proof, queries, theCase }) =>
    paragraphs(
      textOf(messages) ??
        // The list of emails is open to all administrators, and a complaint may be about one of them.
        (grievance?.kind === 'complaint' ? 'You can read it on the page of the manuscript.' : grievance?.text) ??
        (proof ? proofInWords(proof, queries) : (theCase.withdraw_reason ?? 'None was given.')),
    ),
  author: ({ listed }) => plain(listed?.fullName ?? ''),
  because: ({ listed }) => paragraphs(listed?.reason || 'No reason was given.'),
  link: ({ articleId }, publicUrl) => address(publicUrl + paths.case(articleId)),
}

/** What waits for the authors at the passages of a proof. */
const questions: Values[string] = ({ queries: { length } }) =>
  plain(
    length
      ? `The editor has put ${counted(length, 'question')} at passages of it. Please answer ${length === 1 ? 'it' : 'them'} before the proof is approved.`
      : '',
  )

/** What the authors have answered: corrections, and the questions with their answers. */
const proofInWords = ({ corrections }: { corrections: string | null }, queries: EmailFacts['queries']): string =>
  [corrections, ...queries.map(({ question, answer }) => `${question}\n${answer ?? 'No answer.'}`)]
    .filter(Boolean)
    .join('\n\n')

const AUTHOR: Values = {
  ...COMMON,
  questions,
  letter: ({ decision, released, fileNames, latinNames }) =>
    letterValue(composeLetter(decision?.letter ?? '', released, fileNames), latinNames),
  decision: ({ decision }) => plain(decision ? LETTER_SUBJECTS[decision.kind] : ''),
  // Only a decline can be appealed.
  appeal: ({ decision }) =>
    plain(
      decision?.kind === 'decline'
        ? 'If you believe this decision is based on an error, you can appeal on your manuscript’s page.'
        : '',
    ),
  due: day(({ decision, proof, grievance }) => proof?.due_on ?? grievance?.due_on ?? decision?.revision_due_on),
  isDue,
  reason: ({ theCase }) => plain(DELAYED[theCase.stage] ?? ''),
  grievance: ({ grievance }) => plain(grievance?.kind ?? ''),
  answer: ({ grievance }) => paragraphs(grievance?.answer ?? ''),
  messages: ({ messages: { length } }) => plain(length > 1 ? counted(length, 'message') : 'A message'),
  text: ({ messages, theCase }) => paragraphs(textOf(messages) ?? theCase.withdraw_reason ?? ''),
  author: ({ listed }) => plain(listed?.fullName ?? ''),
  because: ({ listed }) => paragraphs((listed?.isReasonShared && listed.reason) || ''),
  link: ({ articleId }, publicUrl) => address(publicUrl + paths.manuscript(articleId)),
}

/** For the other authors, by a link of their own. */
const CO_AUTHOR: Values = {
  ...COMMON,
  questions,
  submitter: ({ submitter }) => plain(mayBecomeLink(submitter) ? 'The author who sent it' : submitter),
  // No editor has read it yet.
  unreadTitle: ({ title }) => titled(mayBecomeLink(title) ? 'The title is on that page.' : title),
  place: ({ listed }) => plain(String(listed?.place ?? '')),
  authors: ({ listed }) => plain(String(listed?.authors ?? '')),
  due: day(({ proof }) => proof?.due_on),
  article: ({ articleId }, publicUrl) => address(publicUrl + paths.article(articleId)),
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
const toColleague = (): Kind => ({
  ...toReviewer(),
  values: WITH_NAMES,
  secretLink: async (tx, { assignmentId, coReviewerId = null }, { recipient, publicUrl }) =>
    makeReviewLink(tx, publicUrl, { assignmentId: assignmentId!, coReviewerId, email: recipient }),
})

/** The example with only one of what an author may have written or been sent, as in a real email. */
const exampleWith = (only: 'message' | 'grievance' | 'proof' | null): Kind['example'] => ({
  ...EXAMPLE,
  messages: only === 'message' ? EXAMPLE.messages : [],
  grievance: only === 'grievance' ? EXAMPLE.grievance : null,
  proof: only === 'proof' ? EXAMPLE.proof : null,
  queries: only === 'proof' ? EXAMPLE.queries : [],
})
const NOTHING_ELSE: Partial<Kind> = { example: exampleWith(null) }
const GRIEVANCE: Partial<Kind> = { example: exampleWith('grievance') }
const PROOF: Partial<Kind> = { example: exampleWith('proof') }

/** What waits for someone who edits the case no longer, or has left the address, is dropped. */
const factsForEditor: Kind['load'] = async (db, about, to) => {
  const user = await findUserByEmail(db, to.recipient.toLowerCase())
  const edits = user && (await isEditorOf(db, { userId: user.id, role: user.role }, about.articleId))
  return edits ? emailFacts(db, about, to) : null
}

const toEditor = (more: Partial<Kind> = {}): Kind => ({
  ...{ values: EDITOR, example: EXAMPLE, load: factsForEditor },
  ...more,
})
const toAuthor = (more: Partial<Kind> = {}): Kind => ({ values: AUTHOR, example: EXAMPLE, load: emailFacts, ...more })
const toCoAuthor = (more: Partial<Kind> = {}): Kind => ({
  ...{ values: CO_AUTHOR, example: EXAMPLE, load: emailFacts },
  secretLink: (tx, { articleId }, { recipient, publicUrl, at }) =>
    makePersonLink(tx, publicUrl, { purpose: 'authorship', subjectId: articleId, email: recipient }, at),
  ...more,
})
/** To the submitter with the address of their page, to all others with a link of their own. */
const toAllAuthors = (more: Partial<Kind> = {}): Kind => {
  const { link: _link, ...values } = AUTHOR
  return {
    ...toCoAuthor({ values, ...more }),
    secretLink: async (tx, about, to) => {
      const user = await findUserByEmail(tx, to.recipient.toLowerCase())
      const own = user && (await isSubmitterOf(tx, user.id, about.articleId))
      return own ? to.publicUrl + paths.manuscript(about.articleId) : toCoAuthor().secretLink!(tx, about, to)
    },
  }
}
/** Not sent any more once the person has answered, is not named any more, or has another address. */
const STILL_ASKED: Partial<Kind> = {
  load: async (db, about, to) => {
    const facts = await emailFacts(db, about, to)
    return facts?.listed?.email === to.recipient ? facts : null
  },
  isPointless: async (_db, { listed, theCase }) => listed?.state !== 'asked' || theCase.closed_at !== null,
}
/** Not sent any more once the person has changed their mind. */
const STILL_DECLINED: Partial<Kind> = {
  isPointless: async (_db, { listed }) => listed?.state !== 'declined',
}
/** Said of a review that is in one of these states; it is not sent if it has moved on since. */
const whileIt = (...states: AssignmentState[]): Partial<Kind> => ({
  isPointless: async (_db, { assignment }) => assignment !== null && !states.includes(assignment.state),
})
/** A decision that cancels an assignment can be undone: until then emails about the assignment stay. */
const INVITED = whileIt('invited', 'cancelled')
const AGREED = whileIt('agreed', 'submitted', 'cancelled')
/** A step of the timetable, which is not sent any more once it has become pointless. */
const TIMED: Partial<Kind> = { isPointless }
/** The same, or sent by an editor: it holds while the reviewer has still to do what it is about. */
const timedWhileIt = (state: AssignmentState): Partial<Kind> => ({
  isPointless: async (db, about, at) =>
    isByEditor(about.step) ? about.assignment?.state !== state : isPointless(db, about, at),
})

/** The day on which a report is due, for the reviewer's calendar. It holds no secret link: calendars are shared. */
const dueDate: Kind['attachments'] = ({ assignment, title }) =>
  assignment?.due_on
    ? [
        {
          filename: 'report-due.ics',
          contentType: 'text/calendar; charset=utf-8',
          content: calendarFile({
            uid: `${assignment.id}@${journal().abbreviation.toLowerCase()}`,
            title: `Report due: ${plainTitle(title)}`,
            description: `Your report for the ${journal().name} is due. Our email to you has the link to the form.`,
            due: assignment.due_on,
            at: assignment.replied_at ?? assignment.created_at,
          }),
        },
      ]
    : []

/** The kinds of email of peer review. */
export const reviewEmails: Readonly<Record<ReviewEmailKind, AnyKindOfEmail>> = {
  'reviewer-invitation': toReviewer(INVITED),
  'reviewer-second-round': toReviewer(INVITED),
  'reviewer-reminder': toReviewer(timedWhileIt('invited')),
  'reviewer-thanks': toReviewer({ attachments: dueDate, ...AGREED }),
  'reviewer-conflict-waived': toReviewer({ attachments: dueDate, ...AGREED }),
  'reviewer-report-due': toReviewer(timedWhileIt('agreed')),
  'reviewer-copy': toReviewer(),
  'reviewer-report-entered': toReviewer(),
  'reviewer-message': toReviewer({ example: exampleWith('message') }),
  'reviewer-clarify': toReviewer(whileIt('agreed', 'cancelled')),
  'reviewer-outcome': toReviewer(),
  'reviewer-cancelled': toReviewer(whileIt('cancelled')),
  'reviewer-withdrawn': toReviewer(),
  'reviewer-link': toReviewer(),
  'reviewer-published': toReviewer(),
  'reviewer-online': toReviewer({ example: { ...EXAMPLE, step: 'named' } }),
  'co-reviewer-invitation': toColleague(),
  'co-reviewer-conflict-waived': toColleague(),
  'co-author-named': toCoAuthor(STILL_ASKED),
  'co-author-change': toCoAuthor(STILL_ASKED),
  'co-author-removed': toCoAuthor(STILL_ASKED),
  'co-author-reminder': toCoAuthor({
    ...STILL_ASKED,
    isPointless: async (db, about, at) =>
      about.listed?.state !== 'asked' || (!isByEditor(about.step) && (await isPointless(db, about, at))),
  }),
  'co-author-link': toCoAuthor(),
  'co-author-proof': toCoAuthor({
    ...PROOF,
    isPointless: async (_db, { proof }) => proof === null || proof.answer !== null,
  }),
  'co-author-published': {
    values: { ...CO_AUTHOR, link: CO_AUTHOR.article! },
    ...{ example: EXAMPLE, load: emailFacts },
  } satisfies Kind,
  'editor-screening-late': toEditor(TIMED),
  'editor-reviewer-declined': toEditor(whileIt('declined')),
  'editor-reviewer-lapsed': toEditor(whileIt('lapsed')),
  'editor-conflict-declared': toEditor({ ...TIMED, example: { ...EXAMPLE, coReviewer: null } }),
  'editor-report': toEditor(),
  'editor-reports-complete': toEditor(),
  'editor-late-report': toEditor(),
  'editor-report-overdue': toEditor({ ...NOTHING_ELSE, ...TIMED }),
  'editor-decide-now': toEditor(TIMED),
  'editor-revision-received': toEditor(),
  'editor-withdrawn': toEditor(NOTHING_ELSE),
  'editor-message': toEditor(),
  'editor-co-review': toEditor({ isPointless: async (_db, { coReviewer }) => coReviewer?.state !== 'asked' }),
  'editor-link-astray': toEditor(),
  'editor-undeliverable': toEditor(),
  'editor-appeal': toEditor(GRIEVANCE),
  // Also to the journal’s contact address, without what it says.
  'editor-nobody-to-answer': toEditor({ ...GRIEVANCE, load: emailFacts }),
  'editor-appeal-due': toEditor({ ...GRIEVANCE, ...TIMED }),
  'editor-proof-answered': toEditor(PROOF),
  'editor-author-declined': toEditor(STILL_DECLINED),
  'editor-case-assigned': toEditor(),
  'editor-case-free': toEditor({
    isPointless: async (_db, { theCase }) => theCase.editor_id !== null || theCase.closed_at !== null,
  }),
  'editor-named-as-author': {
    // What an author may know, and no more.
    values: { title: ({ title }) => titled(title), submitter: ({ submitter }) => plain(submitter) },
    example: EXAMPLE,
    load: emailFacts,
  } satisfies Kind,
  'editor-nobody-left': {
    values: { link: (_data, publicUrl) => address(publicUrl + paths.adminUsers) },
    example: { name: 'Samina Farooqi' },
  } satisfies KindOfEmail<{ name: string }>,
  'author-decision': toAllAuthors(NOTHING_ELSE),
  'author-delay': toAuthor(TIMED),
  'author-revision-due': toAuthor({ ...NOTHING_ELSE, ...TIMED }),
  'author-revision-received': toAuthor(),
  'author-proof': toAuthor(PROOF),
  'author-proof-due': toAuthor({ ...PROOF, ...TIMED }),
  'author-appeal-received': toAuthor(GRIEVANCE),
  'author-appeal-answered': toAuthor(GRIEVANCE),
  'author-list-declined': toAuthor(STILL_DECLINED),
  'author-message': toAuthor(),
  'author-withdrawn': toAuthor(NOTHING_ELSE),
}
