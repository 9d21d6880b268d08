import type { Deposit } from '../../../../contract/api/deposits.ts'
import { adviceOn } from '../../../../contract/rules/articles/deposits/advice.ts'
import { DEPOSIT_STATES, type DepositState } from '../../../../contract/rules/articles/deposits/states.ts'
import { Chip } from '../../../ui/chip.tsx'
import { UtcTime } from '../../../ui/local-date.tsx'

const CHIPS: Record<DepositState, Parameters<typeof Chip>[0]['kind']> = {
  waiting: 'pending',
  sent: 'draft',
  accepted: 'published',
  warnings: 'pending',
  refused: 'rejected',
  failed: 'rejected',
  superseded: 'archived',
}

/** The state of a deposit in words: what Crossref said, and what to do about it. */
export function DepositStateInWords({ deposit, isSending }: { deposit: Deposit; isSending: boolean }) {
  const { state, lastError, messages, nextTryAt } = deposit
  const worth = messages.filter(({ status }) => status !== 'Success')
  return (
    <div className="deposit-state">
      <Chip kind={CHIPS[state]}>{DEPOSIT_STATES[state].name}</Chip>
      {state === 'waiting' && isSending && nextTryAt && (
        <p className="small muted">
          Next try <UtcTime at={nextTryAt} />
        </p>
      )}
      {state === 'sent' && nextTryAt && (
        <p className="small muted">
          Crossref is asked for its answer <UtcTime at={nextTryAt} />
        </p>
      )}
      {lastError && <p className="small email-error">{lastError}</p>}
      {worth.map(({ message }, index) => (
        <div key={index} className="said small">
          <blockquote>
            <p>{message || 'Crossref gave no reason.'}</p>
          </blockquote>
          <p>{adviceOn(message)}</p>
        </div>
      ))}
    </div>
  )
}
