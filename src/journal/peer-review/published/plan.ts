import {
  type DecisionFacts,
  type PublicationPolicy,
  type PublishAnswer,
  selectReviews,
  type Selection,
} from '../../../contract/rules/peer-review/published-reviews.ts'
import { isReleased, standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import type { LetterKind } from '../../../contract/rules/peer-review/stages.ts'
import { PersonSearch } from '../../../contract/rules/people/person-search.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { DecisionRow, PublishedReviewRow } from '../../../platform/database/review-tables.ts'
import { hashOfSecret } from '../../../platform/ids.ts'
import { findCase, loadDecisions, loadVersions } from '../cases/case-rows.ts'
import { peopleToWithhold, type WithheldPerson } from '../cases/people-to-withhold.ts'

/** What would be published of a manuscript's review now. */
export interface PublicationPlan extends Selection {
  /** Null where the author has not answered, or there is no case. */
  answer: PublishAnswer | null
  /** What has been published already; not part of `items`. */
  published: PublishedReviewRow[]
  /** Stands for what an editor has seen: other texts, other signatures, another digest. */
  digest: string
}

/** Letters that went before a review, or that nobody received, are no part of it. */
const isOfReview = (decision: DecisionRow): decision is DecisionRow & { kind: LetterKind } =>
  decision.kind !== 'reopen' && decision.kind !== 'return'

/** Reads what would be published. Whether the authors agree is for the caller to ask. */
export async function planPublication(db: Db, articleId: string): Promise<PublicationPlan> {
  const theCase = await findCase(db, articleId)
  const published = await db.selectFrom('published_reviews').selectAll().where('article_id', '=', articleId).execute()
  const now = new Date()
  const decisions = standingDecisions(await loadDecisions(db, articleId)).filter(
    (decision) => isOfReview(decision) && isReleased(decision, now),
  )
  const facts = await factsOf(db, articleId, decisions)
  const signing = new Set(
    facts.flatMap(({ reports }) =>
      reports.filter(({ choice }) => choice === 'named').map(({ reviewerId }) => reviewerId),
    ),
  )
  const withheld = facts.length ? await peopleToWithhold(db, { articleId }, signing) : []
  const { items, heldBack } = selectReviews(facts, namesOneOf(withheld))
  const isPublished = (item: Selection['items'][number]) =>
    published.some(
      (row) =>
        row.kind === item.kind &&
        row.decision_id === item.decisionId &&
        row.report_id === item.reportId &&
        row.version_id === item.versionId,
    )
  const left = items.filter((item) => !isPublished(item))
  return {
    answer: theCase?.publish_answer ?? null,
    ...{ items: left, heldBack, published },
    digest: hashOfSecret(JSON.stringify(left)),
  }
}

/** Full names, addresses and the like, and initials where they sign: what other people share names nobody for certain. */
function namesOneOf(people: readonly WithheldPerson[]): (text: string) => boolean {
  const searches = people.map((person) => new PersonSearch(person))
  return (text) =>
    searches.some((search) => search.mentions(text).some(({ isSure, kind }) => isSure || kind === 'initials'))
}

async function factsOf(db: Db, articleId: string, decisions: readonly DecisionRow[]): Promise<DecisionFacts[]> {
  if (!decisions.length) return []
  const released = await db
    .selectFrom('report_releases as release')
    .innerJoin('review_reports as report', 'report.id', 'release.report_id')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'report.assignment_id')
    .leftJoin('review_consents as consent', (join) =>
      join
        .onRef('consent.article_id', '=', 'assignment.article_id')
        .onRef('consent.reviewer_id', '=', 'assignment.reviewer_id'),
    )
    .select(['release.decision_id', 'release.report_id', 'release.text'])
    .select(['assignment.reviewer_id', 'assignment.label', 'assignment.publication', 'consent.choice'])
    .where(
      'release.decision_id',
      'in',
      decisions.map(({ id }) => id),
    )
    .orderBy('assignment.label')
    .orderBy('report.version')
    .execute()
  const versions = (await loadVersions(db, articleId)).filter(({ number }) => number > 1)
  return decisions.map((decision, index): DecisionFacts => {
    const until = decisions[index + 1]?.decided_at
    // A decision is made on a version: what answers it is the next one.
    const answer = versions.find(
      ({ submitted_at }) => submitted_at > decision.decided_at && (until === undefined || submitted_at <= until),
    )
    return {
      ...{ id: decision.id, kind: decision.kind as LetterKind, letter: decision.letter },
      reports: released
        .filter(({ decision_id }) => decision_id === decision.id)
        .map((row) => ({
          ...{ reportId: row.report_id, reviewerId: row.reviewer_id, label: row.label, text: row.text },
          policy: row.publication ?? ('off' satisfies PublicationPolicy),
          choice: row.choice,
        })),
      reply: answer?.reply ? { versionId: answer.id, text: answer.reply } : null,
    }
  })
}
