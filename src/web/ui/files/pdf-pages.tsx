import type { PDFDocumentProxy } from 'pdfjs-dist'
import PdfWorker from 'pdfjs-dist/build/pdf.worker.min.mjs?worker'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fileIdOf } from '../../../contract/rules/files/file-rules.ts'

/** Asks for an address that downloads a private file for a few minutes. */
export type OpenFile = (id: string) => Promise<{ url: string }>

/** Sharp enough on any screen, without filling the memory of a phone. */
const DENSITY_MAX = 2

/** Something at the side of a page; a null page: before all of them. */
export interface BesidePage {
  page: number | null
  shown: ReactNode
}

/** The pages of a private PDF, drawn as they come into view: browsers on phones show no PDF within a page. */
export function PdfPages({
  url,
  name,
  open,
  beside = [],
}: {
  url: string
  name: string
  open: OpenFile
  beside?: readonly BesidePage[]
}) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const [isFailed, setFailed] = useState(false)

  useEffect(() => {
    let isGone = false
    const task = openPdf(url, open)
    task.then(
      (opened) => (isGone ? void opened.loadingTask.destroy() : setPdf(opened)),
      () => setFailed(true),
    )
    return () => {
      isGone = true
      void task.then((opened) => opened.loadingTask.destroy()).catch(() => {})
    }
  }, [url, open])

  if (isFailed) {
    return (
      <>
        <p className="notice" role="status">
          The pages cannot be shown here. Please download the PDF.
        </p>
        {beside.map(({ shown }) => shown)}
      </>
    )
  }
  if (!pdf) {
    return (
      <>
        <p className="muted" role="status">
          Loading the pages...
        </p>
        {beside.map(({ shown }) => shown)}
      </>
    )
  }
  const hasPage = (page: number | null): page is number => page !== null && page <= pdf.numPages
  return (
    <>
      {beside.filter(({ page }) => !hasPage(page)).map(({ shown }) => shown)}
      <ol className={beside.length ? 'pdf-pages with-notes' : 'pdf-pages'} role="list" aria-label={name}>
        {Array.from({ length: pdf.numPages }, (_, index) => (
          <li key={index}>
            <PdfPage pdf={pdf} number={index + 1} />
            {beside.length > 0 && (
              <div className="beside-page">
                {beside.filter(({ page }) => page === index + 1).map(({ shown }) => shown)}
              </div>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

async function openPdf(url: string, open: OpenFile): Promise<PDFDocumentProxy> {
  // Loaded with the first PDF only. No code is compiled at run time, which the site's policy forbids.
  const { getDocument, GlobalWorkerOptions } = await import('pdfjs-dist')
  GlobalWorkerOptions.workerPort ??= new PdfWorker()
  const link = await open(fileIdOf(url) ?? '')
  return getDocument({ url: link.url, useWasm: false, useSystemFonts: true, enableXfa: false }).promise
}

function PdfPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isNear, setNear] = useState(number === 1)

  useEffect(() => {
    const element = canvas.current
    if (isNear || !element) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: '600px' },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [isNear])

  useEffect(() => {
    const element = canvas.current
    if (!isNear || !element) return
    let stop = () => {}
    let isGone = false
    void (async () => {
      const page = await pdf.getPage(number)
      if (isGone) return
      const natural = page.getViewport({ scale: 1 })
      const scale = (element.clientWidth / natural.width) * Math.min(window.devicePixelRatio, DENSITY_MAX)
      const viewport = page.getViewport({ scale })
      element.width = Math.floor(viewport.width)
      element.height = Math.floor(viewport.height)
      const drawing = page.render({ canvas: element, viewport })
      stop = () => drawing.cancel()
      await drawing.promise
    })().catch(() => {})
    return () => {
      isGone = true
      stop()
    }
  }, [isNear, pdf, number])

  return <canvas ref={canvas} role="img" aria-label={`Page ${number} of ${pdf.numPages}`} />
}
