import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { fileIdOf } from '../../../contract/rules/files/file-url.ts'
import { browserApi } from '../../client/api.ts'
import { toastFailure } from '../call-failure.ts'

/** Downloads a private file. A link cannot carry a token, so a short-lived URL is requested. */
export function PrivateDownload({
  url,
  name,
  className = 'btn text',
  children,
}: {
  url: string
  name: string
  className?: string
  children: ReactNode
}) {
  const download = async () => {
    try {
      const link = document.createElement('a')
      link.href = (await browserApi.files.link({ id: fileIdOf(url) ?? '' })).url
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
