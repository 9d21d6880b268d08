import { Archive, ArchiveRestore, Check, Download, ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Article } from '../../../../contract/api/articles.ts'
import { articlePolicy, hasBeenPublic, isPublic } from '../../../../contract/rules/articles/article-policy.ts'
import { keywordList } from '../../../../contract/rules/articles/keywords.ts'
import { printedPages } from '../../../../contract/rules/articles/place-in-volume.ts'
import { fileIdOf } from '../../../../contract/rules/files/file-rules.ts'
import { orcidUrl } from '../../../../contract/rules/people/identifiers.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { useActor } from '../../../client/session.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DownloadFile } from '../../../ui/download.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { RichHtml, TitleText } from '../../../ui/title-text.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { EmailAddress } from '../../../ui/web-address.tsx'
import { ArticleStatements } from '../article-statements.tsx'
import { ArticleMaterial } from '../article-material.tsx'
import { ArticleWorks } from '../article-works.tsx'
import { DoiLink } from '../doi-link.tsx'
import { FileFindings } from '../files/file-findings.tsx'
import { BeginNotice } from '../notice-desk/begin-notice.tsx'
import { EnterRequest } from '../requests/desk-enter.tsx'
import { CoverImage } from '../cover-image.tsx'
import { useShownImage } from '../files/private-image.tsx'
import { StatusChip } from '../status-chip.tsx'
import { ArticleContributors } from './article-contributors.tsx'
import { CaseLink, EditLink } from './article-links.tsx'
import { isFocusLost, Part } from './part.tsx'
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
        <h3 ref={heading} tabIndex={-1}>
          <TitleText title={title} />
        </h3>
        <p className="tags cluster small">
          <StatusChip article={article} />
          {isSample && <Chip kind="sample">Sample</Chip>}
          <CaseLink article={article}>Peer review</CaseLink>
          <Link to={paths.article(id)} target="_blank">
            Article page
            <ExternalLink className="ic" aria-hidden="true" />
            <span className="sr"> (opens in a new tab)</span>
          </Link>
        </p>
        <div className="with-side">
          <div>
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
            <ArticleWorks of={article} heading="h4" />
            <ArticleMaterial of={article} heading="h4" />
            <ArticleContributors article={article} onChange={review.changed} />
          </div>
          <ArticleFacts article={article} />
        </div>
      </div>
      <footer>
        {articlePolicy.can(actor, 'remove', article) && (
          <button type="button" className="btn danger" onClick={() => review.ask('delete', article)}>
            Delete
          </button>
        )}
        {articlePolicy.can(actor, 'correct', article) && hasBeenPublic(article) && <BeginNotice id={id} />}
        {articlePolicy.can(actor, 'correct', article) && isPublic(article) && <EnterRequest articleId={id} />}
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
          Publish
        </button>
      </footer>
    </Dialog>
  )
}

/**
 * The abstract of an article, which is loaded with the details because lists do not include it. It stays while it is
 * loaded again after a change: what is below it must not move under the pointer.
 */
function ArticleAbstract({ id, updatedAt }: { id: string; updatedAt: string }) {
  const ask = () => browserApi.articles.details({ id })
  const { answer: article, failed, tryAgain } = useAnswer(ask, `${id} ${updatedAt}`)
  return (
    <Part title="Abstract">
      {failed ? (
        <Failure message="The abstract could not be loaded.">
          <TryAgain onClick={tryAgain} />
        </Failure>
      ) : article ? (
        <RichHtml html={article.abstract} />
      ) : (
        <SkeletonLines widths={[100, 95, 60]} />
      )}
    </Part>
  )
}

/** The submitted files, visible to the author and editors only, and the final PDF if there is one. */
function ArticleFiles({ article: { files, pdfUrl, pdfFindings, slug } }: { article: Article }) {
  return (
    <Part title="Files">
      <ul role="list" className="review-files">
        {files.map(({ url, name, findings }) => (
          <li key={url}>
            <DownloadFile file={{ url, name }}>
              <span className="sr">Download </span>
              {name}
            </DownloadFile>
            <FileFindings findings={findings} />
          </li>
        ))}
        {pdfUrl && (
          <li>
            {fileIdOf(pdfUrl) ? (
              <DownloadFile file={{ url: pdfUrl, name: `${slug}.pdf` }}>Final PDF</DownloadFile>
            ) : (
              <a className="btn text" href={pdfUrl} target="_blank" rel="noopener">
                <Download className="ic" aria-hidden="true" />
                Final PDF<span className="sr"> (opens in a new tab)</span>
              </a>
            )}
            <FileFindings findings={pdfFindings} />
          </li>
        )}
      </ul>
      {!files.length && !pdfUrl && <p className="muted small">No files came with this manuscript.</p>}
    </Part>
  )
}

/** Status, dates and submitter of an article. */
function ArticleFacts({ article }: { article: Article }) {
  const { category, volume, issue, pageNum, createdAt, updatedAt, publishedAt, doi, author } = article
  return (
    <aside aria-label="Article facts">
      <CoverImage article={article} imageUrl={useShownImage(article)} place="details" />
      <Facts
        rows={[
          ['Category', category.name],
          ['Volume', volume?.title ?? 'None yet'],
          ['Issue', issue && printedPages(issue)],
          ['Pages', pageNum ? printedPages(pageNum) : 'None yet'],
          ['Submitted', longDate(createdAt)],
          ['Last changed', longDate(updatedAt)],
          ['Published', longDate(publishedAt)],
          ['DOI', doi && <DoiLink doi={doi} />],
        ]}
      />
      <h4>Submitted by</h4>
      <Facts
        rows={[
          ['Name', author.fullName],
          [
            'Email',
            author.email && (
              <a href={`mailto:${author.email}`}>
                <EmailAddress>{author.email}</EmailAddress>
              </a>
            ),
          ],
          ['Username', author.username],
          ['Location', author.location],
          ['ORCID iD', author.orc_id && <a href={orcidUrl(author.orc_id)}>{author.orc_id}</a>],
          ['Last sign-in', longDate(author.lastLogin)],
        ]}
      />
      {author.username === undefined && <p className="muted small">Imported; no linked account.</p>}
    </aside>
  )
}
