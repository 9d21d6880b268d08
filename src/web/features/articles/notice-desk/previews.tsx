import { useState } from 'react'
import { journal } from '../../../../contract/journal.ts'
import type { Article, PublicArticle } from '../../../../contract/api/articles.ts'
import type { MadePdf } from '../../../../contract/api/article-pdfs.ts'
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
import { browserApi } from '../../../client/api.ts'
import { PrivatePdf } from '../../../ui/files/private-pdf.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { useCommand } from '../../../ui/use-command.ts'
import { StandingBanner, StandingTitle } from '../standing/banner.tsx'
import type { NoticeOnDesk, TypedNotice } from './use-notice.ts'

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

type Desk = Pick<NoticeOnDesk, 'notice' | 'typed' | 'saved'>

/** What readers, files and Crossref will be told, made from the same rules as the pages and files themselves. */
export function PreviewPanel({ preview, ...desk }: { preview: Preview } & Desk) {
  const { notice } = desk
  if (preview === 'citation') return <CitationPreview notice={notice} />
  if (preview === 'deposit') return <DepositPreview notice={notice} />
  return <ArticlePreview preview={preview} {...desk} />
}

/** The article's page and file as they follow from what is typed. */
function ArticlePreview({ preview, notice, typed, saved }: { preview: 'page' | 'pdf' } & Desk) {
  const about = notice.about[0]
  const { answer, failed, tryAgain } = useAnswer(
    async () => (about ? await browserApi.articles.details({ id: about.id }) : null),
    about?.id,
  )
  if (failed) return <NotLoaded tryAgain={tryAgain} />
  if (!answer || !about) return <Loading />
  const shown = { article: answer, typed, standing: standingAfter(about.standing, typed), authors: about.authors }
  if (preview === 'page') return <PagePreview {...shown} />
  return (
    <>
      <NoticePdf notice={notice} saved={saved} />
      <h2 className="panel-title">The article</h2>
      <PdfPreview {...shown} />
    </>
  )
}

const Loading = () => (
  <div role="status" aria-label="Loading the preview">
    <SkeletonLines widths={[90, 100, 60]} />
  </div>
)

const NotLoaded = ({
  tryAgain,
  message = 'The preview could not be loaded.',
}: {
  tryAgain: () => void
  message?: string
}) => (
  <Failure message={message}>
    <TryAgain onClick={tryAgain} />
  </Failure>
)

/** The notice as it is typeset: the pages that readers get, from what is saved. */
function NoticePdf({ notice: { id, version }, saved }: Pick<Desk, 'notice' | 'saved'>) {
  const [made, setMade] = useState<{ pdf: MadePdf; version: number } | null>(null)
  const { run, busy, failure } = useCommand()
  const pdf = made?.version === version ? made.pdf : null
  const make = () =>
    run(async () => {
      // What was typed a moment ago belongs to the pages.
      const { version: seen } = await saved()
      setMade({ pdf: await browserApi.noticePreviews.pdf({ id }), version: seen })
    })
  return (
    <>
      <h2 className="panel-title">The notice</h2>
      {pdf ? (
        <>
          {pdf.warnings.map((warning) => (
            <p key={warning} className="notice caution">
              {warning}
            </p>
          ))}
          <PrivatePdf url={pdf.file.url} name="Pages of the notice" />
        </>
      ) : (
        <>
          <p className="hint small muted">
            {made
              ? 'The notice has changed since its pages were made.'
              : 'Typeset from its words, which are saved first.'}
          </p>
          <button type="button" className="btn" aria-disabled={busy} onClick={() => void make()}>
            {busy ? 'Making the Pages...' : 'Show the Pages'}
          </button>
        </>
      )}
      {failure && !busy && !pdf && (
        <p className="notice bad" role="alert">
          {failure.message}
        </p>
      )}
    </>
  )
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

function CitationPreview({ notice: { id, version } }: { notice: Notice }) {
  const { answer, failed, tryAgain } = useAnswer(() => browserApi.noticePreviews.read({ id }), `${id} ${version}`)
  if (failed) return <NotLoaded tryAgain={tryAgain} />
  if (!answer) return <Loading />
  return (
    <>
      <p className="hint small muted">As the page, BibTeX, RIS, CSL and the journal’s own style will have it.</p>
      <h2 className="panel-title">{answer.about.length > 1 ? 'The articles' : 'The article'}</h2>
      {answer.about.map((article) => (
        <p key={article.id} className="cite breakable">
          {citationText(citationRecord(article, location.origin))}
        </p>
      ))}
      <h2 className="panel-title">The notice</h2>
      <p className="cite breakable">{citationText(citationRecord(answer.notice, location.origin))}</p>
      <p className="hint small muted">The end of the notice’s address and DOI is chosen when it is published.</p>
    </>
  )
}

function DepositPreview({ notice: { id, version } }: { notice: Notice }) {
  const { answer, failed, tryAgain } = useAnswer(() => browserApi.deposits.ofNotice({ id }), `${id} ${version}`)
  if (failed) return <NotLoaded tryAgain={tryAgain} />
  if (!answer) return <Loading />
  if (answer.xml === null) {
    return <p className="muted">Neither the notice nor the article gets a DOI here, so nothing is sent to Crossref.</p>
  }
  return (
    <>
      <p className="hint small muted">
        What Crossref is sent of the notice and of the article. The number and time of the deposit are set when it is
        sent, and the end of the notice’s DOI when it is published.
      </p>
      <pre className="code" tabIndex={0} aria-label="The deposit">
        {indented(answer.xml)}
      </pre>
      {!journal().crossref.crossmarkPolicy && (
        <p className="hint small muted">
          The journal has no DOI for its page about corrections yet, so that Crossref is not sent the update itself.
        </p>
      )}
    </>
  )
}

/** Each element on a line of its own, so that it can be read. */
const indented = (xml: string): string => xml.replace(/></g, '>\n<')
