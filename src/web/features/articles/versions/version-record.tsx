import { Braces } from 'lucide-react'
import type { PublishedNotice } from '../../../../contract/api/published-notice.ts'
import type { Version } from '../../../../contract/api/versions.ts'
import { NOTICES } from '../../../../contract/rules/articles/notices.ts'
import { WEIGHT_WORDS } from '../../../../contract/rules/articles/versions.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import stylesheet from '../../../styles/versions.css?url'
import { Link } from '../../../ui/link.tsx'
import { Stylesheet } from '../../../ui/stylesheet.tsx'
import { SLIP_OF_KIND, type Slip, SlipMark } from '../standing/slip-mark.tsx'
import { StandingStyles } from '../standing/standing-chip.tsx'

export const VersionStyles = () => (
  <>
    <StandingStyles />
    <Stylesheet href={stylesheet} precedence="site" />
  </>
)

/** Below the authors: which version this is, and the ways to what has changed. */
export function VersionLine({ id, number }: { id: string; number: number }) {
  if (number <= 1) return null
  return (
    <p className="version-line small">
      <VersionStyles />
      <SlipMark slip="first" />
      <span>Version {number}</span>
      <Link to={paths.articleCompare(id, number - 1, number)}>What changed</Link>
      <a href="#record">All versions</a>
    </p>
  )
}

interface Listed {
  id: string
  versions: readonly Version[]
  notices?: readonly PublishedNotice[] | undefined
}

/** Every version of an article, the newest on top, as slips on a sheet: nothing is erased. */
export function VersionRecord({ id, versions, notices }: Listed) {
  return (
    <section className="version-record" aria-labelledby="record">
      <VersionStyles />
      <h2 id="record">
        Record <span className="count">{counted(versions.length, 'version')}</span>
      </h2>
      <p className="muted small">Nothing is erased here: every change is added, with its date and its reason.</p>
      <VersionList id={id} versions={versions} notices={notices} />
      <p className="small">
        <Link to={paths.articleStatus(id)}>Files and checksums</Link>{' '}
        <a href={`${paths.articleStatus(id)}.json`}>
          <Braces className="ic" aria-hidden="true" />
          Status as JSON
        </a>
      </p>
    </section>
  )
}

export function VersionList({ id, versions, notices = [] }: Listed) {
  return (
    <ol className="versions" role="list">
      {versions.map(({ number, weight, at, reason, noticeId, isCurrent }) => {
        const notice = notices.find((one) => one.id === noticeId)
        const slip: Slip = notice ? SLIP_OF_KIND[notice.kind] : weight === 'notice' ? 'corrected' : weight
        return (
          <li key={number} className={slip}>
            <header>
              <SlipMark slip={slip} />
              <h3>{notice ? NOTICES[notice.kind].name : WEIGHT_WORDS[weight]}</h3>
              <time dateTime={at}>{longDate(at)}</time>
              <span className="muted">Version {number}</span>
            </header>
            {reason && <p>{reason}</p>}
            <p className="versions-go small">
              {noticeId && <Link to={paths.article(noticeId)}>Read the notice</Link>}
              {isCurrent ? (
                <Link to={paths.article(id)}>Current version</Link>
              ) : (
                <Link to={paths.articleVersion(id, number)}>Read version {number}</Link>
              )}
              {number > 1 && (
                <Link to={paths.articleCompare(id, number - 1, number)}>Compare with version {number - 1}</Link>
              )}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
