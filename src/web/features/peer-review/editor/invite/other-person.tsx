import { useEffect, useRef, useState } from 'react'
import { NewPerson, type InvitationCandidate } from '../../../../../contract/api/invitations.ts'
import { browserApi } from '../../../../client/api.ts'
import { Field } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { useForm } from '../../../../ui/use-form.ts'
import { Cautions } from './candidate-row.tsx'
import { useSettled } from './use-settled.ts'

type Found = Awaited<ReturnType<typeof browserApi.invitations.conflicts>>

const SETTLE_MS = 400
const NOTHING = { fullName: '', email: '', affiliation: '', orcid: '' }

/** Adds a person who is not in the list. What speaks against inviting them is shown while they are typed. */
export function OtherPerson({
  id,
  onAdd,
  onClose,
}: {
  id: string
  onAdd: (person: InvitationCandidate) => void
  onClose: () => void
}) {
  const form = useForm({
    schema: NewPerson,
    initial: NOTHING,
    submit: async (person) => {
      const found = await browserApi.invitations.conflicts({ id, ...person })
      if (found.whyNot !== null) return setFound(found)
      onAdd(candidateOf(person, found))
    },
  })
  const [found, setFound] = useState<Found | null>(null)
  const typed = useSettled(JSON.stringify(form.values), SETTLE_MS)
  const turn = useRef(0)

  useEffect(() => {
    const mine = ++turn.current
    const person = JSON.parse(typed) as typeof NOTHING
    if (!person.fullName.trim() && !person.email.trim() && !person.orcid.trim()) return setFound(null)
    browserApi.invitations.conflicts({ id, ...person }).then(
      // An answer to what was typed before says nothing about what is there now.
      (answer) => void (mine === turn.current && setFound(answer)),
      () => void (mine === turn.current && setFound(null)),
    )
  }, [id, typed])

  return (
    <FormDialog
      title="Add another person"
      form={form}
      save="Choose"
      saving="Checking..."
      unready={found !== null && found.whyNot !== null}
      onClose={onClose}
    >
      <Field {...form.text('fullName')} label="Full name" autoComplete="off" />
      <Field {...form.text('email')} label="Email" type="email" autoComplete="off" spellCheck={false} />
      <Field {...form.text('affiliation')} label="Affiliation (optional)" autoComplete="off" />
      <Field {...form.text('orcid')} label="ORCID iD (optional)" autoComplete="off" spellCheck={false} />
      <div className="typed-cautions small" role="status">
        {found?.known && <p>{KNOWN_BY[found.known.by](found.known.fullName)}</p>}
        {found && <Cautions candidate={found} />}
      </div>
    </FormDialog>
  )
}

const KNOWN_BY: Record<NonNullable<Found['known']>['by'], (name: string) => string> = {
  'email address': (name) => `This is the address of ${name}, a reviewer of this journal.`,
  'ORCID iD': (name) => `This is the ORCID iD of ${name}, a reviewer of this journal, who gets this address too.`,
  account: (name) => `${name}, a reviewer of this journal, has an account with this address, and gets it too.`,
}

/** The typed person as one of the list. An address that belongs to a reviewer is that reviewer's. */
const candidateOf = (
  {
    fullName,
    email,
    affiliation,
    orcid,
  }: { fullName: string; email: string; affiliation: string; orcid: string | null },
  { known, ...cautions }: Found,
): InvitationCandidate => ({
  ...cautions,
  ...{ fullName: known?.fullName ?? fullName, affiliation, email, orcid },
  // Who is known otherwise gets the typed address when invited.
  ...{ emails: known === null || known.by === 'email address' ? [email] : [] },
  ...{
    reviewerId: known?.reviewerId ?? null,
    suggestionId: null,
    suggestedByAuthors: false,
    opposed: null,
    isOnTopic: false,
  },
  ...{ reasons: ['Added by you'], load: [], state: 'available', awayUntil: null, isEarlier: false, asked: null },
})
