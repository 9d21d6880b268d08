import { Download } from 'lucide-react'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { browserApi } from '../../../../client/api.ts'
import { printedBytes } from '../../../../ui/printed-bytes.ts'
import { download } from './download.ts'
import { ReadHere } from './read-here.tsx'

/** The manuscript's files; in a further round those of both versions. */
export function ManuscriptFiles({ files }: Pick<OpenReview, 'files'>) {
  if (!files.length) return null
  const versions = Map.groupBy(files, ({ version }) => version)
  return (
    <section className="ms-files" aria-labelledby="manuscript">
      <h2 id="manuscript">The manuscript</h2>
      {[...versions].map(([version, ofVersion]) => (
        <div key={version}>
          {versions.size > 1 && <h3>Version {version}</h3>}
          <ul role="list">
            {ofVersion.map(({ id, name, bytes, version: of }) => (
              <li key={id}>
                <button
                  type="button"
                  className="btn"
                  onClick={() => void download(() => browserApi.reviews.file({ fileId: id }), name)}
                >
                  <Download className="ic" aria-hidden="true" />
                  <span>
                    <span className="sr">Download </span>
                    {name}
                  </span>
                </button>
                <span className="muted small">{printedBytes(bytes)}</span>
                <ReadHere file={{ id, name, bytes, version: of }} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
