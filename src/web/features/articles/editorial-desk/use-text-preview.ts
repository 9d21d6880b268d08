import { useEffect, useState } from 'react'
import type { FullTextPreview } from '../../../../contract/api/full-texts.ts'
import { browserApi } from '../../../client/api.ts'
import { isApiError } from '../../../client/api-error.ts'
import type { Uploads } from '../../../ui/files/use-uploads.ts'

/** A file that is being read as the full text of an article, and what it will look like. */
export type TextPreview =
  | { state: 'none' }
  | { state: 'reading'; url: string }
  | { state: 'ready'; url: string; preview: FullTextPreview }
  | { state: 'failed'; url: string; message: string }

/** Reads the uploaded file as soon as it has arrived; a failure that may pass can be tried again. */
export function useTextPreview(id: string, { items }: Uploads): { text: TextPreview; tryAgain: () => void } {
  const url = items.find((item) => item.state === 'success')?.url
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<TextPreview & { attempt?: number }>({ state: 'none' })
  useEffect(() => {
    if (!url) return
    let isGone = false
    browserApi.fullTextDrafts.preview({ id, fullTextUrl: url }).then(
      (preview) => !isGone && setAnswer({ state: 'ready', url, preview, attempt }),
      (error: unknown) => {
        if (isGone) return
        const message = isApiError(error) ? (error.errors.fullTextUrl ?? error.message) : 'There is no connection.'
        setAnswer({ state: 'failed', url, message, attempt })
      },
    )
    return () => void (isGone = true)
  }, [id, url, attempt])
  const isCurrent = answer.state !== 'none' && answer.url === url && answer.attempt === attempt
  return {
    text: !url ? { state: 'none' } : isCurrent ? answer : { state: 'reading', url },
    tryAgain: () => setAttempt((before) => before + 1),
  }
}
