import type { PageVersion } from '../../../../contract/api/pages.ts'
import type { ComparedPlace } from '../../../../contract/api/versions.ts'
import { contentPath, paths } from '../../../../contract/rules/site/paths.ts'
import { Link } from '../../../ui/link.tsx'
import { PageVersionStyles, periodInWords } from './in-force.tsx'
import { ComparedParagraphs } from '../versions/compared-paragraphs.tsx'

/** The texts that a page has had, the newest first, each as it was and compared with the one before it. */
export function PageVersionList({
  slug,
  versions,
  changes,
}: {
  slug: string
  versions: readonly PageVersion[]
  /** What one of them changed; null: none is compared. */
  changes: { number: number; paragraphs: ComparedPlace['paragraphs'] | null } | null
}) {
  return (
    <div>
      <PageVersionStyles />
      <form className="on-day" action={contentPath(slug)}>
        <div className="field">
          <label htmlFor="on">Which version held on</label>
          <input className="in" id="on" name="on" type="date" required />
        </div>
        <button className="btn" type="submit">
          Show the Text
        </button>
      </form>
      <ol className="policy-versions" role="list" reversed>
        {versions.map((version, index) => {
          const { number, note } = version
          const before = versions[index + 1]
          const isCompared = changes?.number === number
          return (
            <li key={number} id={`version-${number}`}>
              <h2>Version {number}</h2>
              <div>
                <b>{firstUpper(periodInWords(version))}</b>
                {note && <p>{note}</p>}
                <p className="go">
                  <Link to={version.until === null ? contentPath(slug) : paths.pageVersion(slug, number)}>
                    Read<span className="sr"> version {number}</span>
                  </Link>
                  {before && (
                    <a
                      href={`${paths.pageVersions(slug)}?compare=${number}#version-${number}`}
                      {...(isCompared && { 'aria-current': 'true' as const })}
                    >
                      {isCompared ? 'Compared' : 'Compare'} with version {before.number}
                    </a>
                  )}
                </p>
                {isCompared && (
                  <div className="compared">
                    {changes.paragraphs ? (
                      <ComparedParagraphs of={changes.paragraphs} />
                    ) : (
                      <p>These versions could not be compared just now. Please try again in a few minutes.</p>
                    )}
                  </div>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

const firstUpper = (words: string): string => words[0]!.toUpperCase() + words.slice(1)
