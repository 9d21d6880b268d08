import { useState } from 'react'
import { useNavigate } from 'react-router'
import { INVITATION_OVER, type OwnInvitation } from '../../../../contract/api/duties.ts'
import { CONFIRM_FIRST } from '../../../../contract/rules/accounts/access.ts'
import { DUTY_RULES } from '../../../../contract/rules/accounts/duty-words.ts'
import { capital } from '../../../../contract/rules/peer-review/in-words.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi, refreshNow } from '../../../client/api.ts'
import { AreaHead } from '../../../ui/area-head.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { daysInWords } from './words.ts'

/** What someone is invited to, in words, and the button by which it becomes theirs. */
export function InvitationPage({ invitation }: { invitation: OwnInvitation }) {
  const { id, duty, categories, expiresAt, isConfirmed, isOver, isAccepted } = invitation
  const navigate = useNavigate()
  const [sending, setSending] = useState(false)
  const { name, sees, never } = DUTY_RULES[duty]

  const accept = async () => {
    if (sending) return
    setSending(true)
    try {
      const { message } = await browserApi.duties.accept({ id })
      // The menus show what a token names.
      await refreshNow()
      toast.success(message)
      await navigate(duty === 'managing' ? paths.admin : paths.desk)
    } catch (error) {
      toastFailure(error)
      setSending(false)
    }
  }

  return (
    <>
      <AreaHead title={`Invitation: ${name}`} note={isAccepted ? 'You have accepted it.' : null} />
      <Facts
        rows={[
          ['Duty', name],
          ...(categories.length
            ? ([['Categories', categories.map((one) => one.name).join(', ')]] as [string, string][])
            : []),
          ['You see', sees],
          ...(never ? ([['Not', capital(never)]] as [string, string][]) : []),
          ['When', daysInWords(invitation)],
        ]}
      />
      {isOver && !isAccepted && <p className="notice caution space">{INVITATION_OVER}</p>}
      {!isOver && !isConfirmed && <p className="notice caution space">{CONFIRM_FIRST}</p>}
      {!isOver && isConfirmed && (
        <>
          <p className="buttons">
            <button type="button" className="btn solid" aria-disabled={sending} onClick={() => void accept()}>
              {sending ? 'Accepting...' : 'Accept'}
            </button>
          </p>
          <p className="muted small">
            It can be accepted until <LocalDate at={expiresAt} />. If you do not want it, you need not do anything.
          </p>
        </>
      )}
    </>
  )
}
