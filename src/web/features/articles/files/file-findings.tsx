import { TriangleAlert } from 'lucide-react'
import { type FileFinding, FINDING_WORDS, FINDINGS_ADVICE } from '../../../../contract/rules/files/file-rules.ts'

/** A warning for editors about what a PDF may do besides showing pages. */
export function FileFindings({ findings }: { findings: readonly FileFinding[] | undefined }) {
  if (!findings?.length) return null
  return (
    <div className="notice caution" role="status">
      <TriangleAlert className="ic" aria-hidden="true" />
      <div>
        {findings.map((finding) => (
          <p key={finding}>{FINDING_WORDS[finding]}</p>
        ))}
        <p>{FINDINGS_ADVICE}</p>
      </div>
    </div>
  )
}
