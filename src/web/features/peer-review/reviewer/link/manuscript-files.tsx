import { BookOpen, Download } from 'lucide-react'
import { useState } from 'react'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { browserApi } from '../../../../client/api.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { download } from '../../../../ui/download.tsx'
import { printedBytes } from '../../../../../contract/rules/text/printed-bytes.ts'
import { Failure, SkeletonLines } from '../../../../ui/states.tsx'
import { TextOfFile } from '../../../../ui/text-look.tsx'
import { useAnswer } from '../../../../ui/use-answer.ts'

/** The manuscript's files; in a further round those of both versions. */
export function ManuscriptFiles({ files }: Pick<OpenReview, 'files'>) {
  if (!files.length) return null
  const versions = Map.groupBy(files, ({ version }) => version)
  return (
    <section aria-labelledby="manuscript">
      <h2 id="manuscript">The manuscript</h2>
      {[...versions].map(([version, ofVersion]) => (
        <div key={version}>
          {versions.size > 1 && <h3>Version {version}</h3>}
          <ul className="rows" role="list">
            {ofVersion.map(({ id, name, bytes, title, version: of }) => (
              <li key={id} className="buttons aligned">
                <button
                  type="button"
                  className="btn file"
                  onClick={() => void download(() => browserApi.reviews.file({ fileId: id }), name)}
                >
                  <Download className="ic" aria-hidden="true" />
                  <span>
                    <span className="sr">Download </span>
                    {name}
                  </span>
                </button>
                <span className="muted small">{printedBytes(bytes)}</span>
                {title !== null && <span className="small">Supplement: {title}</span>}
                <ReadHere file={{ id, name, bytes, title, version: of }} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

type ManuscriptFile = OpenReview['files'][number]

/** Files whose text can be read in the browser; the pages of a PDF are shown as they are. */
const READABLE = /\.(?:docx|txt)$/i

/** Opens the text of a file over the page, so that nothing has to be downloaded to read it. */
function ReadHere({ file }: { file: ManuscriptFile }) {
  const [isOpen, setOpen] = useState(false)
  if (!READABLE.test(file.name)) return null
  return (
    <>
      <button type="button" className="btn text" onClick={() => setOpen(true)}>
        <BookOpen className="ic" aria-hidden="true" />
        <span>
          Read<span className="sr"> {file.name}</span> here
        </span>
      </button>
      {isOpen && (
        <Dialog title="The manuscript" about={file.name} onClose={() => setOpen(false)}>
          <div className="mid text-preview">
            <Text fileId={file.id} />
          </div>
        </Dialog>
      )}
    </>
  )
}

function Text({ fileId }: { fileId: string }) {
  const { answer, failed, tryAgain } = useAnswer(() => browserApi.reviews.text({ fileId }), fileId)
  if (failed) {
    return (
      <Failure message="The text could not be loaded.">
        <button type="button" className="btn" onClick={tryAgain}>
          Try Again
        </button>
      </Failure>
    )
  }
  if (answer) return <TextOfFile text={answer} />
  return (
    <div role="status" aria-label="Loading the text">
      <SkeletonLines widths={[70, 40, 100, 100, 90, 100, 60]} />
    </div>
  )
}
