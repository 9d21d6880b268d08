import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { HOMES } from '../../../../contract/rules/site/paths.ts'
import { DAY_MS } from '../../../../contract/rules/text/dates.ts'
import { FEW_RECOVERY_CODES } from '../../../../contract/rules/accounts/second-factors.ts'
import { browserApi } from '../../../client/api.ts'
import { useActor } from '../../../client/session.ts'
import { readItem, SECOND_FACTOR_POSTPONED, writeItem } from '../../../client/storage.ts'
import { Link } from '../../../ui/link.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'

const POSTPONED_DAYS = 30

/** Offers a second factor to editors who have none, and says when recovery codes run out. */
export function SecondFactorNotice() {
  const security = HOMES[useActor()?.role ?? 'author'].security
  const { answer } = useAnswer(() => browserApi.secondFactors.read())
  const [isPostponed, setPostponed] = useState(wasPostponed)
  if (!answer) return null
  if (answer.passkeys.length || answer.oneTimeCodes) {
    if (answer.recoveryCodesLeft > FEW_RECOVERY_CODES) return null
    return (
      <p className="notice caution second-factor-notice">
        <KeyRound className="ic" aria-hidden="true" />
        <span>
          You have few recovery codes left. <Link to={security}>Make new ones</Link>
        </span>
      </p>
    )
  }
  if (isPostponed) return null
  return (
    <div className="notice second-factor-notice">
      <KeyRound className="ic" aria-hidden="true" />
      <div>
        <p>Add a passkey or one-time codes, so a stolen password is not enough to sign in.</p>
        <div className="buttons">
          <Link className="btn" to={security}>
            Set It Up
          </Link>
          <button
            type="button"
            className="btn text"
            onClick={() => {
              postpone()
              setPostponed(true)
            }}
          >
            Not Now
          </button>
        </div>
      </div>
    </div>
  )
}

const wasPostponed = (): boolean =>
  Date.now() - Date.parse(readItem(SECOND_FACTOR_POSTPONED) ?? '') < POSTPONED_DAYS * DAY_MS

/** Without storage it is offered again the next time. */
const postpone = () => writeItem(SECOND_FACTOR_POSTPONED, new Date().toISOString())
