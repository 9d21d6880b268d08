import { useState } from 'react'
import type { DraftContent } from '../../../../../contract/rules/peer-review/report-draft.ts'
import { CheckField } from '../../../../ui/check-field.tsx'
import { Field } from '../../../../ui/field.tsx'

/** How the report came about: without AI tools, and with whose help. */
export function Confirmations({
  content: { noAi, workedWith },
  errors,
  edit,
}: {
  content: DraftContent
  errors: Record<string, string>
  edit: (change: Partial<DraftContent>) => void
}) {
  const [isHelped, setHelped] = useState(workedWith !== '')
  return (
    <>
      <CheckField name="noAi" checked={noAi} error={errors.noAi} onChange={(checked) => edit({ noAi: checked })}>
        I wrote this report without AI tools and did not enter the manuscript into one.
      </CheckField>
      <CheckField
        name="helped"
        checked={isHelped || workedWith !== ''}
        onChange={(checked) => {
          setHelped(checked)
          if (!checked) edit({ workedWith: '' })
        }}
      >
        Somebody helped me with it.
      </CheckField>
      {(isHelped || workedWith !== '') && (
        <Field
          name="workedWith"
          label="Who helped you?"
          hint="Their names are for the editor only."
          value={workedWith}
          maxLength={300}
          error={errors.workedWith}
          onChange={(value) => edit({ workedWith: value })}
        />
      )}
    </>
  )
}
