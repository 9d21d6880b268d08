import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { extensionOf } from '../../../contract/rules/files/file-rules.ts'
import { whileErasing } from '../../../platform/database/erasing.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { PublishedReviewRow } from '../../../platform/database/review-tables.ts'
import { removeSignatures } from '../published/consent.ts'
import { recusedArticles } from '../recusal.ts'
import { COLUMN, type Erasure, type PersonalDataPart, type Person } from '../../../platform/personal-data-part.ts'

/**
 * The reviews of a person: those for which an address was invited that the person has confirmed. Who is on standby does
 * not know it.
 */
/** Those to a confirmed address, unless they are known to be of someone with another account who had it before. */
const loadAssignments = (db: Db, { id, confirmedEmails }: Person) =>
  db
    .selectFrom('review_assignments as assignment')
    .where((where) => where(where.fn<string>('lower', ['assignment.email']), 'in', [...confirmedEmails]))
    .where(({ eb, selectFrom }) =>
      eb(
        'assignment.reviewer_id',
        'not in',
        selectFrom('reviewers').select('reviewers.id').where('user_id', 'is not', null).where('user_id', '<>', id),
      ),
    )
    .where('assignment.state', '<>', 'standby')

/** What the person has written as a reviewer, or been asked. */
export const reviewData: PersonalDataPart = {
  name: 'reviews',
  about:
    'Your reviews: invitations to the confirmed address of your account, your answers, drafts and reports. The files that you attached are in the folder "review-files".',
  give: async function* (db, person) {
    if (!person.confirmedEmails.length) return
    const assignments = await loadAssignments(db, person)
      .leftJoin('articles', 'articles.id', 'assignment.article_id')
      .selectAll('assignment')
      .select('articles.title')
      .orderBy('assignment.id')
      .execute()
    const told = await db
      .selectFrom('conflicts')
      .select(['article_id', 'reviewer_id', 'text', 'created_at'])
      .where('reviewer_id', 'in', loadAssignments(db, person).select('assignment.reviewer_id'))
      .where('found', '=', 'declared')
      .where('kind', '=', 'other')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const consents = (
      await db
        .selectFrom('review_consents')
        .selectAll()
        .where('reviewer_id', 'in', loadAssignments(db, person).select('assignment.reviewer_id'))
        .execute()
    ).map(({ choice, answered_at, ...of }) => ({ ...of, answer: { choice, answeredAt: answered_at } }))
    for (const one of assignments) {
      const draft = await db
        .selectFrom('review_drafts')
        .select(['content', 'saved_at'])
        .where('assignment_id', '=', one.id)
        .executeTakeFirst()
      const reports = await db
        .selectFrom('review_reports')
        .selectAll()
        .where('assignment_id', '=', one.id)
        .orderBy('version')
        .execute()
      const published = reports.length
        ? await db
            .selectFrom('published_reviews')
            .selectAll()
            .where(
              'report_id',
              'in',
              reports.map(({ id }) => id),
            )
            .execute()
        : []
      const messages = await db
        .selectFrom('reviewer_messages')
        .select(['text', 'at'])
        .where('assignment_id', '=', one.id)
        .orderBy('at')
        .execute()
      yield {
        manuscript: one.title === null ? null : plainTitle(one.title),
        state: one.state,
        invitedAt: one.invited_at,
        invitedAs: one.email,
        invitation: one.message,
        repliedAt: one.replied_at,
        reportDueOn: one.due_on,
        declined: one.decline_reason && { reason: one.decline_reason, text: one.decline_text },
        conflictOfInterest: one.conflict_answer && { answer: one.conflict_answer, text: one.conflict_text },
        // Of all rounds, also where the answer was changed later.
        conflictsToldOf: told
          .filter(({ article_id, reviewer_id }) => article_id === one.article_id && reviewer_id === one.reviewer_id)
          .map(({ text, created_at }) => ({ text, toldAt: created_at })),
        messagesFromEditors: messages,
        askedToClarify: one.clarify_text,
        // One answer for all rounds of the manuscript.
        publication: consents.find(
          ({ article_id, reviewer_id }) => article_id === one.article_id && reviewer_id === one.reviewer_id,
        )?.answer,
        draft: draft ? { savedAt: draft.saved_at, content: JSON.parse(draft.content) as unknown } : null,
        reports: reports.map((report) => ({
          published: published.filter(({ report_id }) => report_id === report.id).map(asPublished),
          version: report.version,
          sentAt: report.submitted_at,
          questions: JSON.parse(report.form) as unknown,
          answers: JSON.parse(report.answers) as unknown,
          toAuthors: report.to_authors,
          toEditor: report.to_editor,
          recommendation: report.recommendation,
        })),
      }
    }
    const helped = await db
      .selectFrom('co_reviewers')
      .innerJoin('review_assignments', 'review_assignments.id', 'co_reviewers.assignment_id')
      .leftJoin('articles', 'articles.id', 'review_assignments.article_id')
      .select(['articles.title', 'co_reviewers.full_name', 'co_reviewers.email', 'co_reviewers.orcid'])
      .select(['co_reviewers.state', 'co_reviewers.conflict_text', 'co_reviewers.confirmed_at'])
      .where((where) => where(where.fn<string>('lower', ['co_reviewers.email']), 'in', [...person.confirmedEmails]))
      .execute()
    for (const one of helped) {
      yield {
        asColleagueOfAReviewer: {
          manuscript: one.title === null ? null : plainTitle(one.title),
          ...{ fullName: one.full_name, email: one.email, orcid: one.orcid, state: one.state },
          ...{ conflictOfInterest: one.conflict_text, confirmedAt: one.confirmed_at },
        },
      }
    }
  },
  files: async (db, person) => {
    if (!person.confirmedEmails.length) return []
    const files = await db
      .selectFrom('review_files')
      .innerJoin('files', 'files.id', 'review_files.file_id')
      .select(['files.id', 'files.name', 'files.bytes', 'files.sha256'])
      .where('review_files.assignment_id', 'in', loadAssignments(db, person).select('assignment.id'))
      // Not what an editor has given in its place.
      .where('review_files.provided_by', 'is', null)
      .orderBy('files.id')
      .execute()
    return files.map((file) => ({ path: `review-files/${file.id}.${extensionOf(file.name) || 'bin'}`, file }))
  },
  columns: {
    'review_assignments.email': 'given; erased with the reviewer of a confirmed address',
    'review_assignments.reviewer_id': 'leads to a reviewer, not to an account',
    'review_consents.reviewer_id': 'leads to a reviewer; given, and erased with the reviewer',
    'published_reviews.name': 'given; a reviewer’s goes with the reviewer, an editor’s with the account',
    'co_reviewers.full_name': 'given; erased for a confirmed address',
    'co_reviewers.email': 'given; erased for a confirmed address',
    'co_reviewers.orcid': 'given; erased for a confirmed address',
    'review_links.email': 'erased with the reviewer; a link is a secret of one email, and is not given',
    'review_reports.entered_by': COLUMN.reference,
  },
}

