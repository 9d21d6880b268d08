import type { Version } from '../../../../contract/api/versions.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { Link } from '../../../ui/link.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { VersionStyles } from './version-record.tsx'

/** The files of every version with their hashes: with them anyone can tell that a copy is what was published. */
export function StatusPage({ id, title, versions }: { id: string; title: string; versions: readonly Version[] }) {
  return (
    <div className="wrap narrow">
      <VersionStyles />
      <PageHead
        title={`Files and checksums: ${plainTitle(title)}`}
        description="Every version of this article with the SHA-256 of its files."
        noindex
        path={paths.articleStatus(id)}
      />
      <header className="head">
        <div>
          <h1>Files and checksums</h1>
          <p>
            <Link to={paths.article(id)}>
              <TitleText title={title} />
            </Link>
          </p>
        </div>
      </header>
      <p>
        Stored files are never changed. If the SHA-256 of your copy is the one below, it is what we published.{' '}
        <a href={`${paths.articleStatus(id)}.json`}>The same as JSON</a>
      </p>
      {versions.map(({ number, at, pdf, xml, recordSha256 }) => (
        <section key={number} aria-labelledby={`version-${number}`} className="version-files">
          <h2 id={`version-${number}`}>
            Version {number} <span className="muted small">{longDate(at)}</span>
          </h2>
          <dl className="hashes small">
            <Hash what="PDF without marks" url={pdf?.originalUrl} hash={pdf?.sha256} /> {/* prettier-ignore */}
            <Hash what="XML" url={xml?.url} hash={xml?.sha256} />
            <Hash what="Record" url={undefined} hash={recordSha256 ?? undefined} />
          </dl>
        </section>
      ))}
    </div>
  )
}

function Hash({ what, url, hash }: { what: string; url: string | undefined; hash: string | undefined }) {
  if (!hash) return null
  return (
    <div>
      <dt>{url ? <a href={url}>{what}</a> : what}</dt>
      <dd className="breakable">
        <code>{hash}</code>
      </dd>
    </div>
  )
}
