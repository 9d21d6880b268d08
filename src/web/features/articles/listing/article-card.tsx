import { Download } from 'lucide-react'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { TitleText } from '../../../ui/title-text.tsx'
import { StandingTitle } from '../standing/banner.tsx'
import { GoneSheet, NoticeSheet, SlipOnSheet } from '../standing/slip-on-sheet.tsx'
import { Chips } from '../standing/standing-chip.tsx'
import type { CardData } from './card-data.ts'
import { KeywordLinks } from '../keyword-links.tsx'
import { CoverImage } from '../cover-image.tsx'
import { Link } from '../../../ui/link.tsx'

export function ArticleCard({
  article,
  headingLevel: Heading = 'h3',
  first = false,
}: {
  article: CardData
  headingLevel?: 'h2' | 'h3'
  /** At the top of the page. */
  first?: boolean
}) {
  const { id, standing, notice, authors, excerpt, keywords, date, place, category, imageUrl, pdfUrl, isSample } =
    article
  const { title } = article
  return (
    <article className="entry">
      {notice ? (
        <NoticeSheet kind={notice} />
      ) : standing === 'removed' ? (
        <GoneSheet />
      ) : (
        <CoverImage article={article} imageUrl={imageUrl} place="card" first={first}>
          <SlipOnSheet standing={standing} />
        </CoverImage>
      )}
      <div className="body">
        <div className="top">
          <Link className="cat small aligned-inline" to={category.href}>
            {category.name}
          </Link>
          <Chips notice={notice} standing={standing} />
          {isSample && <span className="sample-mark smaller muted">Sample</span>}
          <Heading>
            <Link to={paths.article(id)}>
              <StandingTitle article={article} />
            </Link>
          </Heading>
          <p className="by">{authors}</p>
        </div>
        <div className="rest">
          <p className="ex">
            <TitleText title={excerpt} />
          </p>
          {keywords && (
            <p className="kw smaller muted">
              <span className="sr">Keywords: </span>
              <KeywordLinks keywords={keywords} title={title} abstract={excerpt} />
            </p>
          )}
        </div>
      </div>
      <div className="side">
        <p className="meta small muted wrapping">
          <time dateTime={date}>{longDate(date)}</time>
          {place && <span>{place}</span>}
        </p>
        <p className="go">
          <Link className="btn text" to={paths.article(id)}>
            {notice ? 'Read Notice' : 'View Details'}
            <span className="sr">: {plainTitle(title)}</span>
          </Link>
          {pdfUrl && (
            <a className="btn text" href={pdfUrl} target="_blank" rel="noopener">
              <Download className="ic" aria-hidden="true" />
              Download PDF<span className="sr">: {plainTitle(title)} (opens in a new tab)</span>
            </a>
          )}
        </p>
      </div>
    </article>
  )
}
