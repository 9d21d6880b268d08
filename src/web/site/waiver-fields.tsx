import { z } from 'zod'
import { WAIVER_KINDS, WAIVER_SEALED, WAIVER_TO_OFFICER, type WaiverKind } from '../../contract/rules/fees/waivers.ts'
import { Field, TextAreaField } from '../ui/field.tsx'
import { FieldError } from '../ui/labelled.tsx'

const KINDS = Object.keys(WAIVER_KINDS) as WaiverKind[]

/** What an author has typed about a fee that they cannot pay in full; no kind: they ask for nothing. */
export interface TypedWaiver {
  kind: WaiverKind | ''
  couldPay: string
  reason: string
}
export const NO_WAIVER: TypedWaiver = { kind: '', couldPay: '', reason: '' }
export const StoredWaiver = z.object({ kind: z.enum(['', ...KINDS]), couldPay: z.string(), reason: z.string() })

/** Where a browser keeps it: it is no part of the draft of the manuscript. */
export const waiverKey = (userId: string, about: string): string => `journal:waiver:${userId}:${about}`

export const isTypedWaiver = (typed: TypedWaiver): boolean => Object.values(typed).some((text: string) => text.trim())

/** What is sent; words without a kind too, so that the kind is asked for and the words are not dropped. */
export const sentWaiver = (typed: TypedWaiver): TypedWaiver | null => (isTypedWaiver(typed) ? typed : null)

const UNDER: Partial<Record<WaiverKind, string>> = { unsure: 'My institution may pay; ask me after acceptance' }

/** What would help, and why. `prefix` is where the errors of a larger form name these fields. */
export function WaiverFields({
  typed,
  errors,
  prefix = '',
  hasOfficer,
  change,
}: {
  typed: TypedWaiver
  errors: Record<string, string>
  prefix?: string
  /** Whether anybody looks after fees; undefined while that is not known. */
  hasOfficer: boolean | undefined
  change: (changes: Partial<TypedWaiver>) => void
}) {
  const kindError = errors[`${prefix}kind`]
  return (
    <>
      <fieldset className={kindError ? 'field bad' : 'field'}>
        <legend className="lab">What would help</legend>
        <div className="opts">
          {KINDS.map((kind) => (
            <label key={kind} className="opt">
              <input
                type="radio"
                name={`${prefix}kind`}
                value={kind}
                checked={typed.kind === kind}
                aria-invalid={kindError ? true : undefined}
                aria-describedby={kindError ? 'waiver-kind-error' : undefined}
                onChange={() => change({ kind })}
              />
              <span>
                <b>{WAIVER_KINDS[kind]}</b>
                {UNDER[kind] && <span className="d">{UNDER[kind]}</span>}
              </span>
            </label>
          ))}
        </div>
        <FieldError id="waiver-kind-error" error={kindError} />
      </fieldset>
      {typed.kind === 'part' && (
        <Field
          name={`${prefix}couldPay`}
          label="I can pay"
          hint="With its currency, such as USD 20."
          value={typed.couldPay}
          error={errors[`${prefix}couldPay`]}
          onChange={(couldPay) => change({ couldPay })}
        />
      )}
      <TextAreaField
        name={`${prefix}reason`}
        label={typed.kind === 'unsure' ? 'Why (optional)' : 'Why'}
        hint="Two sentences are enough. No proof is asked for."
        value={typed.reason}
        error={errors[`${prefix}reason`]}
        onChange={(reason) => change({ reason })}
      />
      {hasOfficer !== undefined && <p className="muted small">{hasOfficer ? WAIVER_TO_OFFICER : WAIVER_SEALED}</p>}
    </>
  )
}
