import { TriangleAlert } from 'lucide-react'
import { SCHOLAR_PDF_BYTES, SCHOLAR_PDF_WARNING } from '../../../../contract/api/approval.ts'
import { DOCUMENT_TYPES, FILE_MAX_BYTES } from '../../../../contract/rules/files/file-rules.ts'
import { FileFindings } from '../files/file-findings.tsx'
import { OneUpload } from '../../../ui/files/upload-rows.tsx'
import type { Uploads } from '../../../ui/files/use-uploads.ts'

const PDF_ONLY = { pdf: DOCUMENT_TYPES.pdf }

/** The single PDF that readers will download: choosing another replaces it. */
export function FinalPdf({
  uploads,
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
      <OneUpload
        uploads={uploads}
        name="pdfUrl"
        label={label}
        types={PDF_ONLY}
        maxBytes={FILE_MAX_BYTES}
        hint="The published version, as readers will download it. PDF, up to 10 MB."
        error={error}
        onChange={onChange}
      />
      {uploads.items.map(
        (item) => item.state === 'success' && <FileFindings key={item.key} findings={item.findings} />,
      )}
      {uploads.items.some(({ bytes }) => bytes > SCHOLAR_PDF_BYTES) && (
        <p className="notice caution" role="status">
          <TriangleAlert className="ic" aria-hidden="true" />
          {SCHOLAR_PDF_WARNING}
        </p>
      )}
    </>
  )
}
