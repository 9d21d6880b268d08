import { ChevronLeft, ChevronRight, Image, Table2 } from 'lucide-react'
import { use, useEffect, useState } from 'react'
import type { FullTextOutline } from '../../../../../contract/api/full-texts.ts'
import type { Version } from '../../../../../contract/api/versions.ts'
import { VersionLine, VersionRecord } from '../../versions/version-record.tsx'
import type { CitationRecord } from '../../../../../contract/rules/articles/citation/record.ts'
import { NOT_ASKED, STATEMENT_NAMES, STATEMENTS } from '../../../../../contract/rules/articles/statements.ts'
import { pageHref, paths } from '../../../../../contract/rules/site/paths.ts'
import { READING } from '../../../../site/document/reading/event.ts'
import readingScript from '../../../../site/document/reading/index.ts?worker&url'
import stylesheet from '../../../../styles/reading.css?url'
import { Link } from '../../../../ui/link.tsx'
import { PageMarkup } from '../../../../ui/page-markup.ts'
import { Stylesheet } from '../../../../ui/stylesheet.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { ArticleMaterial } from '../../article-material.tsx'
import { ArticleWorks } from '../../article-works.tsx'
import { CoverImage } from '../../cover-image.tsx'
import { useShownImage } from '../../files/private-image.tsx'
import { noticeOf, StandingBanner, StandingInSight, StandingTitle } from '../../standing/banner.tsx'
import { SlipOnSheet } from '../../standing/slip-on-sheet.tsx'
import { ArticleAuthors } from '../article-authors.tsx'
import type { ArticleData } from '../article-data.ts'
import { Contributions, hasContributions } from '../contributions.tsx'
import { ArticleDetails } from '../article-details.tsx'
import { ArticleActions, ArticleBar, ArticleSummary, ArticleTags, SampleNote } from '../article-summary.tsx'
import { Citation } from '../citation.tsx'
import { Contents, type Place, PlaceLink } from './contents.tsx'
import type { LoadedText } from './loaded-text.ts'
import { floatsLabel, partTitle } from './text-links.ts'

interface Shown {
  article: ArticleData
  record: CitationRecord
  versions: readonly Version[]
  text: LoadedText
}

/** An article with its full text: rail, text and margin. What concerns the whole article follows its text. */
export function ReadingView({ article, record, versions, text: { outline, part, html } }: Shown) {
  const imageUrl = useShownImage(article)
  const path = paths.article(article.id)
  const where = { outline, path, part }
  return (
    <article>
      <Stylesheet href={stylesheet} precedence="reading" />
      <StandingBanner article={article} />
      <header className="r-head">
        <div>
          <ArticleTags article={article} />
          <h1>
            <StandingTitle article={article} />
          </h1>
          <ArticleAuthors article={article} folded />
          <VersionLine id={article.id} number={article.versionNumber} />
        </div>
        <CoverImage article={article} imageUrl={imageUrl} place="page" first>
          <SlipOnSheet standing={article.standing} on={noticeOf(article)?.publishedAt} />
        </CoverImage>
      </header>
      <div className="r-grid ruled">
        <div className="rail small">
          <StandingInSight article={article} />
          <Contents {...where} places={placesOf(article, outline, part)} />
          <ArticleBar article={article} record={record} />
        </div>
        <div className="r-text">
          {part === 1 && (
            <div className="r-intro">
              <div>
                <ArticleSummary article={article} />
              </div>
              <aside className="facts" aria-label="Article details">
                <ArticleActions article={article} record={record} />
                <ArticleDetails article={article} />
              </aside>
            </div>
          )}
          <FigureList {...where} />
          {part > 1 && <PartPager {...where} label="Parts of the text, above it" />}
          {part > outline.parts ? <NoSuchPart {...where} /> : <TextMarkup of={`${article.id} ${part}`} html={html} />}
          <PartPager {...where} label="Parts of the text" />
          <Contributions contributors={article.contributors} />
          <AboutArticle article={article} />
          <ArticleWorks of={article} heading="h2" />
          <ArticleMaterial of={article} heading="h2" />
          {versions.length > 1 && <VersionRecord id={article.id} versions={versions} notices={article.notices} />}
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
    ...(hasContributions(article) ? [own('contributions', 'Contributions', shown)] : []),
    ...(hasStatements(article) ? [own('about', 'About this article', shown)] : []),
    ...(article.versionNumber > 1 ? [own('record', 'Record', shown)] : []),
    own('cite', 'How to cite', shown),
  ]
}

/** True if `AboutArticle` has something to say. */
const hasStatements = (article: ArticleData): boolean =>
  article.notAsked.length > 0 || STATEMENT_NAMES.some((name) => article[name]?.trim())

