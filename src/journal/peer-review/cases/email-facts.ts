import type { Selectable } from 'kysely'
import type { ProofQuery } from '../../../contract/api/proof-queries.ts'
import { queriesOf } from './proof-queries.ts'
import { joinNames } from '../../../contract/rules/people/author-names.ts'
import { textOfHtml } from '../../../contract/rules/text/html-text.ts'
import type { ReleasedReport } from '../../../contract/rules/peer-review/decision-letter.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type {
  AssignmentRow,
  CaseRow,
  CoReviewerRow,
  DecisionRow,
  ReportRow,
  ReviewTables,
} from '../../../platform/database/review-tables.ts'
import { standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'
import { latinNames } from '../../../contract/rules/text/latin-names.ts'
import { DEFAULT_NAME } from '../../../contract/rules/accounts/users.ts'
import { loadDecisions } from './case-rows.ts'
import { answersOf, type ConfirmationOfAuthor } from '../authorship/confirmations.ts'
import { filesOfLetters } from './letter-files.ts'
import { isEditorOf } from './relation.ts'
import type { AboutCase } from './notify.ts'
import { reportsInLetter } from './release-reports.ts'

/** What the emails of peer review are made from, read when an email is sent or shown. */
export interface EmailFacts {
  /** The recipient's name. */
  name: string
  title: string
  abstract: string
  authors: string
  /** What title and abstract have in italics. */
  latinNames: string[]
  /** The name of who handles the case; null while nobody does. */
  editor: string | null
  /** The name of who has sent the manuscript. */
  submitter: string
  theCase: CaseRow
  /** True once the promised first decision has been made. */
  hasDecision: boolean
  assignment: AssignmentRow | null
  /** The reviewer's name; in emails to editors and co-reviewers only. */
  reviewer: string
  /** The reviewer who was invited in place of another, in emails to editors. */
  nextReviewer: string | null
  coReviewer: CoReviewerRow | null
  decision: DecisionRow | null
  /** The reports that go to the authors with the decision. */
  released: readonly ReleasedReport[]
  /** The names of the files that its editor sends with it. */
  fileNames: readonly string[]
  report: ReportRow | null
  proof: ReviewTables['proofs'] | null
  /** The questions at that proof. */
  queries: ProofQuery[]
  grievance: ReviewTables['grievances'] | null
  /** Who is asked, or has answered, whether the list of authors is right. */
  listed: ListedInEmail | null
  /** What the other side has written, in that order. */
  messages: readonly { readonly text: string }[]
}

interface ListedInEmail extends Pick<ConfirmationOfAuthor, 'email' | 'state' | 'reason' | 'isReasonShared'> {
  fullName: string
  /** From 1. */
  place: number
  authors: number
}

/** Null if the email has become obsolete: its reviewer has been erased, or its case is gone. */
export async function emailFacts(
  db: Db,
  about: AboutCase,
  { recipient }: { recipient: string },
): Promise<EmailFacts | null> {
  const theCase = await one(db, 'review_cases', 'article_id', about.articleId)
  const article = await loadArticle(db, about.articleId)
  if (!theCase || !article) return null
  const assignment = about.assignmentId ? await one(db, 'review_assignments', 'id', about.assignmentId) : null
  const reviewer = assignment
    ? await db
        .selectFrom('reviewers')
        .select(['full_name', 'erased_at'])
        .where('id', '=', assignment.reviewer_id)
        .executeTakeFirst()
    : undefined
  if (reviewer?.erased_at) return null
  const coReviewer = await one(db, 'co_reviewers', 'id', about.coReviewerId)
  const decisions = await loadDecisions(db, about.articleId)
  const own = assignment && recipient === assignment.email ? reviewer?.full_name : undefined
  return {
    name:
      (coReviewer?.email === recipient ? coReviewer.full_name : undefined) ??
      own ??
      (await loadName(db, recipient, about.articleId)) ??
      'colleague',
    ...article,
    editor: await loadEditorName(db, theCase),
    submitter: await loadSubmitter(db, about.articleId),
    theCase,
    hasDecision: standingDecisions(decisions).some(({ kind }) => kind !== 'return'),
    assignment: assignment ?? null,
    reviewer: reviewer?.full_name ?? '',
    nextReviewer: assignment ? await invitedInstead(db, assignment) : null,
    coReviewer: coReviewer ?? null,
    decision: decisions.find(({ id }) => id === about.decisionId) ?? null,
    released: about.decisionId ? await reportsInLetter(db, about.decisionId) : [],
    fileNames: about.decisionId
      ? ((await filesOfLetters(db, [about.decisionId])).get(about.decisionId) ?? []).map(({ name }) => name)
      : [],
    report: (await one(db, 'review_reports', 'id', about.reportId)) ?? null,
    proof: (await one(db, 'proofs', 'id', about.proofId)) ?? null,
    queries: await queriesOf(db, about.proofId),
    grievance: (await one(db, 'grievances', 'id', about.grievanceId)) ?? null,
    listed: about.contributorId === undefined ? null : await listedAs(db, about, about.contributorId),
    messages: await messagesIn(db, about),
  }
}

/** Someone of the list of authors that counts, or of one that is proposed. */
async function listedAs(
  db: Db,
  { articleId, proposalId }: AboutCase,
  contributorId: string,
): Promise<ListedInEmail | null> {
  const list = await answersOf(db, articleId, proposalId)
  const one = list && [...list.answers, ...list.removed].find(({ contributor_id }) => contributor_id === contributorId)
  if (!list || !one) return null
  const { email, state, reason, isReasonShared, person, position } = one
  return {
    ...{ email, state, reason, isReasonShared },
    ...{ fullName: person.fullName, place: position + 1, authors: list.answers.length },
  }
}

const messagesIn = async (
  db: Db,
  { messageId, moreMessageIds = [], assignmentId }: AboutCase,
): Promise<{ text: string }[]> =>
  messageId === undefined
    ? []
    : db
        .selectFrom(assignmentId === undefined ? 'case_messages' : ('reviewer_messages' as 'case_messages'))
        .select('text')
        .where('id', 'in', [messageId, ...moreMessageIds])
        .orderBy('at')
        .orderBy('id')
        .execute()

/** One row by its key; none without a key. */
async function one<T extends keyof ReviewTables>(
  db: Db,
  table: T,
  key: string,
  value: string | undefined,
): Promise<Selectable<ReviewTables[T]> | undefined> {
  if (value === undefined) return undefined
  const row = await db
    .selectFrom(table as 'decisions')
    .selectAll()
    .where(key as 'id', '=', value)
    .executeTakeFirst()
  return row as unknown as Selectable<ReviewTables[T]> | undefined
}

/** Title, abstract and authors; of a deleted article from what is kept of it. */
async function loadArticle(
  db: Db,
  id: string,
): Promise<Pick<EmailFacts, 'title' | 'abstract' | 'authors' | 'latinNames'> | null> {
  const article = await db.selectFrom('articles').select(['title', 'abstract']).where('id', '=', id).executeTakeFirst()
  if (article) {
    const authors = (await loadAuthors(db, [id])).map(({ fullName }) => fullName)
    const { title, abstract } = article
    const names = latinNames(title, abstract)
    return { title, abstract: textOfHtml(abstract), authors: joinNames(authors), latinNames: names }
  }
  const deleted = await db.selectFrom('deleted_articles').select('content').where('id', '=', id).executeTakeFirst()
  if (!deleted) return null
  const kept = JSON.parse(deleted.content) as { article: { title: string } }
  const { title } = kept.article
  return { title, abstract: '', authors: '', latinNames: latinNames(title, '') }
}

/** Who handles a case, as reviewers and authors may know; null while nobody does, or if they have given no name. */
export async function loadEditorName(
  db: Db,
  { article_id, editor_id }: Pick<CaseRow, 'article_id' | 'editor_id'>,
): Promise<string | null> {
  if (editor_id === null) return null
  const user = await db
    .selectFrom('users')
    .select(['id', 'role', 'full_name'])
    .where('id', '=', editor_id)
    .executeTakeFirst()
  if (!user || user.full_name === DEFAULT_NAME) return null
  // They may have been recused since.
  return (await isEditorOf(db, { userId: user.id, role: user.role }, article_id)) ? user.full_name : null
}

async function loadSubmitter(db: Db, articleId: string): Promise<string> {
  const row = await db
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.submitter_id')
    .select('users.full_name')
    .where('articles.id', '=', articleId)
    .executeTakeFirst()
  return row?.full_name ?? 'someone'
}

/** The name of a user or of an author with this address. */
async function loadName(db: Db, email: string, articleId: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('full_name')
    .where('email', '=', email.toLowerCase())
    // Anybody can sign up with anybody's address, under any name.
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (user) return user.full_name
  const authors = await loadAuthors(db, [articleId])
  return authors.find((author) => author.email.toLowerCase() === email.toLowerCase())?.fullName
}

/** Who was invited from the standby list when this reviewer declined or lapsed. */
async function invitedInstead(db: Db, { id, round_id, closed_at }: AssignmentRow): Promise<string | null> {
  const row = await db
    .selectFrom('review_assignments as next')
    .innerJoin('reviewers', 'reviewers.id', 'next.reviewer_id')
    .select('reviewers.full_name')
    .where('next.round_id', '=', round_id)
    .where((where) =>
      where.or([
        where('next.replaces_assignment', '=', id),
        // Servers that do not know the column yet leave it empty: there the times are the same.
        where.and([
          where('next.replaces_assignment', 'is', null),
          where('next.invited_at', '=', closed_at),
          where('next.id', '<>', id),
        ]),
      ]),
    )
    .orderBy('next.replaces_assignment', (by) => by.asc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  return row?.full_name ?? null
}
