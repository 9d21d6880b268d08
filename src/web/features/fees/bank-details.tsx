import { useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  type AllBankDetails,
  type BankDetails,
  BankDetailsForm,
  type WaitingBankDetails,
} from '../../../contract/api/bank-details.ts'
import {
  ALONE_HOURS,
  type BankDetailsState,
  bankDetailsPolicy,
  PROPOSER_LEFT,
} from '../../../contract/rules/fees/bank-details.ts'
import { joinNames } from '../../../contract/rules/people/author-names.ts'
import { localDate, localMoment } from '../../../contract/rules/text/dates.ts'
import { browserApi } from '../../client/api.ts'
import { useActor } from '../../client/session.ts'
import { PasswordField, TextAreaField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LocalDate } from '../../ui/local-date.tsx'
import { PasswordDialog, tellUnlessAtField } from '../../ui/password-dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { toast, toastFailure } from '../../ui/toast.ts'
import { useCommand } from '../../ui/use-command.ts'
import { useForm } from '../../ui/use-form.ts'

/** The bank details of invoices: those in force, beside them those that wait, and all earlier ones. */
export function BankDetailsPart({ details }: { details: AllBankDetails }) {
  const { current, waiting, earlier } = details
  const [isOpen, setOpen] = useState(false)
  return (
    <Section id="bank-details" title="Bank details for invoices">
      <p className="muted small space">
        A change takes effect once a second managing editor has confirmed it. Every managing editor gets an email.
        Invoices keep the details of their day.
      </p>
      {waiting ? (
        <Waiting waiting={waiting} current={current} />
      ) : (
        <>
          {current ? (
            <>
              <p className="bank-words">{current.words}</p>
              <p className="muted small space">{inWords(current)}</p>
            </>
          ) : (
            <p className="space">There are no bank details yet. Propose the account that authors pay into.</p>
          )}
          <button type="button" className="btn" onClick={() => setOpen(true)}>
            {current ? 'Propose Other Details...' : 'Propose Bank Details...'}
          </button>
        </>
      )}
      {earlier.length > 0 && (
        <details className="space">
          <summary>Earlier bank details ({earlier.length})</summary>
          <p className="muted small">None of these is in force. Do not copy them into an invoice.</p>
          <BankDetailsList details={earlier} />
        </details>
      )}
      {isOpen && <ProposeDialog details={details} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** For the history: all that were ever proposed, the newest first. */
export function BankDetailsHistory({ details: { current, waiting, earlier } }: { details: AllBankDetails }) {
  const all = [waiting, current, ...earlier].filter((one) => one !== null)
  if (!all.length) return null
  return (
    <Section title="Bank details for invoices">
      <BankDetailsList details={all.toSorted((one, other) => (one.proposedAt < other.proposedAt ? 1 : -1))} />
    </Section>
  )
}

const STATES: Record<BankDetailsState, string> = {
  waiting: 'Waiting',
  'in force': 'In force',
  former: 'No longer in force',
  withdrawn: 'Withdrawn',
  ended: 'Ended without effect',
}

function BankDetailsList({ details }: { details: readonly BankDetails[] }) {
  return (
    <ol className="rows change-list" role="list">
      {details.map((one) => (
        <li key={one.id}>
          <LocalDate at={one.proposedAt} />
          <div>
            <p>
              <b>{STATES[one.state]}</b>
            </p>
            <p className="bank-words small">{one.words}</p>
            <p className="small muted">{inWords(one)}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Who proposed details, who confirmed them, and when. */
function inWords({ proposedBy, proposedAt, confirmedBy, inForceFrom, state, endedBy, endedAt }: BankDetails): string {
  const proposed = `Proposed by ${proposedBy} on ${localDate(proposedAt)}`
  if (inForceFrom !== null) {
    const by = confirmedBy === null ? 'because nobody else could confirm them' : `confirmed by ${confirmedBy}`
    return `${proposed}; in force from ${localDate(inForceFrom)}, ${by}.`
  }
  if (endedAt === null) return `${proposed}.`
  return state === 'withdrawn'
    ? `${proposed}; withdrawn by ${endedBy} on ${localDate(endedAt)}.`
    : `${proposed}; ended on ${localDate(endedAt)}, because ${proposedBy} was no longer a managing editor.`
}

/** What a proposal waits for. */
function waitsFor({ proposerStays, takesEffectAt, mayConfirm }: WaitingBankDetails): string {
  if (!proposerStays) return PROPOSER_LEFT
  if (takesEffectAt !== null)
    return `Nobody else can confirm this, so it takes effect by itself after ${localMoment(takesEffectAt)}, or within an hour of that. Until then it can be withdrawn.`
  return mayConfirm.length
    ? `Not in force yet. ${joinNames(mayConfirm)} can confirm it.`
    : 'Not in force yet, and nobody is left who can confirm it. Withdraw it, and propose it again.'
}

/** What waits beside what is in force. */
function Waiting({ waiting, current }: { waiting: WaitingBankDetails; current: BankDetails | null }) {
  const { revalidate } = useRevalidator()
  const actor = useActor()
  const [isOpen, setOpen] = useState(false)
  const { run, busy } = useCommand(async (failure) => {
    toastFailure(failure)
    await revalidate()
  })
  const facts = { ...waiting, isWaiting: true, isAlone: waiting.takesEffectAt !== null }
  const refusal = bankDetailsPolicy.refusal(actor ?? null, 'confirm', facts)
  const withdraw = () =>
    run(async () => {
      await browserApi.bankDetails.withdraw({ id: waiting.id })
      toast.success('Withdrawn. Invoices keep the details in force')
      await revalidate()
    })
  return (
    <>
      <p className="notice caution space" role="status">
        {waitsFor(waiting)}
      </p>
      <div className="bank-change was-is">
        <div>
          <h3>In force</h3>
          {current ? <del className="bank-words">{current.words}</del> : <p className="muted">None yet</p>}
        </div>
        <div>
          <h3>Proposed</h3>
          <ins className="bank-words">{waiting.words}</ins>
        </div>
      </div>
      <p className="muted small space">
        Proposed by {waiting.proposedBy}, {localMoment(waiting.proposedAt)}.
      </p>
      {refusal && waiting.proposerStays && waiting.takesEffectAt === null && (
        <p className="small space">{refusal.message}</p>
      )}
      <div className="buttons">
        {!refusal && (
          <button type="button" className="btn solid" onClick={() => setOpen(true)}>
            Confirm...
          </button>
        )}
        {bankDetailsPolicy.can(actor ?? null, 'withdraw', facts) && (
          <button type="button" className="btn" disabled={busy} onClick={() => void withdraw()}>
            Withdraw
          </button>
        )}
      </div>
      {isOpen && (
        <PasswordDialog
          title="Confirm the bank details"
          save="Confirm"
          act={async (currentPassword) => {
            await browserApi.bankDetails.confirm({ id: waiting.id, currentPassword })
            toast.success('Confirmed. Invoices have these details from now on')
            setOpen(false)
            await revalidate()
          }}
          onClose={() => {
            setOpen(false)
            void revalidate()
          }}
        >
          <p className="bank-words space">{waiting.words}</p>
          <p className="small muted space">
            Compare each digit with what {waiting.proposedBy} tells you in person or by phone, not by email.
          </p>
        </PasswordDialog>
      )}
    </>
  )
}

function ProposeDialog({
  details: { current, canConfirm },
  onClose,
}: {
  details: AllBankDetails
  onClose: () => void
}) {
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: BankDetailsForm,
    initial: { words: current?.words ?? '', currentPassword: '' },
    input: (values) => ({ ...values, seen: current?.id ?? null }),
    submit: async (proposal) => {
      await browserApi.bankDetails.propose(proposal)
      toast.success('Proposed. Every managing editor gets an email')
      onClose()
      await revalidate()
    },
    onFailure: async (failure) => {
      tellUnlessAtField(failure)
      if (failure.statusCode === 409) await revalidate()
    },
  })
  return (
    <FormDialog
      title={current ? 'Propose other bank details' : 'Propose bank details'}
      form={form}
      save="Propose"
      saving="Sending..."
      onClose={onClose}
    >
      <TextAreaField
        {...form.text('words')}
        label="Bank details"
        hint="As invoices print them: bank, account holder, IBAN or account number, SWIFT code, one on each line."
      />
      <p className="small muted space">
        {canConfirm
          ? 'They take effect once another managing editor has confirmed them.'
          : `Nobody else can confirm them: they take effect by themselves after ${ALONE_HOURS} hours.`}
      </p>
      <PasswordField {...form.text('currentPassword')} label="Current password" autoComplete="current-password" />
    </FormDialog>
  )
}
