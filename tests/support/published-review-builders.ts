/** A manuscript that was reviewed in two rounds under the policy of published reviews, and accepted. */
import type { PublishAnswer, PublishChoice } from '../../src/contract/rules/peer-review/published-reviews.ts'
import { fileUrl } from '../../src/contract/rules/files/file-rules.ts'
import { answerForAuthors, answerPublication } from '../../src/journal/peer-review/published/consent.ts'
import { planPublication } from '../../src/journal/peer-review/published/plan.ts'
import { submitRevision } from '../../src/journal/peer-review/cases/revise.ts'
import { loadReports, validReports } from '../../src/journal/peer-review/cases/report.ts'
import type { Database } from '../../src/platform/database/connect.ts'
import type { AssignmentRow } from '../../src/platform/database/review-tables.ts'
import { newId } from '../../src/platform/ids.ts'
import {
  aFile,
  type ArticleOptions,
  aReviewer,
  aSignedIn,
  type BuiltReviewer,
  type FileOptions,
  type SignedIn,
} from './builders.ts'
import type { TestJournal } from './databases.ts'
import { earlier } from './earlier.ts'
import { aCase, agreed, asCaller, decided, invited, reported } from './review-builders.ts'

const DAYS = 24 * 60
/** The day before so many days. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * DAYS * 60_000).toISOString().slice(0, 10)

/** On which days things happened: only those of decisions may become public. */
export const REVIEW_DAYS = {
  invited: 90,
  agreed: 88,
  first: 77,
  second: 71,
  decided: 60,
  revised: 49,
  again: 44,
  accepted: 33,
}

export interface ReviewedCase {
  articleId: string
  author: SignedIn
  /** Marta Lindqvist, of the first round alone, and Tendai Moyo, of both. */
  reviewers: [BuiltReviewer, BuiltReviewer]
  /** Of the first round, in that order, and Tendai Moyo's of the second. */
  assignments: [AssignmentRow, AssignmentRow, AssignmentRow]
}

export async function aReviewedCase(
  journal: Parameters<typeof aSignedIn>[0],
  editor: SignedIn,
  {
    answer = 'yes',
    choices = ['named', 'unsigned'],
    texts = {},
    revision = {},
    ...options
  }: ArticleOptions & {
    answer?: PublishAnswer | null
    choices?: readonly [PublishChoice | null, PublishChoice | null]
    /** What the author sends as a revision. */
    revision?: FileOptions
    texts?: { first?: string; second?: string; letter?: string; reply?: string }
  } = {},
): Promise<ReviewedCase> {
  const { database } = journal
  const by = asCaller(editor)
  const author = await aSignedIn(journal)
  const on = <T>(days: number, work: () => Promise<T>) => earlier(days * DAYS, work)
  const article = await on(100, () =>
    aCase(database, {
      title: 'Sap flow in <i>Prosopis cineraria</i>',
      submitter: author.user,
      contributors: [
        { role: 'Corresponding Author', full_name: 'Rubina Solangi', email: `${newId()}@plants.test` },
        { role: 'Author', full_name: 'Imran Qureshi', email: `${newId()}@plants.test` },
      ],
      ...options,
    }),
  )
  const articleId = article.id
  const reviewers: [BuiltReviewer, BuiltReviewer] = [
    await aReviewer(database, {
      fullName: 'Marta Lindqvist',
      affiliation: 'University of Lund',
      emails: [`marta.${newId()}@lund.test`],
    }),
    await aReviewer(database, {
      fullName: 'Tendai Moyo',
      affiliation: 'Institute of Crop Science, Harare',
      emails: [`tendai.${newId()}@harare.test`],
    }),
  ]
  const [marta, tendai] = (await on(REVIEW_DAYS.invited, () => invited(database, by, articleId, { reviewers }))) as [
    AssignmentRow,
    AssignmentRow,
  ]
  for (const { id } of [marta, tendai]) {
    await on(REVIEW_DAYS.agreed, () => agreed(database, id, { dueOn: daysAgo(70) }))
  }
  await on(REVIEW_DAYS.first, () =>
    reported(database, marta.id, {
      toAuthors: texts.first ?? 'A clear question.\n\nPlease give the values of Prosopis cineraria.',
    }),
  )
  await on(REVIEW_DAYS.second, () =>
    reported(database, tendai.id, {
      toAuthors: texts.second ?? 'The measurements are careful.',
      toEditor: 'A secret plot.',
    }),
  )
  await on(REVIEW_DAYS.decided, () =>
    decided(database, by, articleId, 'major', {
      letter: texts.letter ?? 'Dear authors,\n\nboth reviewers welcome the work.',
    }),
  )
  const file = await aFile(database, { owner: author.user, ...revision })
  await on(REVIEW_DAYS.revised, () =>
    database.transaction((tx) =>
      submitRevision(tx, asCaller(author), {
        ...{ articleId, files: [fileUrl(file)] },
        reply: texts.reply ?? 'Reply to the reviewers\n\nThe values are now in the text.',
      }),
    ),
  )
  const [again] = (await on(REVIEW_DAYS.again, async () => {
    const made = await invited(database, by, articleId, { reviewers: [reviewers[1]] })
    await agreed(database, made[0]!.id, { dueOn: daysAgo(40) })
    await reported(database, made[0]!.id, { toAuthors: 'All points have been met.' })
    return made
  })) as [AssignmentRow]
  const second = validReports(await loadReports(database.db, [again.id]))
  const all = validReports(await loadReports(database.db, [marta.id, tendai.id, again.id]))
  await on(REVIEW_DAYS.accepted, () =>
    decided(database, by, articleId, 'accept', {
      letter: 'The revision answers both reports.',
      releases: second.map(({ id, to_authors }) => ({ reportId: id, text: to_authors, changeReason: null })),
      seenReports: all.map(({ id }) => id),
    }),
  )
  for (const [at, choice] of choices.entries()) {
    const { id } = [marta, tendai][at]!
    if (choice) await database.transaction((tx) => answerPublication(tx, id, choice))
  }
  if (answer) await database.transaction((tx) => answerForAuthors(tx, asCaller(author), { articleId, answer }))
  return { articleId, author, reviewers, assignments: [marta, tendai, again] }
}

/** What stands for all that can be published now. */
export const digestOf = async ({ db }: Database, articleId: string): Promise<string> =>
  (await planPublication(db, articleId)).digest

/** The same once it is published, with its reviews. */
export async function aPublishedReview(
  journal: TestJournal,
  editor: SignedIn,
  options: Parameters<typeof aReviewedCase>[2] = {},
): Promise<ReviewedCase> {
  const reviewed = await aReviewedCase(journal, editor, options)
  const pdfUrl = fileUrl(await aFile(journal.database, { owner: editor.user }))
  const reviews = await digestOf(journal.database, reviewed.articleId)
  const answer = await journal.put(`/posts/${reviewed.articleId}/approve`, { pdfUrl, reviews }, { as: editor })
  if (answer.status !== 200) throw new Error(answer.text)
  return reviewed
}
