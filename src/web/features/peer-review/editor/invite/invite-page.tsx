import { ArrowLeft, Mail } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Candidates, type InvitationCandidate, OWN_LINES_MAX } from '../../../../../contract/api/invitations.ts'
import { addDays, dayOf } from '../../../../../contract/rules/peer-review/days.ts'
import { REPLY_DAYS, REPORT_DAYS } from '../../../../../contract/rules/peer-review/review-dates.ts'
import { counted } from '../../../../../contract/rules/text/plain-text.ts'
import { shortDay } from '../../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../../client/api.ts'
import { TextAreaField } from '../../../../ui/field.tsx'
import { Labelled } from '../../../../ui/labelled.tsx'
import { Link } from '../../../../ui/link.tsx'
import { PageHead } from '../../../../ui/page-head.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { useAnswer } from '../../../../ui/use-answer.ts'
import { useShortcuts } from '../../../../ui/use-shortcuts.ts'
import { SampleNote } from '../../shared/sample-note.tsx'
import { CandidateList } from './candidate-list.tsx'
import { canBeChosen, keyOf, movedOnStandby, offStandby, onStandby, toggled } from './choice.ts'
import { InvitedPeople, StandbyPeople } from './chosen-people.tsx'
import { EmailPreview } from './email-preview.tsx'
import { OtherPerson } from './other-person.tsx'
import { useInvitation } from './use-invitation.ts'
import { useSettled } from './use-settled.ts'

export const INVITE_TITLE = 'Invite Reviewers'
const SETTLE_MS = 250

/** Where an editor chooses who is invited, who waits on standby, and what they are written. */
export function InvitePage({ id, caseHref, loaded }: { id: string; caseHref: string; loaded: Candidates }) {
  const { number, title, authors, round, wanted, takingPart, hasReviewers } = loaded
  const { revalidate } = useRevalidator()
  const [adding, setAdding] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { draft, picked, standby, set, choose, send, sending, problem, errors, settle } = useInvitation({
    ...{ id, loaded, caseHref },
    onRefused: () => void revalidate(),
    onNobody: () => heading.current?.focus(),
  })

  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim(), SETTLE_MS)
  const found = useAnswer(async () => (q ? browserApi.invitations.candidates({ id, q }) : null), q)
  const isFound = q !== '' && found.of === q && found.answer !== null
  const shown = isFound ? found.answer!.candidates : loaded.candidates

  const standbyKeys = standby.map(keyOf)
  const toggle = (person: InvitationCandidate) => choose(toggled(draft, keyOf(person)), person)
  const find = () => {
    search.current?.focus()
    search.current?.select()
  }
  useShortcuts({ '/': find }, () => void send())

  const reasons = {
    ...{ reasons: draft.reasons, errors },
    onReason: (key: string, reason: string) => {
      settle()
      set({ reasons: { ...draft.reasons, [key]: reason } })
    },
  }
  // The button that was pressed disappears: the focus goes to the heading of what is left.
  const removing = (choice: Parameters<typeof choose>[0]) => {
    choose(choice)
    heading.current?.focus()
  }

  return (
    <div className="invite">
      <PageHead title={INVITE_TITLE} />
      <header className="invite-head">
        <Link className="btn text pull" to={caseHref}>
          <ArrowLeft className="ic" aria-hidden="true" />
          Case {number}
        </Link>
        <p className="muted small">
          {number}
          {authors && ` · ${authors}`}
        </p>
        <h1>{INVITE_TITLE}</h1>
        <p className="of">
          <TitleText title={title} />
        </p>
        <SampleNote number={number} />
        <Situation round={round} wanted={wanted} takingPart={takingPart} />
      </header>
      <div className="inv ruled">
        <CandidateList
          {...{ candidates: shown, typed: typed.trim(), search, hasReviewers }}
          isSearching={typed.trim() !== '' && !isFound && !found.failed}
          failed={q !== '' && found.failed}
          picked={draft.picked}
          standby={standbyKeys}
          onType={setTyped}
          onTryAgain={found.tryAgain}
          onToggle={toggle}
          onStandby={(person) => choose(onStandby(draft, standbyKeys, keyOf(person)), person)}
          onOtherPerson={() => setAdding(true)}
        />
        <div className="invite-side">
          <section className="your-invitation" aria-labelledby="your-invitation">
            <h2 className="panel-title" id="your-invitation" ref={heading} tabIndex={-1}>
              Your invitation
            </h2>
            {picked.length === 0 && (
              <p className="hint small muted">
                Choose whom to invite. {wanted > 0 && `This manuscript needs ${counted(wanted, 'more reviewer')}.`}
              </p>
            )}
            <InvitedPeople people={picked} {...reasons} onRemove={(key) => removing(toggled(draft, key))} />
            {standby.length > 0 && (
              <>
                <h3>Standby, in this order</h3>
                <StandbyPeople
                  people={standby}
                  {...reasons}
                  onMove={(key, by) => choose(movedOnStandby(draft, standbyKeys, key, by))}
                  onRemove={(key) => removing(offStandby(draft, standbyKeys, key))}
                />
                <p className="hint small muted">
                  Invited automatically, in this order, if someone declines or does not reply in time.
                </p>
              </>
            )}
            <Dates replyDays={draft.replyDays} reportDays={draft.reportDays} onChange={set} />
            <TextAreaField
              name="message"
              label="Personal note (optional)"
              hint="Added to every invitation you send now."
              value={draft.message}
              onChange={(message) => set({ message: message.slice(0, OWN_LINES_MAX) })}
            />
            {picked[0] && (
              <EmailPreview
                {...{ id, person: picked[0], replyDays: draft.replyDays, reportDays: draft.reportDays }}
                message={draft.message}
              />
            )}
          </section>
          <div className="sticky-bar aligned">
            {problem && (
              <p className="err aligned small error-ink" role="alert">
                {problem}
              </p>
            )}
            {standby.length > 0 && (
              <p className="small muted">Standby: {standby.map(({ fullName }) => fullName).join(', ')}</p>
            )}
            <button
              type="button"
              className="btn solid fill"
              aria-disabled={sending}
              aria-keyshortcuts="Control+Enter"
              onClick={() => void send()}
            >
              <Mail className="ic" aria-hidden="true" />
              {sending ? 'Inviting...' : picked.length ? `Invite ${counted(picked.length, 'reviewer')}` : 'Invite'}
            </button>
            <span className="keyhint" aria-hidden="true">
              <kbd>Ctrl</kbd> <kbd>Enter</kbd>
            </span>
          </div>
        </div>
      </div>
      {adding && (
        <OtherPerson
          id={id}
          onClose={() => setAdding(false)}
          onAdd={(person) => {
            setAdding(false)
            // Someone of the list, such as whom the authors suggest, stays one person.
            const one = loaded.candidates.find(({ emails }) => emails.includes(person.email!)) ?? person
            if (canBeChosen(one) && !draft.picked.includes(keyOf(one))) toggle(one)
          }}
        />
      )}
    </div>
  )
}

