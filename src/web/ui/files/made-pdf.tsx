import { Eye, FileText, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { articlePdfs, MadePdf } from '../../../contract/api/article-pdfs.ts'
import type { z } from 'zod'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../client/api.ts'
import { PreviewDialog } from '../preview-dialog.tsx'
import { printedBytes } from '../../../contract/rules/text/printed-bytes.ts'
import { useCommand } from '../use-command.ts'
import { PrivatePdf } from './private-pdf.tsx'

type Asked = z.input<(typeof articlePdfs.make)['input']>

/** A PDF that the journal makes from a text. It holds for what it was made from: once that changes, it is gone. */
export function useMadePdf(asked: Asked) {
  const key = JSON.stringify(asked)
  const [made, setMade] = useState<{ pdf: MadePdf; key: string } | null>(null)
  const { run, busy, failure } = useCommand()
  return {
    ...{ busy, failure },
    pdf: made?.key === key ? made.pdf : null,
    isOutdated: made !== null && made.key !== key,
    make: () => run(async () => setMade({ pdf: await browserApi.articlePdfs.make(asked), key })),
    forget: () => setMade(null),
  }
}

/** The button that makes the PDF, and what has come of it: the very file that is sent or published. */
export function MadePdfField({
  made: { pdf, busy, failure, isOutdated, make, forget },
  label,
  hint,
}: {
  made: ReturnType<typeof useMadePdf>
  label: string
  hint: string
}) {
  return (
    <div className="made-pdf">
      {!pdf && (
        <>
          <button type="button" className="btn" aria-disabled={busy} onClick={() => void make()}>
            <FileText className="ic" aria-hidden="true" />
            {busy ? 'Making the PDF...' : label}
          </button>
          <p className="hint small muted">{hint}</p>
        </>
      )}
      <div role="status">
        {!pdf && isOutdated && !busy && (
          <p className="notice caution">
            <TriangleAlert className="ic" aria-hidden="true" />
            What the PDF was made from has changed. Please make it again.
          </p>
        )}
        {pdf && <Made pdf={pdf} forget={forget} />}
      </div>
      {failure && !busy && !pdf && (
        <p className="notice bad" role="alert">
          {failure.errors.fullTextUrl ?? failure.message}
        </p>
      )}
    </div>
  )
}

function Made({ pdf: { file, pages, warnings }, forget }: { pdf: MadePdf; forget: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p>
        Made from the text: {file.name}, {counted(pages, 'page')}, {printedBytes(file.bytes)}
      </p>
      {warnings.length > 0 && (
        <div className="notice caution">
          <TriangleAlert className="ic" aria-hidden="true" />
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      <p className="buttons">
        <button type="button" className="btn" onClick={() => setOpen(true)}>
          <Eye className="ic" aria-hidden="true" />
          Look at the PDF
        </button>
        <button type="button" className="btn text" onClick={forget}>
          Use Another File
        </button>
      </p>
      {isOpen && (
        <PreviewDialog title="PDF" about="As it will be sent" onClose={() => setOpen(false)}>
          <div className="mid">
            <PrivatePdf url={file.url} name="Pages of the PDF" />
          </div>
        </PreviewDialog>
      )}
    </>
  )
}