/** The statements of an article at the end of its text. */
function AboutArticle({ article }: { article: ArticleData }) {
  if (!hasStatements(article)) return null
  return (
    <section aria-labelledby="about">
      <h2 id="about">About this article</h2>
      <dl className="end">
        {STATEMENT_NAMES.map((name) => {
          const text = article[name]?.trim()
          return (
            text && (
              <div key={name}>
                <dt>{STATEMENTS[name].heading}</dt>
                <dd>
                  {text.split(/\n+/).map((paragraph, index) => (
                    <p key={index}>{paragraph}</p>
                  ))}
                </dd>
              </div>
            )
          )
        })}
        {article.notAsked.map((name) => (
          <div key={name}>
            <dt>{STATEMENTS[name].heading}</dt>
            <dd className="not-asked">{NOT_ASKED}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Where the text is on the page. */
const ID = 'full-text'

/** The text that the server has rendered into this document, when React has taken it over. */
let received: { of: string; html: string } | undefined

/**
 * The full text. The server renders it, but it isn't in the loader data, where it would travel a second time:
 * hydration leaves the server's markup alone, and takes it from the document in case the page is shown again. After
 * a navigation in the browser it comes with the data.
 */
export function TextMarkup({ of, html }: { of: string; html: string }) {
  const rendered = use(PageMarkup)
  const [taken] = useState(() => (html || rendered ? '' : takeText(of)))
  useEffect(() => {
    document.dispatchEvent(new Event(READING))
    return () => void document.dispatchEvent(new Event(READING))
  }, [of])
  return (
    <>
      <script async type="module" src={readingScript} />
      <div
        id={ID}
        className="fulltext"
        dangerouslySetInnerHTML={{ __html: html || rendered || taken }}
        suppressHydrationWarning
      />
    </>
  )
}

function takeText(of: string): string {
  if (received?.of !== of) {
    const html = document.getElementById(ID)?.innerHTML
    if (html) received = { of, html }
  }
  return received?.of === of ? received.html : ''
}

/** All figures and tables at a glance; arrow keys move along it. Without any picture it is a list in columns. */
function FigureList({
  outline: { figures, tables },
  path,
  part,
}: {
  outline: FullTextOutline
  path: string
  part: number
}) {
  if (!figures.length && !tables.length) return null
  const pictured = figures.some(({ image }) => image)
  const kinds = [
    ...figures.map((float) => ({ ...float, Icon: Image })),
    ...tables.map((float) => ({ ...float, Icon: Table2 })),
  ]
  return (
    <nav className={pictured ? 'figure-list pictured' : 'figure-list'} id="figures" aria-labelledby="figures-title">
      <h2 id="figures-title">{floatsLabel(figures.length, tables.length)}</h2>
      <ul role="list">
        {kinds.map(({ Icon, ...float }) => (
          <li key={float.id}>
            <PlaceLink place={float} path={path} part={part}>
              {pictured && (
                <span className="thumb mounted">
                  {float.image ? (
                    <img src={float.image} alt="" loading="lazy" />
                  ) : (
                    <Icon className="ic" aria-hidden="true" />
                  )}
                </span>
              )}
              <b>{float.label}</b>
              <span className="d">
                <TitleText title={float.title} />
              </span>
            </PlaceLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface Parts {
  outline: FullTextOutline
  path: string
  part: number
}

/** Where one is in a very long text, and the ways to the parts before and after. */
function PartPager({ outline: { parts, sections }, path, part, label }: Parts & { label: string }) {
  if (parts <= 1) return null
  const step = (to: number, rel: 'prev' | 'next') => (
    <Neighbour
      to={pageHref(path, to)}
      rel={rel}
      what={rel === 'prev' ? 'Previous part' : 'Next part'}
      title={partTitle(sections, to) || `Part ${to}`}
    />
  )
  return (
    <nav className="neighbours ruled" aria-label={label}>
      <p>
        Part {part} of {parts}
      </p>
      {part > 1 && step(Math.min(part - 1, parts), 'prev')}
      {part < parts && step(part + 1, 'next')}
    </nav>
  )
}

/** The way to what comes before or after: a part of a text, or an article in its volume. */
export function Neighbour({ to, rel, what, title }: { to: string; rel: 'prev' | 'next'; what: string; title: string }) {
  const Chevron = rel === 'prev' ? ChevronLeft : ChevronRight
  return (
    <Link className={rel} to={to} rel={rel}>
      <span className="muted small">
        <Chevron className="ic" aria-hidden="true" />
        {what}
      </span>
      <span className="title">
        <TitleText title={title} />
      </span>
    </Link>
  )
}

/** In place of a part that does not exist: where the text is. */
function NoSuchPart({ outline: { parts }, path }: Omit<Parts, 'part'>) {
  return (
    <section className="no-part" aria-labelledby="no-part">
      <h2 id="no-part">Part not found</h2>
      <p>
        It has {parts === 1 ? 'one part' : `${parts} parts`}. <Link to={path}>Read the article from the beginning</Link>
        .
      </p>
    </section>
  )
}
