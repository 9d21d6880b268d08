import { Archive, ArchiveRestore, Check, ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Article } from '../../../../contract/api/articles.ts'
import { articlePolicy } from '../../../../contract/rules/articles/article-policy.ts'
import { keywordList } from '../../../../contract/rules/articles/keywords.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { useActor } from '../../../client/session.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { ArticleStatements } from '../article-statements.tsx'
import { StatusChip } from '../status-chip.tsx'
import { ArticleAbstract } from './article-abstract.tsx'
import { ArticleContributors } from './article-contributors.tsx'
import { ArticleFacts } from './article-facts.tsx'
import { ArticleFiles } from './article-files.tsx'
import { CaseLink } from './case-link.tsx'
import { EditLink } from './edit-link.tsx'
import { isFocusLost } from './lost-focus.ts'
import { Part } from './part.tsx'
import type { Review } from './use-review.ts'

/** The full details of an article, and the editorial decisions. */
export function ArticleDialog({ article, review }: { article: Article; review: Review }) {
  const { id, title, excerpt, keywords, comments, isArchive, isSample, updatedAt } = article
  const actor = useActor()
  const heading = useRef<HTMLHeadingElement>(null)

  // A decision disables its button: move the focus to the top of the updated details.
  useEffect(() => {
    if (review.asked === null && isFocusLost()) heading.current?.focus({ preventScroll: true })
  }, [article, review.asked])

  return (
    <Dialog title="Article details" onClose={review.leave}>
      <div className="mid review">
        <div className="review-head">
          <h3 ref={heading} tabIndex={-1}>
            <TitleText title={title} />
          </h3>
          <p className="tags">
            <StatusChip article={article} />
            {isSample && <Chip kind="sample">Sample</Chip>}
            <CaseLink article={article}>Peer review</CaseLink>
            <Link to={paths.article(id)} target="_blank">
              Article page
              <ExternalLink className="ic" aria-hidden="true" />
              <span className="sr"> (opens in a new tab)</span>
            </Link>
          </p>
        </div>
        <ArticleFacts article={article} />
        <div className="review-text">
          {comments && (
            <Part title="Comments for the editor">
              <p className="comments">{comments}</p>
            </Part>
          )}
          <ArticleFiles article={article} />
          <Part title="Key Message">
            <p className="prose">
              <TitleText title={excerpt} />
            </p>
          </Part>
          <Part title="Keywords">
            <p>{keywordList(keywords).join(', ')}</p>
          </Part>
          <ArticleAbstract key={id} id={id} updatedAt={updatedAt} />
          <ArticleStatements of={article} heading="h4" />
          <ArticleContributors article={article} onChange={review.changed} />
        </div>
      </div>
      <footer>
        {articlePolicy.can(actor, 'remove', article) && (
          <button type="button" className="btn danger" onClick={() => review.ask('delete', article)}>
            Delete
          </button>
        )}
        <EditLink article={article} className="btn">
          Edit
        </EditLink>
        {articlePolicy.can(actor, 'archive', article) && (
          <button type="button" className="btn" onClick={() => review.ask('archive', article)}>
            {isArchive ? (
              <ArchiveRestore className="ic" aria-hidden="true" />
            ) : (
              <Archive className="ic" aria-hidden="true" />
            )}
            {isArchive ? 'Unarchive' : 'Archive'}
          </button>
        )}
        <button
          type="button"
          className="btn solid"
          disabled={!articlePolicy.can(actor, 'approve', article)}
          onClick={() => review.ask('approve', article)}
        >
          <Check className="ic" aria-hidden="true" />
          Approve
        </button>
      </footer>
    </Dialog>
  )
}
