import { useRef, useState } from 'react'
import type { Manuscript } from '../../../../contract/api/manuscripts.ts'
import { isApiError } from '../../../client/api-error.ts'
import { toast } from '../../../ui/toast.ts'

export const NO_CONNECTION = 'This could not be sent: there is no connection. What you typed is kept on this device.'

/**
 * Sends something about a manuscript, once however often the button is pressed. What was typed stays if it fails;
 * the reason is shown as a sentence, or at its field.
 */
export function useSending(onChanged: (manuscript: Manuscript) => void) {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const busy = useRef(false)

  /** True if it was sent. */
  const send = async (call: () => Promise<Manuscript>, sent: string): Promise<boolean> => {
    if (busy.current) return false
    busy.current = true
    setSending(true)
    setFailure(null)
    setErrors({})
    try {
      const manuscript = await call()
      toast.success(sent)
      onChanged(manuscript)
      return true
    } catch (error) {
      const refused = isApiError(error) && error.statusCode > 0 ? error : null
      const atFields = Object.fromEntries(
        Object.entries(refused?.errors ?? {}).map(([path, message]) => [path.split('.')[0]!, message]),
      )
      setErrors(atFields)
      setFailure(refused ? refused.message : NO_CONNECTION)
      return false
    } finally {
      busy.current = false
      setSending(false)
    }
  }
  return { send, isSending, failure, errors, setErrors }
}
