import type { PublishedReviews } from '../../../../contract/api/published-reviews.ts'
import { doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { isDoubted } from '../../../../contract/rules/articles/notices.ts'
import { reportsInWords } from '../../../../contract/rules/peer-review/published-reviews.ts'
import { paths, policyPath } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import readingScript from '../../../site/document/reading/index.ts?worker&url'
import stylesheet from '../../../styles/reading.css?url'
import { Facts } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { PageHead, usePublicUrl } from '../../../ui/page-head.tsx'
import { jsonForScript } from '../../../ui/page-markup.ts'
import { Stylesheet } from '../../../ui/stylesheet.tsx'
import { Contents } from '../article/reading/contents.tsx'
import { PrintMark, StandingBanner, StandingTitle } from '../standing/banner.tsx'
import { ReviewRounds, roundId } from './review-rounds.tsx'

const NO_FLOATS = { figures: [], tables: [] }

/** The published reviews of an article, with its banner: a retraction leaves them, a removal hides them. */
export function ReviewsPage({ reviews }: { reviews: PublishedReviews }) {
  const publicUrl = usePublicUrl()
  const { articleId, standing, citedAs, receivedOn, acceptedOn, rounds, latinNames } = reviews
  const title = plainTitle(reviews.title)
  const path = paths.articleReviews(articleId)
  const reports = rounds.flatMap(({ texts }) => texts.filter(({ kind }) => kind === 'report'))
  const inWords = reportsInWords(reports.map(({ signedBy }) => ({ name: signedBy?.name ?? null })))
  const isHidden = standing === 'removed'
  return (
    <div className="wrap reading reviews">
      <Stylesheet href={stylesheet} precedence="reading" />
      <PageHead
        title={`Peer review of ${title}`}
        description={
          isHidden ? 'The article has been removed.' : `${inWords}, with the decisions and the authors’ replies.`
        }
        noindex={isHidden}
        path={path}
      />
      {!isHidden && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: jsonForScript(linkedData(reviews, publicUrl)) }}
        />
      )}
      <PrintMark standing={standing} />
      <nav className="crumb small" aria-label="Breadcrumb">
        <ol className="wrapping" role="list">
          <li>
            <Link to={paths.articles}>Current Articles</Link>
          </li>
          <li>
            <Link to={paths.article(articleId)}>{citedAs}</Link>
          </li>
        </ol>
      </nav>
      {isDoubted(standing) && <StandingBanner article={reviews} />}
      <header className="rv-head">
        <p className="eyebrow">Peer review of</p>
        <h1>
          <StandingTitle article={reviews} />
        </h1>
        {!isHidden && (
          <Facts
            className="when"
            rows={[
              ['Received', receivedOn && longDate(receivedOn)],
              ['Rounds', String(rounds.at(-1)?.number ?? '')],
              ['Reports', inWords],
              ['Accepted', acceptedOn && longDate(acceptedOn)],
            ]}
          />
        )}
      </header>
      {isHidden ? (
        <p className="rv-note muted small">The reviews are hidden with the article.</p>
      ) : (
        <div className="r-grid">
          <div className="rail small">
            <script async type="module" src={readingScript} />
            <Contents places={placesOf(reviews)} outline={NO_FLOATS} path={path} part={1} />
          </div>
          <div className="rv-text">
            <ReviewRounds rounds={rounds} latinNames={latinNames} />
            <p className="rv-note muted small">
              Published with the consent of the authors and of each reviewer, as the authors received them. Reports bear
              the date of the decision. Remarks to the editor are not published.{' '}
              <Link to={policyPath('peer-review')}>Peer Review Process</Link>
            </p>
          </div>
        </div>
      )}
    </div>
  )
}

const placesOf = ({ rounds }: PublishedReviews) =>
  rounds.map(({ number, texts }) => ({
    ...{ id: roundId(number), part: 1, number: '', title: `Round ${number}` },
    sections: texts.map(({ id, kind, label }) => ({
      ...{ id, part: 1, number: '' },
      title: kind === 'report' ? `Reviewer ${label}` : kind === 'decision' ? 'Decision' : 'Authors’ reply',
    })),
  }))

/** The reports for search engines: who does not sign has no author. */
function linkedData({ articleId, title, doi, rounds }: PublishedReviews, publicUrl: string) {
  const article = publicUrl + paths.article(articleId)
  const page = publicUrl + paths.articleReviews(articleId)
  return {
    '@context': 'https://schema.org',
    '@graph': rounds.flatMap(({ decidedOn, texts }) =>
      texts.flatMap((text) =>
        text.kind === 'report'
          ? [
              {
                '@type': 'Review',
                '@id': `${page}#${text.id}`,
                url: `${page}#${text.id}`,
                name: text.title,
                datePublished: decidedOn,
                ...(text.signedBy ? { author: { '@type': 'Person', name: text.signedBy.name } } : {}),
                ...(text.doi ? { sameAs: doiUrl(text.doi) } : {}),
                itemReviewed: {
                  ...{ '@type': 'ScholarlyArticle', '@id': article, name: plainTitle(title) },
                  ...(doi ? { sameAs: doiUrl(doi) } : {}),
                },
              },
            ]
          : [],
      ),
    ),
  }
}
