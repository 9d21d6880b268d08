import { useState } from 'react'
import type { OwnSession } from '../../../../contract/api/open-session.ts'
import type { SecondFactors } from '../../../../contract/api/second-factors.ts'
import { SECOND_FACTOR_REQUIRED } from '../../../../contract/rules/accounts/policy.ts'
import { toast } from '../../../ui/toast.ts'
import { OneTimeCodes } from './one-time-codes.tsx'
import { Passkeys, type OnChanged } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { NewRecoveryCodes, RecoveryCodes } from './recovery-codes.tsx'
import { Sessions } from './sessions.tsx'

/** How a person signs in, and where they are signed in. */
export function Security({
  factors,
  sessions,
  onChanged,
}: {
  factors: SecondFactors
  sessions: OwnSession[]
  onChanged: () => void
}) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const changed: OnChanged = (message, recoveryCodes) => {
    toast.success(message)
    setCodes(recoveryCodes)
    onChanged()
  }
  const hasOne = factors.passkeys.length > 0 || factors.oneTimeCodes !== null
  return (
    <div className="profile-page">
      {factors.required && !hasOne && <p className="notice caution">{SECOND_FACTOR_REQUIRED.message}</p>}
      <Passkeys factors={factors} onChanged={changed} />
      <OneTimeCodes factors={factors} onChanged={changed} />
      <RecoveryCodes
        factors={factors}
        onMade={(made) => {
          setCodes(made)
          onChanged()
        }}
      />
      <PasswordForm onChanged={onChanged} />
      <Sessions sessions={sessions} onChanged={onChanged} />
      {codes && <NewRecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </div>
  )
}
