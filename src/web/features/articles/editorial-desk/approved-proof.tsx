import type { Article } from '../../../../contract/api/articles.ts'
import type { CaseFile } from '../../../../contract/api/case-view.ts'
import { browserApi } from '../../../client/api.ts'
import { CheckField } from '../../../ui/check-field.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { printedBytes } from '../../../ui/printed-bytes.ts'

/** The last proof of an accepted manuscript, if its author has approved it. */
export function useApprovedProof({ id, stage }: Article): CaseFile | null {
  const { answer } = useAnswer(async () => {
    if (stage !== 'accepted') return null
    const last = (await browserApi.cases.get({ id })).proofs.at(-1)
    return last?.answer === 'approved' ? last.file : null
  }, id)
  return answer
}

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
