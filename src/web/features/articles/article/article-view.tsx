import type { CitationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { Plate } from '../plate.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { useShownImage } from '../files/use-shown-image.ts'
import { ArticleStatements } from '../article-statements.tsx'
import { ArticleActions } from './article-actions.tsx'
import { ArticleAuthors } from './article-authors.tsx'
import { ArticleCrumb } from './article-crumb.tsx'
import type { ArticleData } from './article-data.ts'
import { ArticleDetails } from './article-details.tsx'
import { ArticleSummary, SampleNote } from './article-summary.tsx'
import { ArticleTags } from './article-tags.tsx'
import { Citation } from './citation.tsx'
import { WaysOn } from './nearby-articles.tsx'
import type { NearbyData } from './nearby-data.ts'
import { ReadingView } from './reading/reading-view.tsx'
import type { LoadedText } from './reading/loaded-text.ts'

interface Shown {
  article: ArticleData
  record: CitationRecord
}

/** The public view of an article: its record, and its full text if the journal has it. */
export function ArticleView({
  article,
  record,
  text,
  nearby,
}: Shown & { text: LoadedText | null; nearby: NearbyData | null }) {
  return (
    <div className={text ? 'wrap reading' : 'wrap'}>
      <ArticleCrumb category={article.category} />
      {text ? (
        <ReadingView article={article} record={record} text={text} />
      ) : (
        <RecordView article={article} record={record} />
      )}
      {nearby && <WaysOn nearby={nearby} />}
    </div>
  )
}

/** An article of which the journal has no full text but the PDF: title, authors, abstract, and how to cite it. */
function RecordView({ article, record }: Shown) {
  const imageUrl = useShownImage(article)
  return (
    <article className="paper">
      <header>
        <ArticleTags article={article} />
        <h1>
          <TitleText title={article.title} />
        </h1>
        <ArticleAuthors article={article} />
      </header>
      <aside aria-label="Article details">
        <Plate article={article} imageUrl={imageUrl} place="page" first />
        <ArticleActions article={article} />
        <ArticleDetails article={article} />
      </aside>
      <div>
        <ArticleSummary article={article} />
        <ArticleStatements of={article} heading="h2" />
        <Citation article={article} record={record} />
        {article.isSample && <SampleNote />}
      </div>
    </article>
  )
}
