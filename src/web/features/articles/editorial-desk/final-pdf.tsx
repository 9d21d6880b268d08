import { TriangleAlert } from 'lucide-react'
import { SCHOLAR_PDF_BYTES, SCHOLAR_PDF_WARNING } from '../../../../contract/api/approval.ts'
import { DOCUMENT_TYPES, FILE_MAX_BYTES } from '../../../../contract/rules/files/file-rules.ts'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { FileFindings } from '../files/file-findings.tsx'
import { UploadRows } from '../../../ui/files/upload-rows.tsx'
import type { Uploads } from '../../../ui/files/use-uploads.ts'

const PDF_ONLY = { pdf: DOCUMENT_TYPES.pdf }

/** The single PDF that readers will download: choosing another replaces it. */
export function FinalPdf({
  uploads: { items, add, remove, retry },
  error,
  onChange,
  label = 'Final PDF',
}: {
  uploads: Uploads
  error: string | undefined
  onChange: () => void
  label?: string
}) {
  return (
    <>
      <DropZone
        name="pdfUrl"
        label={label}
        types={PDF_ONLY}
        maxBytes={FILE_MAX_BYTES}
        hint="The published version, as readers will download it. PDF, up to 10 MB."
        error={error}
        onFiles={([chosen]) => {
          onChange()
          for (const item of items) remove(item.key)
          if (chosen) add([chosen])
        }}
      />
      <UploadRows
        items={items}
        onRemove={(key) => {
          onChange()
          remove(key)
        }}
        onRetry={retry}
      />
      {items.map((item) => item.state === 'success' && <FileFindings key={item.key} findings={item.findings} />)}
      {items.some(({ bytes }) => bytes > SCHOLAR_PDF_BYTES) && (
        <p className="notice caution" role="status">
          <TriangleAlert className="ic" aria-hidden="true" />
          {SCHOLAR_PDF_WARNING}
        </p>
      )}
    </>
  )
}