/** Who takes part already, and what a further round means. */
function Situation({ round, wanted, takingPart }: Pick<Candidates, 'round' | 'wanted' | 'takingPart'>) {
  return (
    <>
      {round > 1 && (
        <p className="situation small">
          Round {round}: reviewers of the earlier version are already chosen. They are asked again whether they agree,
          and keep their labels.
        </p>
      )}
      {takingPart.length > 0 && (
        <div className="situation small">
          <p>{wanted > 0 ? `${counted(wanted, 'more reviewer')} needed. ` : ''}Taking part already:</p>
          <ul>
            {takingPart.map(({ assignmentId, fullName, words }) => (
              <li key={assignmentId}>
                {fullName}: {words}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

const numbers = ({ min, max }: { min: number; max: number }): number[] =>
  Array.from({ length: max - min + 1 }, (_, index) => min + index)

/** In how many days reviewers are asked to answer, and to report. */
function Dates({
  replyDays,
  reportDays,
  onChange,
}: {
  replyDays: number
  reportDays: number
  onChange: (days: { replyDays: number } | { reportDays: number }) => void
}) {
  const today = dayOf(new Date())
  return (
    <div className="dates">
      <Labelled label="Reply due in">
        {(control) => (
          <select
            {...control}
            name="replyDays"
            value={replyDays}
            onChange={(event) => onChange({ replyDays: Number(event.target.value) })}
          >
            {numbers(REPLY_DAYS).map((days) => (
              <option key={days} value={days}>
                {counted(days, 'day')}, {shortDay(addDays(today, days))}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label="Report due in">
        {(control) => (
          <select
            {...control}
            name="reportDays"
            value={reportDays}
            onChange={(event) => onChange({ reportDays: Number(event.target.value) })}
          >
            {numbers(REPORT_DAYS).map((days) => (
              <option key={days} value={days}>
                {counted(days, 'day')} after agreeing
              </option>
            ))}
          </select>
        )}
      </Labelled>
    </div>
  )
}
