import type { PublicArticle } from '../../../contract/api/articles.ts'
import type { PublishedReviews, ReviewText } from '../../../contract/api/published-reviews.ts'
import { reviewAnchor, reviewTitle } from '../../../contract/rules/peer-review/published-reviews.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { ANSWER_NAMES, type LetterKind, type ReviewAnswer } from '../../../contract/rules/peer-review/stages.ts'
import { latinNames } from '../../../contract/rules/text/latin-names.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { notFound } from '../../../platform/errors.ts'
import { findPublicArticle } from '../../publication/articles/queries.ts'
import { presentPublicArticle } from '../../publication/articles/present.ts'
import { articleGone } from '../../publication/articles/tombstones.ts'

/** A round of a published review. */
export type PublishedRound = PublishedReviews['rounds'][number]

/** The questions as they were asked, each with its answer. */
export function answersInWords(form: string | null, given: string | null): ReviewText['answers'] {
  if (form === null || given === null) return []
  const questions = JSON.parse(form) as { id: string; short?: string; ask: string }[]
  const answers = JSON.parse(given) as Partial<Record<string, ReviewAnswer>>
  return questions.flatMap(({ id, short, ask }) => {
    const answer = answers[id]
    return answer === undefined ? [] : [{ question: short ?? ask, answer: ANSWER_NAMES[answer] }]
  })
}

/** Who speaks for the authors: the corresponding author, as the article names them. */
export const speaksFor = ({ contributors }: Pick<PublicArticle, 'contributors'>): string | null =>
  (contributors.find(({ role }) => role === 'Corresponding Author') ?? contributors[0])?.contributor.fullName ?? null

/**
 * The published reviews of public articles, by article: what authors received, and no column beside it. The order is that
 * of the rounds; within them of the labels, which are random, and of the numbers.
 */
export async function reviewsOfArticles(
  db: Db,
  articles: readonly PublicArticle[],
): Promise<Map<string, PublishedRound[]>> {
  const shown = articles.filter(({ standing, reviewsPublished }) => standing !== 'removed' && reviewsPublished !== 0)
  if (!shown.length) return new Map()
  const rows = await db
    .selectFrom('published_reviews as published')
    .innerJoin('decisions as decision', 'decision.id', 'published.decision_id')
    .leftJoin('report_releases as release', (join) =>
      join
        .onRef('release.decision_id', '=', 'published.decision_id')
        .onRef('release.report_id', '=', 'published.report_id'),
    )
    .leftJoin('review_reports as report', 'report.id', 'published.report_id')
    .leftJoin('review_assignments as assignment', 'assignment.id', 'report.assignment_id')
    .leftJoin('manuscript_versions as version', 'version.id', 'published.version_id')
    .select(['published.article_id', 'published.kind', 'published.round', 'published.number', 'published.doi'])
    .select(['published.name', 'published.affiliation', 'decision.kind as decision', 'decision.decided_at'])
    .select(['decision.letter', 'release.text', 'report.form', 'report.answers', 'assignment.label', 'version.reply'])
    .where(
      'published.article_id',
      'in',
      shown.map(({ id }) => id),
    )
    .orderBy('published.round')
    .orderBy('assignment.label')
    .orderBy('published.number')
    .execute()
  const byArticle = Map.groupBy(rows, ({ article_id }) => article_id)
  return new Map(
    shown.flatMap((article) => {
      const own = byArticle.get(article.id)
      return own ? [[article.id, roundsOf(own)] as const] : []
    }),
  )

  function roundsOf(own: typeof rows): PublishedRound[] {
    return [...Map.groupBy(own, ({ round }) => round)].map(([number, texts]) => ({
      number,
      decidedOn: dayOf(texts[0]!.decided_at),
      texts: ORDER.flatMap((kind) => texts.filter((text) => text.kind === kind)).map((row) => {
        const { kind, label } = row
        const decision = kind === 'decision' ? (row.decision as LetterKind) : null
        const article = shown.find(({ id }) => id === row.article_id)!
        const name = kind === 'reply' ? speaksFor(article) : row.name
        return {
          id: reviewAnchor(kind, row.number),
          ...{ kind, label, decision, doi: row.doi },
          title: reviewTitle({ kind, label, decision }),
          text: (kind === 'report' ? row.text : kind === 'decision' ? row.letter : row.reply) ?? '',
          answers: answersInWords(row.form, row.answers),
          signedBy: name === null ? null : { name, affiliation: row.affiliation },
        }
      }),
    }))
  }
}

const ORDER = ['report', 'decision', 'reply'] as const

/** The page of an article's reviews; not found where none are published. */
export async function readPublishedReviews(db: Db, id: string): Promise<PublishedReviews> {
  const loaded = await findPublicArticle(db, id)
  if (!loaded) throw await articleGone(db, id)
  const article = presentPublicArticle(loaded)
  if (!loaded.reviewsPublished) throw notFound('Peer review')
  return {
    articleId: id,
    ...{ title: article.title, standing: article.standing, notices: article.notices ?? [] },
    citedAs: citedAs(article),
    doi: article.doi,
    ...{ receivedOn: article.receivedAt, acceptedOn: article.acceptedAt },
    latinNames: latinNames(article.title, article.abstract),
    rounds: (await reviewsOfArticles(db, [article])).get(id) ?? [],
  }
}

/** 'Solangi et al. 2026' */
function citedAs({ contributors, publishedAt }: PublicArticle): string {
  const names = contributors.map(({ contributor: { familyName, fullName } }) => familyName ?? fullName)
  const who = names.length > 2 ? `${names[0]} et al.` : names.join(' and ')
  return [who, publishedAt?.slice(0, 4)].filter(Boolean).join(' ')
}
