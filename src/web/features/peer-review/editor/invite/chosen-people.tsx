import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type InvitationCandidate, REASON_MAX } from '../../../../../contract/api/invitations.ts'
import { Field } from '../../../../ui/field.tsx'
import { EmailAddress } from '../../../../ui/web-address.tsx'
import { Cautions } from './candidate-row.tsx'
import { keyOf } from './choice.ts'

interface Chosen {
  people: readonly InvitationCandidate[]
  reasons: Record<string, string>
  errors: Record<string, string>
  onReason: (key: string, reason: string) => void
  onRemove: (key: string) => void
}

/** Those who are invited at once, with their addresses and what the editor should know. */
export function InvitedPeople({ people, ...more }: Chosen) {
  return (
    <ol className="picks rows" role="list" aria-label="Invited now">
      {people.map((person) => (
        <li key={keyOf(person)}>
          <InvitationMark kind="invited" />
          <span>
            <b>{person.fullName}</b>
            <span className="muted block">{person.email && <EmailAddress>{person.email}</EmailAddress>}</span>
          </span>
          <button
            type="button"
            className="btn icon"
            aria-label={`Remove ${person.fullName}`}
            onClick={() => more.onRemove(keyOf(person))}
          >
            <X className="ic" aria-hidden="true" />
          </button>
          <Despite person={person} {...more} />
        </li>
      ))}
    </ol>
  )
}

/** Those on standby, in the order in which they will be invited. */
export function StandbyPeople({ people, onMove, ...more }: Chosen & { onMove: (key: string, by: 1 | -1) => void }) {
  const list = useRef<HTMLOListElement>(null)
  const moved = useRef<{ key: string; by: 1 | -1 } | null>(null)

  // The button that was pressed has moved with its row, or is gone at the end of the list: the focus follows.
  useEffect(() => {
    if (!moved.current) return
    const row = list.current?.querySelector(`[data-key="${CSS.escape(moved.current.key)}"]`)
    const same = row?.querySelector<HTMLElement>(moved.current.by === 1 ? '.down' : '.up')
    ;(same ?? row?.querySelector<HTMLElement>('.up, .down'))?.focus()
    moved.current = null
  })

  const move = (key: string, by: 1 | -1) => {
    moved.current = { key, by }
    onMove(key, by)
  }
  return (
    <ol ref={list} className="picks rows" role="list" aria-label="Standby, in this order">
      {people.map((person, index) => {
        const key = keyOf(person)
        const { fullName } = person
        return (
          <li key={key} data-key={key}>
            <InvitationMark kind="standby" />
            <span>
              <b>{fullName}</b>
            </span>
            <span className="wrapping">
              {index > 0 && (
                <button
                  type="button"
                  className="btn icon up"
                  aria-label={`Move ${fullName} up`}
                  onClick={() => move(key, -1)}
                >
                  <ChevronUp className="ic" aria-hidden="true" />
                </button>
              )}
              {index < people.length - 1 && (
                <button
                  type="button"
                  className="btn icon down"
                  aria-label={`Move ${fullName} down`}
                  onClick={() => move(key, 1)}
                >
                  <ChevronDown className="ic" aria-hidden="true" />
                </button>
              )}
              <button
                type="button"
                className="btn icon"
                aria-label={`Remove ${fullName} from standby`}
                onClick={() => more.onRemove(key)}
              >
                <X className="ic" aria-hidden="true" />
              </button>
            </span>
            <Despite person={person} {...more} />
          </li>
        )
      })}
    </ol>
  )
}

/** What speaks against someone who is chosen, and why they are chosen nevertheless. */
function Despite({
  person,
  reasons,
  errors,
  onReason,
}: { person: InvitationCandidate } & Pick<Chosen, 'reasons' | 'errors' | 'onReason'>) {
  const key = keyOf(person)
  const hasConflict = person.findings.some(({ weight }) => weight === 'conflict')
  if (person.whyNot === null && !person.warnings.length) return null
  return (
    <div className="despite">
      <Cautions candidate={{ ...person, findings: [] }} />
      {(person.needsReason || hasConflict) && person.whyNot === null && (
        <Field
          name={`reason-${key}`}
          label={
            person.needsReason ? 'Why invite them anyway?' : 'Why should the report count as independent? (optional)'
          }
          hint={hasConflict && !person.needsReason ? 'Not counted as independent without a reason.' : undefined}
          value={reasons[key] ?? ''}
          error={errors[key]}
          maxLength={REASON_MAX}
          autoComplete="off"
          onChange={(reason) => onReason(key, reason)}
        />
      )}
    </div>
  )
}

/** The mark of someone who is going to be invited: a bud; dotted for standby. The words beside it say the same. */
function InvitationMark({ kind }: { kind: 'invited' | 'standby' }) {
  return (
    <svg className={`invitation-mark ${kind}`} viewBox="0 2 27 31" aria-hidden="true">
      <path d="M9 31C9 27 10 25 12 22" />
      <path d="M12 22C6 16 9 9 16 6c3 7 2 13-4 16z" />
    </svg>
  )
}
