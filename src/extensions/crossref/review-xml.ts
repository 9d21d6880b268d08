import { journal } from '../../contract/journal.ts'
import type { PublishedReview } from '../../contract/api/published-reviews.ts'
import type { CitationRecord } from '../../contract/rules/articles/citation/record.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { personName } from '../../contract/rules/people/people.ts'
import type { PublishedKind } from '../../contract/rules/peer-review/published-reviews.ts'
import type { LetterKind } from '../../contract/rules/peer-review/stages.ts'
import { webAddress } from '../../journal/documents/jats/write/abstract.ts'
import { element, type Xml } from '../../platform/xml.ts'
import {
  atMost,
  type Batch,
  batchXml,
  contributors,
  type DepositSettings,
  namePart,
  relatedItem,
  tidy,
  title,
} from './deposit-xml.ts'

/** A published review with the article that it is about. */
export interface DepositedReview {
  record: CitationRecord
  /** Of the article: with its markup. */
  titleMarkup: string
  round: number
  decidedOn: string
  review: PublishedReview & { doi: string }
}

const TYPES: Record<PublishedKind, string> = {
  report: 'referee-report',
  decision: 'editor-report',
  reply: 'author-comment',
}

const RECOMMENDATIONS: Record<LetterKind, string> = {
  ...{ accept: 'accept', minor: 'minor-revision', major: 'major-revision', decline: 'reject' },
  return: 'major-revision',
}

/** A deposit of reviews, which Crossref does not take in one batch with articles. */
export const reviewsXml = (
  { reviews, ...batch }: Omit<Batch, 'articles'> & { reviews: readonly DepositedReview[] },
  settings: Pick<DepositSettings, 'schema'> = journal().crossref,
): string => batchXml(batch, settings, reviews.map(peerReview))

function peerReview({ record, titleMarkup, round, decidedOn, review }: DepositedReview): Xml {
  const [year, month, day] = decidedOn.split('-')
  return element(
    'peer_review',
    {
      ...{ stage: 'pre-publication', type: TYPES[review.kind] },
      recommendation: review.decision && RECOMMENDATIONS[review.decision],
      // Counted from the first submission, which is round 0.
      'revision-round': String(round - 1),
      language: record.language,
    },
    writers(review, record),
    element('titles', {}, element('title', {}, `${review.title}: `, title(titleMarkup))),
    // The day of the decision: when a report was written is nobody’s business.
    element('review_date', {}, element('month', {}, month), element('day', {}, day), element('year', {}, year)),
    element('running_number', {}, review.id),
    element(
      'rel:program',
      { name: 'relations' },
      relatedItem('inter_work_relation', 'isReviewOf', { doi: record.doi, url: record.url }),
    ),
    element(
      'doi_data',
      {},
      element('doi', {}, review.doi),
      element('resource', {}, webAddress(`${record.siteUrl}${paths.articleReviews(record.id)}#${review.id}`)),
    ),
  )
}

/** Authors with what is known of them; who does not sign is anonymous. */
function writers({ kind, signedBy }: PublishedReview, { authors }: CitationRecord): Xml | null {
  if (kind === 'reply') return contributors(authors)
  const role = { sequence: 'first', contributor_role: kind === 'report' ? 'reviewer' : 'editor' }
  if (signedBy === null) return element('contributors', {}, element('anonymous', role))
  const { givenNames, familyName, fullName } = personName({ fullName: signedBy.name })
  const [given, family] = [namePart(givenNames ?? ''), namePart(familyName ?? fullName)]
  // What Crossref takes for no name.
  if (family === '') return element('contributors', {}, element('anonymous', role))
  return element(
    'contributors',
    {},
    element(
      'person_name',
      role,
      given ? element('given_name', {}, given) : null,
      element('surname', {}, family),
      signedBy.affiliation
        ? element(
            'affiliations',
            {},
            element('institution', {}, element('institution_name', {}, atMost(1024, tidy(signedBy.affiliation)))),
          )
        : null,
    ),
  )
}
