import type { Article } from '../../../../contract/api/articles.ts'
import { articlePolicy } from '../../../../contract/rules/articles/article-policy.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { AUTHOR_STAGES, authorStage } from '../../../../contract/rules/peer-review/author-stage.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { useActor } from '../../../client/session.ts'
import { TitleText } from '../../../ui/title-text.tsx'
import { CoverImage } from '../cover-image.tsx'
import { StatusChip } from '../status-chip.tsx'
import { useShownImage } from '../files/use-shown-image.ts'
import { Link } from '../../../ui/link.tsx'

/** One of the author's own articles, with its status. */
export function MyArticleCard({ article, onDelete }: { article: Article; onDelete: (article: Article) => void }) {
  const actor = useActor()
  const { id, title, category, createdAt, publishedAt, published, stage } = article
  // The public page shows what is published; a manuscript has a page of its own.
  const address = published ? paths.article(id) : paths.manuscript(id)
  return (
    <>
      <div className="mine">
        <CoverImage article={article} imageUrl={useShownImage(article)} place="own card" />
        <div>
          <StatusChip article={article} />
          {/* The chip of a withdrawn one has the same word. */}
          {stage !== null && stage !== 'withdrawn' && !published && (
            <p>{AUTHOR_STAGES[authorStage({ ...article, stage })]}</p>
          )}
          <p>{category.name}</p>
          <p>{publishedAt ? `Published ${longDate(publishedAt)}` : `Submitted ${longDate(createdAt)}`}</p>
        </div>
        <h2>
          <Link to={address}>
            <TitleText title={title} />
          </Link>
        </h2>
      </div>
      <p className="go">
        <Link className="btn text" to={address}>
          View Details<span className="sr">: {plainTitle(title)}</span>
        </Link>
        {articlePolicy.can(actor, 'withdraw', article) && stage !== 'declined' && stage !== 'withdrawn' && (
          <button type="button" className="btn text danger" onClick={() => onDelete(article)}>
            Delete<span className="sr">: {plainTitle(title)}</span>
          </button>
        )}
      </p>
    </>
  )
}
