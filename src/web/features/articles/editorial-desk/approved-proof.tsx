import type { CaseFile } from '../../../../contract/api/case-view.ts'
import { printedBytes } from '../../../../contract/rules/text/printed-bytes.ts'
import { CheckField } from '../../../ui/field.tsx'

/** Publishes the proof that the author has approved, which need not be uploaded again. */
export function ApprovedProof({
  proof,
  isUsed,
  onChange,
}: {
  proof: CaseFile
  isUsed: boolean
  onChange: (isUsed: boolean) => void
}) {
  return (
    <CheckField name="proof" checked={isUsed} onChange={onChange}>
      Use the approved proof: {proof.name}, {printedBytes(proof.bytes)}
    </CheckField>
  )
}
