import type { ContentPage, PageVersion } from '../../../../contract/api/pages.ts'
import { addDays } from '../../../../contract/rules/peer-review/days.ts'
import { contentPath, paths } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import stylesheet from '../../../styles/page-versions.css?url'
import { Link } from '../../../ui/link.tsx'
import { Stylesheet } from '../../../ui/stylesheet.tsx'

export const PageVersionStyles = () => <Stylesheet href={stylesheet} precedence="site" />

/** When a text held, in words; `until` is the first day on which another did. */
export function periodInWords({ from, until }: Pick<PageVersion, 'from' | 'until'>): string {
  if (until === null) return `in force since ${longDate(from)}`
  if (until === from) return `in force for a part of ${longDate(from)}`
  const last = addDays(until, -1)
  return last === from ? `in force on ${longDate(from)}` : `in force from ${longDate(from)} to ${longDate(last)}`
}

/** Below a policy: since when it is in force. Nothing as long as it has had one text. */
export function InForceLine({ slug, version }: Pick<ContentPage, 'slug' | 'version'>) {
  if (!version || version.number === 1) return null
  return (
    <p className="in-force">
      <PageVersionStyles />
      <span>
        Version {version.number}, {periodInWords(version)}.
      </span>
      <Link to={paths.pageVersions(slug)}>Earlier versions</Link>
    </p>
  )
}

/** Above a text that is not, or not necessarily, the text of today. */
export function FormerText({ slug, version, on }: Pick<ContentPage, 'slug' | 'version'> & { on: string | null }) {
  return (
    <p className="notice" role="status">
      <PageVersionStyles />
      <strong>
        {version
          ? `Version ${version.number} of this page, ${periodInWords(version)}.`
          : `No text of this page is known of ${on === null ? 'that day' : longDate(on)}.`}
      </strong>{' '}
      {version?.until !== null && <Link to={contentPath(slug)}>The text of today</Link>}{' '}
      <Link to={paths.pageVersions(slug)}>All versions</Link>
    </p>
  )
}
