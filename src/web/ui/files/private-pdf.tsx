import { lazy, Suspense } from 'react'
import { browserApi } from '../../client/api.ts'
import type { BesidePage, OpenFile } from './pdf-pages.tsx'

const PdfPages = lazy(() => import('./pdf-pages.tsx').then(({ PdfPages: Pages }) => ({ default: Pages })))

const openOwn: OpenFile = (id) => browserApi.files.link({ id })

/**
 * The pages of a private PDF. What draws them is loaded when they are first shown. `open` must be the same function
 * each time; by default it asks for the person who is signed in.
 */
export function PrivatePdf({
  url,
  name,
  open = openOwn,
  beside,
}: {
  url: string
  name: string
  open?: OpenFile
  /** For the pages one by one. */
  beside?: readonly BesidePage[]
}) {
  return (
    <Suspense
      fallback={
        <>
          <p className="muted" role="status">
            Loading the pages...
          </p>
          {beside?.map(({ shown }) => shown)}
        </>
      }
    >
      <PdfPages url={url} name={name} open={open} {...(beside ? { beside } : {})} />
    </Suspense>
  )
}
