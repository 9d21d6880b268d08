import type { PublishedNotice } from '../../../../contract/api/published-notice.ts'
import {
  bandSentence,
  bannerSentence,
  decisiveNotice,
  NOTICES,
  type Standing,
  TITLE_PREFIX,
} from '../../../../contract/rules/articles/notices.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { Link } from '../../../ui/link.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { SLIP_OF_KIND, SlipMark } from './slip-mark.tsx'
import { StandingChip, StandingStyles } from './standing-chip.tsx'

interface Noted {
  standing: Standing
  notices?: readonly PublishedNotice[] | undefined
}

/** The notice that has made the standing of an article what it is. */
export const noticeOf = ({ standing, notices = [] }: Noted): PublishedNotice | null => decisiveNotice(notices, standing)

/** Where the banner is on the page: what stays in sight leads to it. */
const ID = 'standing'

/** What readers have to know before they read: a slip above the title. */
export function StandingBanner({ article, children }: { article: Noted; children?: React.ReactNode }) {
  const notice = noticeOf(article)
  if (!notice) return null
  const { id, kind, publishedAt, what, reviewOn, doi, about, version } = notice
  const { lead, rest } = bannerSentence(kind, { on: publishedAt.slice(0, 10), what, reviewOn })
  const slip = SLIP_OF_KIND[kind]
  return (
    <section
      id={ID}
      className={`det ${slip}`}
      aria-label={NOTICES[kind].name}
      tabIndex={-1}
      data-standing={bandSentence(lead, doi === null ? paths.article(id) : `doi.org/${doi}`)}
    >
      <StandingStyles />
      <SlipMark slip={slip} />
      <div>
        <p>
          <strong>{lead}</strong> {rest}
        </p>
        <p className="det-go">
          <Link to={paths.article(id)}>{kind === 'correction' ? 'Read the correction' : 'Read the notice'}</Link>
          {about[0] && version !== null && version > 1 && article.standing !== 'removed' && (
            <Link to={paths.articleCompare(about[0].id, version - 1, version)}>See what changed</Link>
          )}
          {children}
        </p>
      </div>
    </section>
  )
}

/** The standing in the contents, once the banner has left the screen. */
export function StandingInSight({ article }: { article: Noted }) {
  if (article.standing === 'current' || !noticeOf(article)) return null
  return (
    <p className="rail-standing">
      <a href={`#${ID}`}>
        <StandingChip standing={article.standing} isShort />
      </a>
    </p>
  )
}

/** The public title: what a notice puts before it stands apart in colour. */
export function StandingTitle({ article: { title, standing } }: { article: { title: string; standing: Standing } }) {
  const prefix = TITLE_PREFIX[standing]
  return (
    <>
      {prefix && <span className="prefix">{prefix}</span>}
      <TitleText title={title.startsWith(prefix) ? title.slice(prefix.length) : title} />
    </>
  )
}

/** One pale word across each printed page of an article that must not be relied on. */
export const PrintMark = ({ standing }: { standing: Standing }) =>
  TITLE_PREFIX[standing] !== '' && (
    <p className="print-mark" aria-hidden="true">
      {standing}
    </p>
  )
