import { journal } from '../../../../../journal.config.ts'
import type { Article, PublicArticle } from '../../../../contract/api/articles.ts'
import type { Notice } from '../../../../contract/api/notices.ts'
import type { PublishedNotice } from '../../../../contract/api/published-notice.ts'
import { citationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { citationText } from '../../../../contract/rules/articles/citation/text.ts'
import {
  bandSentence,
  bannerSentence,
  isDoubted,
  NOTICES,
  publicTitle,
  type Standing,
  STANDING_WORDS,
  STANDINGS,
} from '../../../../contract/rules/articles/notices.ts'
import { textOfHtml } from '../../../../contract/rules/text/html-text.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { escapeAttribute } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { StandingBanner, StandingTitle } from '../standing/banner.tsx'
import type { TypedNotice } from './use-notice.ts'

export const PREVIEWS = { page: 'Page', pdf: 'PDF', citation: 'Citation', deposit: 'Deposit' } as const
export type Preview = keyof typeof PREVIEWS

/** Where the article will stand: what closes the concern counts alone. */
export function standingAfter(
  standing: Standing,
  { kind, closesId }: Pick<TypedNotice, 'kind' | 'closesId'>,
): Standing {
  const next = NOTICES[kind].standing
  const before = closesId && standing === 'concern' ? 'current' : standing
  return STANDINGS.indexOf(next) > STANDINGS.indexOf(before) ? next : before
}

/** What readers, files and Crossref will be told, made from the same rules as the pages and files themselves. */
export function PreviewPanel({ preview, notice, typed }: { preview: Preview; notice: Notice; typed: TypedNotice }) {
  const about = notice.about[0]
  const { answer, failed, tryAgain } = useAnswer(
    async () => (about ? await browserApi.articles.details({ id: about.id }) : null),
    about?.id,
  )
  if (failed) {
    return (
      <Failure message="The article could not be loaded.">
        <TryAgain onClick={tryAgain} />
      </Failure>
    )
  }
  if (!answer || !about) {
    return (
      <div role="status" aria-label="Loading the preview">
        <SkeletonLines widths={[90, 100, 60]} />
      </div>
    )
  }
  const shown = { article: answer, typed, standing: standingAfter(about.standing, typed), authors: about.authors }
  if (preview === 'pdf') return <PdfPreview {...shown} />
  if (preview === 'citation') return <CitationPreview {...shown} />
  if (preview === 'deposit') return <DepositPreview {...shown} />
  return <PagePreview {...shown} />
}

interface Shown {
  article: Article | PublicArticle
  typed: TypedNotice
  standing: Standing
  authors: string
}

const today = (): string => new Date().toISOString().slice(0, 10)

function PagePreview({ article: { title }, typed, standing, authors }: Shown) {
  const { kind, what, closesId, reviewOn } = typed
  const notice: PublishedNotice = {
    ...{ id: 'preview', kind, publishedAt: new Date().toISOString(), doi: null, what: what || '…', about: [] },
    ...{ closes: closesId || null, closedBy: null, reviewOn: reviewOn || null, replacedBy: null },
    ...{ daysFromReport: null, version: null },
  }
  return (
    <>
      <p className="hint small muted">The article’s page from the hour of publication. Its links lead nowhere here.</p>
      <div className="nview">
        <div className="reading-mini" inert>
          <StandingBanner article={{ standing: NOTICES[kind].standing, notices: [notice] }} />
          <p className="mini-h1">
            <StandingTitle article={{ title, standing }} />
          </p>
          <p className="small">{authors}</p>
        </div>
      </div>
    </>
  )
}

function PdfPreview({ article: { title, abstract }, typed: { kind, what, reviewOn }, standing, authors }: Shown) {
  const { lead } = bannerSentence(kind, { on: today(), what, reviewOn: reviewOn || null })
  const band = isDoubted(standing) ? bandSentence(lead, 'its DOI') : ''
  return (
    <>
      <p className="hint small muted">
        {kind === 'removal'
          ? 'The PDF is not served any more; this page takes its place.'
          : isDoubted(standing)
            ? 'Every copy of the PDF is served with this band. The stored file is not changed.'
            : 'The PDF gets no mark: the article is to be relied on as it is then.'}
      </p>
      <div className="nview">
        <div
          className="pdf-mini"
          role="img"
          aria-label={`First page of the PDF${band && `, with a band above: ${band}`}`}
        >
          {band && <p className={`pb ${standing}`}>{band}</p>}
          <p className="pt">
            <TitleText title={publicTitle(title, standing)} />
          </p>
          <p>{authors}</p>
          {kind !== 'removal' && (
            <>
              <p className="ph">Abstract</p>
              <p>{textOfHtml(abstract).slice(0, 900)}</p>
            </>
          )}
          {isDoubted(standing) && (
            <span className="wm" aria-hidden="true">
              {STANDING_WORDS[standing].toUpperCase()}
            </span>
          )}
        </div>
      </div>
    </>
  )
}

function CitationPreview({ article, typed: { kind }, standing }: Shown) {
  const url = location.origin
  const after = citationRecord({ ...article, standing }, url)
  const own = citationRecord(
    {
      ...{ ...article, standing: 'current' as const, title: NOTICES[kind].prefix + article.title, doi: null },
      ...{ publishedAt: today(), pageNum: null, elocationId: null, volume: null, issue: null },
    },
    url,
  )
  return (
    <>
      <p className="hint small muted">As the page, BibTeX, RIS, CSL and the journal’s own style will have it.</p>
      <h2 className="panel-title">The article</h2>
      <p className="cite breakable">{citationText(after)}</p>
      <h2 className="panel-title">The notice</h2>
      <p className="cite breakable">
        {citationText({ ...own, authors: [], url: `${url}/…`, doiUrl: null }).replace(/\s+/g, ' ')}
      </p>
      <p className="hint small muted">The notice gets its own DOI when it is published.</p>
    </>
  )
}

function DepositPreview({ article: { doi, title }, typed: { kind }, standing }: Shown) {
  const { update } = NOTICES[kind]
  const policy = journal.crossref.crossmarkPolicy
  const name = escapeAttribute(plainTitle(title))
  if (doi === null) {
    return <p className="muted">The article has no DOI, so nothing about it is sent to Crossref.</p>
  }
  const lines = [
    '<!-- the notice -->',
    `<title>${escapeAttribute(NOTICES[kind].prefix)}${name}</title>`,
    ...(update
      ? ['<updates>', `  <update type="${update}" date="${today()}">${escapeAttribute(doi)}</update>`, '</updates>']
      : []),
    '',
    '<!-- the article, sent again -->',
    `<title>${escapeAttribute(plainTitle(publicTitle(title, standing)))}</title>`,
  ]
  return (
    <>
      <p className="hint small muted">What Crossref will be told of the notice and of the article.</p>
      <pre className="code" tabIndex={0} aria-label="Parts of the deposit">
        {lines.join('\n')}
      </pre>
      {!policy && (
        <p className="hint small muted">
          The journal has no DOI for its page about corrections yet, so that Crossref is not sent the update itself.
        </p>
      )}
    </>
  )
}
