import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { DutyHolder, DutyInvitation, DutyTerm } from '../../../../contract/api/duties.ts'
import { DUTY_RULES } from '../../../../contract/rules/accounts/duty-words.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { EmailAddress } from '../../../ui/web-address.tsx'
import { ChangeDialog } from './change-dialog.tsx'

interface Props {
  people: readonly DutyHolder[]
  invitations: readonly DutyInvitation[]
  categories: readonly { id: string; name: string }[]
}

/** Everybody who does something for the journal, and those who have been invited to. */
export function PeopleList({ people, invitations, categories }: Props) {
  const [openId, setOpenId] = useState<string>()
  const open = people.find(({ userId }) => userId === openId)
  return (
    <>
      <h2 className="sr">People</h2>
      <ul className="duty-people" role="list">
        {people.map((person) => (
          <li key={person.userId}>
            <div>
              <p className="nm">{person.fullName}</p>
              <p className="em small muted">
                <EmailAddress>{person.email}</EmailAddress>
                {person.isYou && ' · you'}
              </p>
            </div>
            <div>
              <p>
                {person.managing && <span className="duty all">{DUTY_RULES.managing.name}</span>}
                {person.terms.map((term) => (
                  <span key={term.id} className={term.state === 'held' ? 'duty' : 'duty wait'}>
                    {termInWords(term)}
                  </span>
                ))}
              </p>
              <p className="small muted">{sees(person)}</p>
            </div>
            <button type="button" className="btn text acts" onClick={() => setOpenId(person.userId)}>
              Change<span className="sr"> the roles of {person.fullName}</span>
            </button>
          </li>
        ))}
        {invitations.map((invitation) => (
          <Invited key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      <p className="muted small space">
        At least one managing editor remains. Other programs see managing editors as administrators and everybody else
        as authors.
      </p>
      {open && (
        <ChangeDialog key={open.userId} person={open} categories={categories} onClose={() => setOpenId(undefined)} />
      )}
    </>
  )
}

/** 'Section editor: Botany, until May 31, 2027'. */
export function termInWords({ duty, category, from, until, state }: DutyTerm): string {
  const what = category === null ? DUTY_RULES[duty].name : `${DUTY_RULES[duty].name}: ${category}`
  return [what, state === 'planned' && from && `from ${longDate(from)}`, until && `until ${longDate(until)}`]
    .filter(Boolean)
    .join(', ')
}

function sees({ managing, terms, openCases, assigned }: DutyHolder): string {
  if (managing) return DUTY_RULES.managing.sees
  const held = terms.filter(({ state }) => state === 'held')
  const isSection = held.some(({ duty }) => duty === 'section')
  const others = [...new Set(held.flatMap(({ duty }) => (duty === 'section' ? [] : DUTY_RULES[duty].sees)))]
  return [isSection && counted(openCases, 'open case'), assigned > 0 && `${assigned} in hand`, ...others]
    .filter(Boolean)
    .join('; ')
}

function Invited({ invitation }: { invitation: DutyInvitation }) {
  const { id, email, duty, categories, sentAt, isExpired } = invitation
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<{ message: string }>) => {
    if (busy) return
    setBusy(true)
    try {
      toast.success((await work()).message)
    } catch (error) {
      toastFailure(error)
    }
    await revalidate()
    setBusy(false)
  }
  const when = longDate(sentAt.slice(0, 10))
  return (
    <li>
      <div>
        <p className="nm">Invited</p>
        <p className="em small muted">
          <EmailAddress>{email}</EmailAddress>
        </p>
      </div>
      <div>
        <p>
          <span className="duty wait">
            {[DUTY_RULES[duty].name, categories.map(({ name }) => name).join(', ')].filter(Boolean).join(': ')}
          </span>
        </p>
        <p className="small muted">
          {isExpired ? `Invited ${when}; the invitation has expired` : `Invited ${when}, not answered yet`}
        </p>
      </div>
      <span className="acts">
        <button
          type="button"
          className="btn text"
          aria-disabled={busy}
          onClick={() => void run(() => browserApi.duties.resend({ id }))}
        >
          Remind<span className="sr"> {email}</span>
        </button>
        <button
          type="button"
          className="btn text danger"
          aria-disabled={busy}
          onClick={() => void run(() => browserApi.duties.withdraw({ id }))}
        >
          Withdraw<span className="sr"> the invitation to {email}</span>
        </button>
      </span>
    </li>
  )
}
