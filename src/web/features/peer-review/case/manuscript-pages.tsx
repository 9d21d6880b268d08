import { useEffect, useState } from 'react'
import type { CaseFile } from '../../../../contract/api/case-view.ts'
import { browserApi } from '../../../client/api.ts'
import { Failure, SkeletonLines } from '../../../ui/states.tsx'

/**
 * The pages of a PDF, in the browser's own viewer. The file is fetched by a short-lived link and shown from memory:
 * no file of the journal may be framed by its address.
 */
export function ManuscriptPages({ file }: { file: CaseFile }) {
  const [address, setAddress] = useState<string | null>(null)
  const [failed, setFailed] = useState(0)

  useEffect(() => {
    const leaving = new AbortController()
    let made: string | undefined
    const load = async () => {
      const { url } = await browserApi.files.link({ id: file.id })
      const answer = await fetch(url, { signal: leaving.signal })
      if (!answer.ok) throw new Error(`The file could not be loaded: ${answer.status}`)
      const content = new Blob([await answer.arrayBuffer()], { type: 'application/pdf' })
      if (leaving.signal.aborted) return
      made = URL.createObjectURL(content)
      setAddress(made)
    }
    load().catch(() => leaving.signal.aborted || setFailed((before) => before || 1))
    return () => {
      leaving.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [file.id, failed])

  if (failed === 1) {
    return (
      <div className="pages">
        <Failure message="The pages could not be loaded.">
          <button type="button" className="btn" onClick={() => setFailed(2)}>
            Try Again
          </button>
        </Failure>
      </div>
    )
  }
  if (address === null) {
    return (
      <div className="pages" role="status" aria-label="Loading the pages">
        <div className="pg">
          <SkeletonLines widths={[80, 60, 100, 100, 90, 100, 70]} />
        </div>
      </div>
    )
  }
  return <iframe className="pages" src={`${address}#navpanes=0&view=FitH`} title={`Pages of ${file.name}`} />
}
