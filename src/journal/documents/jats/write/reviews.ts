import type { PublicArticle } from '../../../../contract/api/articles.ts'
import type { PublishedReview, PublishedReviews } from '../../../../contract/api/published-reviews.ts'
import type { LetterKind } from '../../../../contract/rules/peer-review/stages.ts'
import type { PublishedKind } from '../../../../contract/rules/peer-review/published-reviews.ts'
import { isPublicRole, personName } from '../../../../contract/rules/people/people.ts'
import { paragraphsOf } from '../../../../contract/rules/text/plain-text.ts'
import { element, type Xml } from '../../../../platform/xml.ts'
import { name } from './contributors.ts'

type Rounds = PublishedReviews['rounds']

/** The words of JATS4R for each kind of text, and for who wrote it. */
const KINDS: Record<PublishedKind, { type: string; role: string; roleName: string }> = {
  report: { type: 'reviewer-report', role: 'reviewer', roleName: 'Reviewer' },
  decision: { type: 'editor-report', role: 'editor', roleName: 'Editor' },
  reply: { type: 'author-comment', role: 'author', roleName: 'Author' },
}

const RECOMMENDATIONS: Record<LetterKind, string> = {
  ...{ accept: 'accept', minor: 'minor-revision', major: 'major-revision', decline: 'reject' },
  return: 'major-revision',
}

/** The published reviews of an article as articles within it, as JATS4R recommends. */
export const reviewArticles = (rounds: Rounds, article: Pick<PublicArticle, 'contributors'>): Xml[] =>
  rounds.flatMap(({ number, decidedOn, texts }) =>
    texts.map((text) =>
      element(
        'sub-article',
        { 'article-type': KINDS[text.kind].type, id: `review-${text.id}` },
        element(
          'front-stub',
          {},
          text.doi === null ? null : element('article-id', { 'pub-id-type': 'doi' }, text.doi),
          element('title-group', {}, element('article-title', {}, text.title)),
          element('contrib-group', {}, writers(text, article)),
          history(decidedOn),
          element(
            'custom-meta-group',
            {},
            customMeta('peer-review-stage', 'pre-publication'),
            // Counted from the first submission, which is round 0.
            customMeta('peer-review-revision-round', String(number - 1)),
            text.decision && customMeta('peer-review-recommendation', RECOMMENDATIONS[text.decision]),
          ),
        ),
        element('body', {}, bodyOf(text)),
      ),
    ),
  )

const customMeta = (key: string, value: string): Xml =>
  element('custom-meta', {}, element('meta-name', {}, key), element('meta-value', {}, value))

/** The day of the decision is the only one that is known of a round. */
function history(day: string): Xml {
  const [year, month, dayOfMonth] = day.split('-')
  return element(
    'pub-history',
    {},
    element(
      'event',
      { 'event-type': 'editor-decision-sent' },
      element('event-desc', {}, 'Editor decision sent'),
      element(
        'date',
        { 'iso-8601-date': day },
        element('day', {}, dayOfMonth),
        element('month', {}, month),
        element('year', {}, year),
      ),
    ),
  )
}

function writers({ kind, signedBy }: PublishedReview, { contributors }: Pick<PublicArticle, 'contributors'>): Xml[] {
  const { role, roleName } = KINDS[kind]
  const writer = (who: Xml, affiliation: string | null) =>
    element(
      'contrib',
      { 'contrib-type': 'author' },
      who,
      element('role', { 'specific-use': role }, roleName),
      affiliation ? element('aff', {}, affiliation) : null,
    )
  if (kind === 'reply') {
    return contributors
      .filter((one) => isPublicRole(one.role))
      .map(({ contributor }) => writer(name(contributor), null))
  }
  return [
    signedBy === null
      ? writer(element('anonymous'), null)
      : writer(name(personName({ fullName: signedBy.name })), signedBy.affiliation),
  ]
}

function bodyOf({ text, answers }: PublishedReview): Xml[] {
  const paragraphs = paragraphsOf(text).map((lines) => element('p', {}, lines.join(' ')))
  const asked = answers.map(({ question, answer }) =>
    element('def-item', {}, element('term', {}, question), element('def', {}, element('p', {}, answer))),
  )
  return [
    ...paragraphs,
    ...(asked.length ? [element('p', {}, element('def-list', {}, asked))] : []),
    // The schema demands something in a body.
    ...(!paragraphs.length && !asked.length ? [element('p')] : []),
  ]
}
