import { counted } from '../../../../contract/domain/counted.ts'

/**
 * How a text stands to one of the policy's limits. Beyond it: by how much, and what to do. It never
 * blocks: the editor decides.
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
  /** The policy asks for just this many, not for at most. */
  exact?: boolean
}) {
  const over = count - limit
  const warning =
    over > 0
      ? `${counted(over, unit)} over the limit of ${limit}: please ${advice}`
      : exact && count > 0 && over < 0
        ? `${counted(-over, unit)} fewer than the ${limit} we ask for`
        : null
  return (
    <p className={warning ? 'count warn' : 'count'}>
      {!warning && `${count} of ${limit} ${unit}s`}
      {/* Read out when there is something to do, not with every letter. */}
      <span role="status">{warning}</span>
    </p>
  )
}
