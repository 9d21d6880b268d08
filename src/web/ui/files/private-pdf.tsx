import { lazy, Suspense } from 'react'

const PdfPages = lazy(() => import('./pdf-pages.tsx').then(({ PdfPages: Pages }) => ({ default: Pages })))

/** The pages of a private PDF. What draws them is loaded when they are first shown. */
export function PrivatePdf({ url, name }: { url: string; name: string }) {
  return (
    <Suspense
      fallback={
        <p className="muted" role="status">
          Loading the pages...
        </p>
      }
    >
      <PdfPages url={url} name={name} />
    </Suspense>
  )
}
