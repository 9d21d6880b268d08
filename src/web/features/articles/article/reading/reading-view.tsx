import type { CitationRecord } from '../../../../../contract/rules/articles/citation/record.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import stylesheet from '../../../../styles/reading.css?url'
import { Stylesheet } from '../../../../ui/stylesheet.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { useShownImage } from '../../files/use-shown-image.ts'
import { Plate } from '../../plate.tsx'
import { ArticleActions } from '../article-actions.tsx'
import { ArticleAuthors } from '../article-authors.tsx'
import type { ArticleData } from '../article-data.ts'
import { ArticleDetails } from '../article-details.tsx'
import { ArticleSummary, SampleNote } from '../article-summary.tsx'
import { ArticleTags } from '../article-tags.tsx'
import { Citation } from '../citation.tsx'
import { AboutArticle, hasStatements } from './about-article.tsx'
import { Contents, type Place } from './contents.tsx'
import { FigureStrip } from './figure-strip.tsx'
import type { LoadedText } from './loaded-text.ts'
import { NoSuchPart, PartPager } from './part-pager.tsx'
import { TextMarkup } from './text-markup.tsx'

interface Shown {
  article: ArticleData
  record: CitationRecord
  text: LoadedText
}

/** An article with its full text: rail, text and margin. What concerns the whole article follows its text. */
export function ReadingView({ article, record, text: { outline, part, html } }: Shown) {
  const imageUrl = useShownImage(article)
  const path = paths.article(article.id)
  const where = { outline, path, part }
  return (
    <article>
      <Stylesheet href={stylesheet} precedence="reading" />
      <header className="r-head">
        <div>
          <ArticleTags article={article} />
          <h1>
            <TitleText title={article.title} />
          </h1>
          <ArticleAuthors article={article} folded />
        </div>
        <Plate article={article} imageUrl={imageUrl} place="page" first />
      </header>
      <div className="r-grid">
        <Contents {...where} places={placesOf(article, outline, part)} />
        <div className="r-text">
          {part === 1 && (
            <div className="r-intro">
              <div>
                <ArticleSummary article={article} />
              </div>
              <aside className="facts" aria-label="Article details">
                <ArticleActions article={article} />
                <ArticleDetails article={article} />
              </aside>
            </div>
          )}
          <FigureStrip {...where} />
          {part > 1 && <PartPager {...where} label="Parts of the text, above it" />}
          {part > outline.parts ? <NoSuchPart {...where} /> : <TextMarkup of={`${article.id} ${part}`} html={html} />}
          <PartPager {...where} label="Parts of the text" />
          <AboutArticle article={article} />
          <Citation article={article} record={record} />
          {article.isSample && <SampleNote />}
        </div>
      </div>
    </article>
  )
}

/** The contents: what the text has, between the abstract before it and what the page adds after it. */
function placesOf(article: ArticleData, outline: LoadedText['outline'], shown: number): Place[] {
  const own = (id: string, title: string, part: number): Place => ({ id, part, number: '', title })
  return [
    ...(article.abstract ? [own('abstract', 'Abstract', 1)] : []),
    ...outline.sections,
    ...(hasStatements(article) ? [own('about', 'About this article', shown)] : []),
    own('cite', 'How to cite', shown),
  ]
}
