import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NoticeInFull } from '../../../../contract/api/notices.ts'
import { ERROR_WORDS, NOTICES, type NoticeKind } from '../../../../contract/rules/articles/notices.ts'
import type { CitationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { licenceName } from '../../../../contract/rules/articles/citation/record.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import readingStyles from '../../../styles/reading.css?url'
import stylesheet from '../../../styles/notices.css?url'
import { Facts } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { Stylesheet } from '../../../ui/stylesheet.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { ArticleAuthors } from '../article/article-authors.tsx'
import type { ArticleData } from '../article/article-data.ts'
import { ReaderActions } from '../article/article-details.tsx'
import { ArticleTags, PdfLink } from '../article/article-summary.tsx'
import { Citation } from '../article/citation.tsx'
import { DoiLink } from '../doi-link.tsx'
import { StandingBanner, StandingTitle } from '../standing/banner.tsx'
import { NoticeSheet } from '../standing/slip-on-sheet.tsx'

interface Shown {
  article: ArticleData
  record: CitationRecord
  notice: NoticeInFull
}

export const NoticeStyles = () => <Stylesheet href={stylesheet} precedence="site" />

/** The way to a notice: all of them, and those of its year. */
export const NoticeCrumb = ({ notice: { publishedAt } }: { notice: NoticeInFull }) => (
  <nav className="crumb small" aria-label="Breadcrumb">
    <ol className="wrapping" role="list">
      <li>
        <Link to={paths.notices}>Notices</Link>
      </li>
      <li>
        <a href={`${paths.notices}#y${publishedAt.slice(0, 4)}`}>{publishedAt.slice(0, 4)}</a>
      </li>
    </ol>
  </nav>
)

/** A notice as an article of its own: how it went, its answers, and the facts. */
export function NoticeView({ article, record, notice }: Shown) {
  const [about] = notice.about
  return (
    <article className="note">
      <Stylesheet href={readingStyles} precedence="reading" />
      <NoticeStyles />
      <StandingBanner article={article} />
      <header className="r-head">
        <div>
          <ArticleTags article={article} />
          <h1>
            <StandingTitle article={article} />
          </h1>
          <ArticleAuthors article={article} folded />
        </div>
        <NoticeSheet kind={notice.kind} />
      </header>
      <div className="note-grid">
        <aside className="note-way" aria-labelledby="way">
          <h2 id="way">How it went</h2>
          <ol className="way" role="list">
            {notice.steps.map(({ on, what }, index) => (
              <li key={`${on} ${what}`} className={index === notice.steps.length - 1 ? 'on' : undefined}>
                <time dateTime={on}>{longDate(on)}</time>
                <p>{what}</p>
              </li>
            ))}
          </ol>
        </aside>
        <div className="note-text">
          <NoticeAbout notice={notice} />
          <Answers notice={notice} />
          {notice.signedBy.length > 0 && (
            <section aria-labelledby="signed">
              <h2 id="signed">Signed</h2>
              <ul className="sign" role="list">
                {notice.signedBy.map(({ name, on, as }) => (
                  <li key={as} className="yes">
                    <span className="line">{name}</span>
                    <span className="st">
                      <Check className="ic" aria-hidden="true" />
                      {as === 'signed' && notice.signedBy.length > 1 ? 'second editor' : 'editor'}, {longDate(on)}
                    </span>
                  </li>
                ))}
              </ul>
              {notice.urgentReason && <p>One editor acted at once: {notice.urgentReason}</p>}
            </section>
          )}
          <Citation article={article} record={record} />
        </div>
        <aside className="facts" aria-label="Details of this notice">
          <div className="aside-go">
            {about && (
              <Link className="btn" to={paths.article(about.id)}>
                Go to the Article
              </Link>
            )}
            {article.pdfUrl && (
              <PdfLink article={article} url={article.pdfUrl} className="btn">
                PDF
              </PdfLink>
            )}
          </div>
          <NoticeFacts article={article} notice={notice} />
          <ReaderActions article={article} />
        </aside>
      </div>
    </article>
  )
}

const ABOUT_WORDS: Partial<Record<NoticeKind, string>> = { comment: 'Comment on', reply: 'Reply to' }

/** The articles that it is about, as they are cited. */
const NoticeAbout = ({ notice: { kind, about } }: { notice: NoticeInFull }) => (
  <div className="note-about">
    {about.map(({ id, title, doi }, index) => (
      <p key={id}>
        {index === 0 && <b>{ABOUT_WORDS[kind] ?? 'About'}</b>}{' '}
        <Link to={paths.article(id)}>
          <TitleText title={title} />
        </Link>
        {doi && (
          <>
            {' '}
            <span className="muted small">
              <DoiLink doi={doi} />
            </span>
          </>
        )}
      </p>
    ))}
  </div>
)

/** The answers that a reader looks for, in their order; what a notice has no answer to is left out. */
function Answers({ notice }: { notice: NoticeInFull }) {
  const isRemark = notice.kind === 'comment' || notice.kind === 'reply'
  return (
    <>
      <Answer
        id="wrong"
        heading={isRemark ? NOTICES[notice.kind].name : notice.kind === 'addendum' ? 'What is added' : 'What is wrong'}
        text={notice.details || notice.what}
      />
      <Answer id="why" heading="Why" text={notice.why} />
      <Answer id="found" heading="Who found it" text={notice.foundBy} />
      <Answer id="effect" heading="What it changes" text={notice.effect} />
      <Answer id="action" heading="What we do" text={notice.action} />
      <Answer id="agreement" heading="Do the authors agree" text={notice.agreement}>
        {notice.answers.length > 0 && (
          <ul className="sign" role="list">
            {notice.answers.map(({ name, answer }) => (
              <li key={name} className={answer === 'agrees' ? 'yes' : answer === 'disagrees' ? 'no' : 'none'}>
                <span className="line">{name}</span>
                <span className="st">
                  {answer === 'agrees' && <Check className="ic" aria-hidden="true" />}
                  {answer ?? 'did not answer'}
                </span>
                {notice.remarks
                  .filter((remark) => remark.name === name)
                  .map(({ remark }) => (
                    <p key={remark}>“{remark}”</p>
                  ))}
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </>
  )
}

function Answer({ id, heading, text, children }: { id: string; heading: string; text: string; children?: ReactNode }) {
  const paragraphs = text.split(/\n+/).filter((paragraph) => paragraph.trim())
  if (!paragraphs.length && !children) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {paragraphs.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
      {children}
    </section>
  )
}

function NoticeFacts({ article: { volume, doi, licenceUrl }, notice }: Omit<Shown, 'record'>) {
  const { kind, whoseError, publishedAt, daysFromReport, closes, closedBy, reviewOn, replacedBy } = notice
  const isOpen = kind === 'concern' && closedBy === null
  return (
    <Facts
      rows={[
        ['Kind', NOTICES[kind].name],
        ['Whose error', whoseError && ERROR_WORDS[whoseError]],
        ['Published', longDate(publishedAt)],
        ['First report', daysFromReport !== null && `${counted(daysFromReport, 'day')} before`],
        ['We report by', isOpen && reviewOn && longDate(reviewOn)],
        ['Closes', closes && <Link to={paths.article(closes)}>The expression of concern</Link>],
        ['Closed by', closedBy && <Link to={paths.article(closedBy)}>A later notice</Link>],
        ['Replaced by', replacedBy && <Link to={paths.article(replacedBy)}>The new article</Link>],
        ['Volume', volume && <Link to={paths.volume(volume.id)}>{volume.name}</Link>],
        ['DOI', doi && <DoiLink doi={doi} />],
        ['Licence', <a href={licenceUrl}>{licenceName(licenceUrl)}</a>],
      ]}
    />
  )
}
