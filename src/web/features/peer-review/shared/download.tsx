import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { browserApi } from '../../../client/api.ts'
import { toastFailure } from '../../../ui/call-failure.ts'

/** Downloads a private file. A link cannot carry a token, so a short-lived address is requested. */
export function DownloadFile({
  file: { id, name },
  className = 'btn text',
  children,
}: {
  file: { id: string; name: string }
  className?: string
  children: ReactNode
}) {
  const download = async () => {
    try {
      const link = document.createElement('a')
      link.href = (await browserApi.files.link({ id })).url
      link.download = name
      link.click()
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <button type="button" className={className} onClick={() => void download()}>
      <Download className="ic" aria-hidden="true" />
      {children}
    </button>
  )
}
