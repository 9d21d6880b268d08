import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { fileIdOf } from '../../contract/rules/files/file-rules.ts'
import { browserApi } from '../client/api.ts'
import { toastFailure } from './toast.ts'

/** Downloads what is at an address of this site. */
export function saveUrl(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Downloads what a call has made a short-lived address for: a link cannot carry a token. */
export async function download(ask: () => Promise<{ url: string }>, name = ''): Promise<void> {
  try {
    saveUrl((await ask()).url, name)
  } catch (error) {
    toastFailure(error)
  }
}

/** Offers a text that the page has as a file to download. */
export function saveText(text: string, name: string, mediaType = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }))
  saveUrl(url, name)
  // The browser has taken what it needs by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** The button that downloads a private file of the person who is signed in, known by its id or its address. */
export function DownloadFile({
  file,
  className = 'btn text file',
  children,
}: {
  file: { name: string } & ({ id: string } | { url: string })
  className?: string
  children: ReactNode
}) {
  const id = 'id' in file ? file.id : (fileIdOf(file.url) ?? '')
  return (
    <button
      type="button"
      className={className}
      onClick={() => void download(() => browserApi.files.link({ id }), file.name)}
    >
      <Download className="ic" aria-hidden="true" />
      {children}
    </button>
  )
}
