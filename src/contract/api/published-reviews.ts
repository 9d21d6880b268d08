import { z } from 'zod'
import { STANDINGS } from '../rules/articles/notices.ts'
import { type HeldBack, HELD_BACK, PUBLISH_ANSWERS, PUBLISHED_KINDS } from '../rules/peer-review/published-reviews.ts'
import { LETTER_KINDS } from '../rules/peer-review/stages.ts'
import { endpoint } from './endpoint.ts'
import { IdInPath } from './field-schemas.ts'
import { PublishedNotice } from './published-notice.ts'

const Day = z.iso.date()

/** A text of a review, as the authors received it or wrote it. */
const ReviewText = z.object({
  kind: z.enum(PUBLISHED_KINDS),
  title: z.string(),
  label: z.string().nullable().describe('Of a report: a letter that stands for the reviewer in all rounds.'),
  decision: z.enum(LETTER_KINDS).nullable().describe('Of a decision.'),
  text: z.string().describe('Plain text.'),
  answers: z
    .array(z.object({ question: z.string(), answer: z.string() }))
    .describe('Of a report: to the questions of the journal.'),
  signedBy: z
    .object({ name: z.string(), affiliation: z.string().nullable() })
    .nullable()
    .describe('Null for a report that is not signed.'),
})
export type ReviewText = z.infer<typeof ReviewText>

/** The same once it is published. */
export const PublishedReview = ReviewText.extend({
  id: z.string().describe('Its place on the page, and the end of its DOI: `r1`, `d1`, `a1`.'),
  doi: z.string().nullable(),
})
export type PublishedReview = z.infer<typeof PublishedReview>

/** The published reviews of an article, round by round. */
export const PublishedReviews = z.object({
  articleId: z.string(),
  title: z.string().describe('With inline markup, as in articles.'),
  standing: z.enum(STANDINGS),
  notices: z.array(PublishedNotice),
  citedAs: z.string().describe('Authors and year: `Solangi et al. 2026`.'),
  doi: z.string().nullable(),
  receivedOn: Day.nullable(),
  acceptedOn: Day.nullable(),
  latinNames: z.array(z.string()).describe('What the texts show in italics, as title and abstract do.'),
  rounds: z
    .array(
      z.object({
        number: z.int().describe('Each decision ends a round.'),
        decidedOn: Day.describe('The only day of a round: of its decision.'),
        texts: z.array(PublishedReview),
      }),
    )
    .describe('Empty if a notice has removed the article.'),
})
export type PublishedReviews = z.infer<typeof PublishedReviews>

/** What would be published, for editors. */
export const PublicationPlan = z.object({
  isPublished: z.boolean().describe('True if the article is public already.'),
  answer: z.enum(PUBLISH_ANSWERS).nullable().describe('Of the author who submitted it.'),
  rounds: z.array(z.object({ number: z.int(), decidedOn: Day, texts: z.array(ReviewText) })),
  heldBack: z.array(
    z.object({
      title: z.string(),
      round: z.int(),
      why: z.enum(Object.keys(HELD_BACK) as [HeldBack, ...HeldBack[]]),
    }),
  ),
  published: z.int().describe('How many texts are public already.'),
  latinNames: z.array(z.string()),
  digest: z.string().describe('Stands for exactly these texts and signatures.'),
})
export type PublicationPlan = z.infer<typeof PublicationPlan>

export const ReviewsDigest = z.string().max(100)

export const publishedReviews = {
  list: endpoint('GET /posts/{id}/reviews', {
    access: 'anyone',
    gone: true,
    summary: 'The published reviews of an article, round by round',
    input: z.strictObject({ id: IdInPath }),
    output: PublishedReviews,
  }),
  plan: endpoint('GET /cases/{id}/reviews-to-publish', {
    access: 'signed in',
    summary: 'What would be published of a review now, and what would not, for its editors',
    input: z.strictObject({ id: IdInPath }),
    output: PublicationPlan,
  }),
  add: endpoint('POST /cases/{id}/published-reviews', {
    access: 'signed in',
    created: true,
    hourly: 'publishing',
    summary: 'Publishes reviews of an article that is public already; administrators only',
    input: z.strictObject({ id: IdInPath, digest: ReviewsDigest }),
    output: z.object({ message: z.string() }),
  }),
}