const asPublished = ({ name, affiliation, doi, published_at }: PublishedReviewRow) => ({
  ...{ signedBy: name, affiliation, doi, publishedAt: published_at },
})

/** The files that a person has sent with letters, or means to. */
const loadLetterFiles = (db: Db, userId: string) =>
  db
    .selectFrom('letter_files')
    .innerJoin('files', 'files.id', 'letter_files.file_id')
    .select(['files.id', 'files.name', 'files.bytes', 'files.sha256'])
    .where('attached_by', '=', userId)
    .orderBy('files.id')

/** Tables of texts with who wrote them. */
const WRITTEN = ['case_messages', 'reviewer_messages', 'case_notes'] as const

/** What the person has written in peer review as an author or an editor. */
export const correspondenceData: PersonalDataPart = {
  name: 'correspondence',
  about:
    'What you have written in peer review: messages, notes, decisions with their letters, appeals and answers to them. The files that you sent with letters are in the folder "letter-files".',
  give: async function* (db, { id }) {
    const messages = await db
      .selectFrom('case_messages')
      .select(['article_id', 'from_side', 'text', 'at'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute()
    for (const { article_id, from_side, ...message } of messages) {
      yield { message: { manuscript: article_id, sentAs: from_side, ...message } }
    }
    const toReviewers = await db
      .selectFrom('reviewer_messages')
      .innerJoin('review_assignments as assignment', 'assignment.id', 'reviewer_messages.assignment_id')
      .select(['assignment.article_id', 'text', 'at'])
      .where('user_id', '=', id)
      .orderBy('at')
      .execute()
    for (const { article_id, ...message } of toReviewers) {
      yield { messageToReviewer: { manuscript: article_id, ...message } }
    }
    const notes = await db
      .selectFrom('case_notes')
      .select(['article_id', 'text', 'at'])
      .where('user_id', '=', id)
      .orderBy('at')
      .execute()
    for (const { article_id, ...note } of notes) yield { note: { manuscript: article_id, ...note } }
    const decisions = await db
      .selectFrom('decisions')
      .select(['article_id', 'kind', 'letter', 'decided_at', 'exception_reason'])
      .where('decided_by', '=', id)
      .orderBy('id')
      .execute()
    for (const { article_id, kind, letter, decided_at, exception_reason } of decisions) {
      yield { decision: { manuscript: article_id, kind, letter, at: decided_at, exception: exception_reason } }
    }
    const files = await loadLetterFiles(db, id).select(['article_id', 'decision_id']).execute()
    for (const { name, article_id, decision_id } of files) {
      yield { fileWithLetter: { manuscript: article_id, name, isSent: decision_id !== null } }
    }
    const grievances = await db
      .selectFrom('grievances')
      .selectAll()
      .where(({ or, eb }) => or([eb('sent_by', '=', id), eb('handler_id', '=', id)]))
      .orderBy('id')
      .execute()
    for (const one of grievances) {
      const asked = one.sent_by === id ? { text: one.text, about: one.about, sentAt: one.sent_at } : {}
      const answered = { outcome: one.outcome, answer: one.answer, answeredAt: one.answered_at }
      yield { [one.kind]: { manuscript: one.article_id, ...asked, ...answered } }
    }
    const edited = await db.selectFrom('case_editors').selectAll().where('user_id', '=', id).execute()
    for (const { article_id, is_guest, since, recused_at, reason } of edited) {
      yield { editor: { manuscript: article_id, asGuest: is_guest === 1, since, recusedAt: recused_at, reason } }
    }
    // Not as what others have typed may say, nor as a reviewer: anybody can claim an address or an ORCID iD, and would
    // learn who reviews what. Their reviews are given with a confirmed address.
    const recused = await db
      .selectFrom('case_recusals')
      .selectAll()
      .where('user_id', '=', id)
      .where('cause', '=', 'submitter')
      .execute()
    for (const { article_id, cause, at, lifted_at } of recused) {
      yield { recused: { manuscript: article_id, as: cause, at, liftedAt: lifted_at } }
    }
  },
  files: async (db, { id }) =>
    // Not of cases from which they are recused by now.
    (await loadLetterFiles(db, id).where('article_id', 'not in', recusedArticles(id)).execute()).map((file) => ({
      path: `letter-files/${file.id}.${extensionOf(file.name) || 'bin'}`,
      file,
    })),
  erase: async (tx, { id }, by) => {
    await tx.deleteFrom('letter_files').where('attached_by', '=', id).where('decision_id', 'is', null).execute()
    for (const file of await loadLetterFiles(tx, id).execute()) {
      const name = by.without(file.name)
      if (name !== file.name) await tx.updateTable('files').set({ name }).where('id', '=', file.id).execute()
    }
    await tx.deleteFrom('case_recusals').where('user_id', '=', id).execute()
    await tx.updateTable('case_editors').set({ reason: null }).where('user_id', '=', id).execute()
    await eraseFromLetters(tx, id, by)
    await eraseSignatures(tx, id, by.at)
    for (const table of WRITTEN) {
      const messages = await tx.selectFrom(table).select(['id', 'text']).where('user_id', '=', id).execute()
      for (const message of messages) {
        const text = by.without(message.text)
        if (text !== message.text) await tx.updateTable(table).set({ text }).where('id', '=', message.id).execute()
      }
    }
    const grievances = await tx
      .selectFrom('grievances')
      .selectAll()
      .where(({ or, eb }) => or([eb('sent_by', '=', id), eb('handler_id', '=', id)]))
      .execute()
    for (const one of grievances) {
      const sent = (text: string) => (one.sent_by === id ? by.without(text) : by.withoutThen(text, one.sent_at))
      const answered = (text: string) =>
        one.handler_id === id ? by.without(text) : by.withoutThen(text, one.answered_at ?? by.at)
      const kept = {
        text: sent(one.text),
        about: one.about && sent(one.about),
        answer: one.answer && answered(one.answer),
      }
      if (kept.text !== one.text || kept.about !== one.about || kept.answer !== one.answer)
        await tx.updateTable('grievances').set(kept).where('id', '=', one.id).execute()
    }
    const versions = await tx
      .selectFrom('manuscript_versions')
      .select(['id', 'reply'])
      .where('submitted_by', '=', id)
      .where('reply', 'is not', null)
      .execute()
    for (const version of versions) {
      const reply = by.without(version.reply!)
      if (reply !== version.reply)
        await tx.updateTable('manuscript_versions').set({ reply }).where('id', '=', version.id).execute()
    }
    const withdrawn = await tx
      .selectFrom('review_cases')
      .select(['article_id', 'withdraw_reason'])
      .where('withdrawn_by', '=', id)
      .where('withdraw_reason', 'is not', null)
      .execute()
    for (const { article_id, withdraw_reason } of withdrawn) {
      await tx
        .updateTable('review_cases')
        .set({ withdraw_reason: by.without(withdraw_reason!) })
        .where('article_id', '=', article_id)
        .execute()
    }
  },
  columns: {
    'case_messages.user_id': COLUMN.reference,
    'reviewer_messages.user_id': COLUMN.reference,
    'case_notes.user_id': COLUMN.reference,
    'decisions.decided_by': COLUMN.reference,
    'grievances.sent_by': COLUMN.reference,
    'grievances.handler_id': COLUMN.reference,
    'grievances.involved': COLUMN.reference,
    'case_editors.user_id': COLUMN.reference,
    'case_recusals.user_id': 'given for their own manuscripts; gone with the account, which edits nothing any more',
    'case_recusals.found_as': 'what others have typed; gone with the account',
    'case_recusals.lifted_by': COLUMN.reference,
    'review_cases.editor_id': COLUMN.reference,
    'review_cases.withdrawn_by': COLUMN.reference,
    'manuscript_versions.submitted_by': COLUMN.reference,
    'proofs.sent_by': COLUMN.reference,
    'proof_queries.settled_by': COLUMN.reference,
    'review_files.looked_by': COLUMN.reference,
    'review_files.provided_by': COLUMN.reference,
    'letter_files.attached_by': COLUMN.reference,
  },
}

/** Published letters of decision stay, without the name of who signed them. */
async function eraseSignatures(tx: Tx, userId: string, at: string): Promise<void> {
  const signed = await tx
    .selectFrom('published_reviews')
    .select(['id', 'doi', 'article_id'])
    .where('kind', '=', 'decision')
    .where('name', 'is not', null)
    .where('decision_id', 'in', (decisions) =>
      decisions.selectFrom('decisions').select('id').where('decided_by', '=', userId),
    )
    .execute()
  await removeSignatures(tx, signed, at)
}

/** Letters greet the authors and are signed by the editor. */
async function eraseFromLetters(tx: Tx, userId: string, { without, withoutThen }: Erasure): Promise<void> {
  const letters = await tx
    .selectFrom('decisions')
    .select(['id', 'letter', 'decided_by', 'decided_at'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('decided_by', '=', userId),
        eb('article_id', 'in', selectFrom('articles').select('id').where('submitter_id', '=', userId)),
      ]),
    )
    .execute()
  await whileErasing(tx, async () => {
    for (const { id, letter, decided_by, decided_at } of letters) {
      const kept = decided_by === userId ? without(letter) : withoutThen(letter, decided_at)
      if (kept !== letter) await tx.updateTable('decisions').set({ letter: kept }).where('id', '=', id).execute()
    }
  })
}
