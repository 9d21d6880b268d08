import { counted } from '../../../../contract/rules/text/plain-text.ts'

/**
 * Compares a text with one of the policy's limits, and tells how far it is exceeded. It never blocks: the
 * editor decides.
 */
export function LimitHint({
  count,
  limit,
  unit,
  advice,
  exact = false,
}: {
  count: number
  limit: number
  unit: string
  advice: string
  /** The policy asks for exactly this many, not at most. */
  exact?: boolean
}) {
  const over = count - limit
  const warning =
    over > 0
      ? `${counted(over, unit)} too many: please ${advice}`
      : exact && count > 0 && over < 0
        ? `${counted(-over, unit)} fewer than the ${limit} we ask for`
        : null
  return (
    <p className={warning ? 'count warn' : 'count'}>
      {!warning && `${count} of ${limit} ${unit}s`}
      {/* Announced only when the limit is exceeded, not with every key press. */}
      <span role="status">{warning}</span>
    </p>
  )
}
