import { journal } from '../../../../../contract/journal.ts'
import {
  AddressForm,
  ClarificationForm,
  EnteredReportForm,
  ExtensionForm,
  MessageForm,
} from '../../../../../contract/api/case-forms.ts'
import type { CaseAssignment } from '../../../../../contract/api/case-view.ts'
import {
  ANSWER_NAMES,
  ANSWERS,
  DECISION_NAMES,
  RECOMMENDATIONS,
  type ReviewAnswer,
} from '../../../../../contract/rules/peer-review/stages.ts'
import { browserApi } from '../../../../client/api.ts'
import { useJournalChanges } from '../../../../client/journal-of-now.ts'
import { useActor } from '../../../../client/session.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Field, SelectField, TextAreaField } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { NamesInText } from '../../../../ui/names-in-text.tsx'
import { useAct, useSent } from '../../../../ui/use-command.ts'
import { useForm } from '../../../../ui/use-form.ts'
import { TextDialog } from '../../shared/text-dialog.tsx'
import { useUnsentForm } from '../../shared/unsent-form.tsx'
import { useCase } from './section.tsx'
import type { ReviewerAction } from './reviewer-actions.ts'

export type DialogAction = Exclude<ReviewerAction, 'invite' | 'remind' | 'resend'>

interface Props {
  assignment: CaseAssignment
  onClose: () => void
}

/** The dialog of an action that needs a word or a confirmation. */
export function ReviewerDialog({ action, ...props }: Props & { action: DialogAction }) {
  switch (action) {
    case 'extend':
      return <ExtendDialog {...props} />
    case 'clarify':
      return <ClarifyDialog {...props} />
    case 'message':
      return <MessageDialog {...props} />
    case 'address':
      return <AddressDialog {...props} />
    case 'enter':
      return <EnterReportDialog {...props} />
    case 'cancel':
    case 'forwarded':
      return <Confirmed action={action} {...props} />
  }
}

const useOf = ({ id }: CaseAssignment) => ({ id: useCase().view.id, assignmentId: id })

const nameOf = ({ reviewer, label }: CaseAssignment): string => reviewer.fullName || `reviewer ${label}`

function ExtendDialog({ assignment, onClose }: Props) {
  const of = useOf(assignment)
  const sent = useSent(onClose)
  const form = useForm({
    schema: ExtensionForm,
    initial: { dueOn: assignment.dueOn ?? '' },
    submit: (data) => sent(browserApi.cases.extend({ ...of, ...data })),
  })
  return (
    <FormDialog title="Change the Date" form={form} save="Change Date" saving="Saving..." onClose={onClose}>
      <p className="space">{nameOf(assignment)} is sent an email with the new date.</p>
      <Field label="Report due on" type="date" {...form.text('dueOn')} />
    </FormDialog>
  )
}

function ClarifyDialog({ assignment, onClose }: Props) {
  const of = useOf(assignment)
  const sent = useSent(onClose)
  const form = useForm({
    schema: ClarificationForm,
    initial: { text: '' },
    submit: (data) => sent(browserApi.cases.clarify({ ...of, ...data })),
  })
  return (
    <FormDialog title="Ask to Clarify" form={form} save="Send" saving="Sending..." onClose={onClose}>
      <TextAreaField
        label="What should be clarified?"
        hint={`${nameOf(assignment)} can change the report and has a week to send it again.`}
        {...form.text('text')}
      />
    </FormDialog>
  )
}

function MessageDialog({ assignment, onClose }: Props) {
  const of = useOf(assignment)
  const actor = useActor()
  const sent = useSent(onClose)
  const form = useUnsentForm({
    key: `journal:case:${actor?.userId}:${assignment.id}:message`,
    schema: MessageForm,
    input: ({ text = '' }) => ({ text }),
    send: (data) => sent(browserApi.cases.writeToReviewer({ ...of, ...data })),
    onSent: () => {},
  })
  return (
    <TextDialog
      title={`Write to ${nameOf(assignment)}`}
      form={form}
      field="text"
      error={form.errors.text}
      label="Message"
      hint="Sent by email; answers come to the journal’s address. The message stays with the case."
      save="Send Message"
      onClose={onClose}
    />
  )
}

function AddressDialog({ assignment, onClose }: Props) {
  const of = useOf(assignment)
  const sent = useSent(onClose)
  const form = useForm({
    schema: AddressForm,
    initial: { email: '' },
    submit: (data) => sent(browserApi.cases.readdress({ ...of, ...data })),
  })
  return (
    <FormDialog title="Change the address" form={form} save="Change Address" saving="Saving..." onClose={onClose}>
      <p className="space">
        Links that were sent to {assignment.email} end. {nameOf(assignment)} gets a new link at the new address.
      </p>
      <Field label="Email address" type="email" autoComplete="off" {...form.text('email')} />
    </FormDialog>
  )
}

const CONFIRMED = {
  cancel: {
    title: 'Cancel this review',
    confirm: 'Cancel Review',
    say: (name: string, isAsked: boolean) =>
      isAsked ? `${name} will be told that the report is no longer needed.` : `${name} is taken off the standby list.`,
  },
  forwarded: {
    title: 'Replace link',
    confirm: 'Cancel Old Links and Send a New One',
    say: (name: string) => `All links of this review end now, and ${name} gets a new one.`,
  },
} as const

function Confirmed({ action, assignment, onClose }: Props & { action: keyof typeof CONFIRMED }) {
  const of = useOf(assignment)
  const { act } = useAct()
  const { title, confirm, say } = CONFIRMED[action]
  const call = () =>
    action === 'cancel' ? browserApi.cases.cancelReview(of) : browserApi.cases.resendLink({ ...of, forwarded: true })
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      cancel="Back"
      danger={action === 'cancel'}
      onConfirm={async () => {
        await act(call)
        onClose()
      }}
      onClose={onClose}
    >
      <p>{say(nameOf(assignment), assignment.state !== 'standby')}</p>
    </ConfirmDialog>
  )
}

const ANSWER_OPTIONS = ANSWERS.map((value) => ({ value, label: ANSWER_NAMES[value] }))
const RECOMMENDATION_OPTIONS = RECOMMENDATIONS.map((value) => ({ value, label: DECISION_NAMES[value] }))

/** A report that arrived by email or on paper, entered in the editor's name. */
function EnterReportDialog({ assignment, onClose }: { assignment: CaseAssignment; onClose: () => void }) {
  const { view } = useCase()
  // A question that was added meanwhile is asked here, too.
  useJournalChanges()
  const sent = useSent(onClose)
  const form = useForm({
    schema: EnteredReportForm,
    initial: { answers: {} as Record<string, string>, toAuthors: '', toEditor: '', recommendation: '' },
    submit: (data) => sent(browserApi.cases.enterReport({ id: view.id, assignmentId: assignment.id, ...data })),
  })
  const { answers } = form.values
  return (
    <FormDialog
      title={`Enter the report of ${assignment.reviewer.fullName || `reviewer ${assignment.label}`}`}
      form={form}
      save="Enter Report"
      saving="Saving..."
      onClose={onClose}
    >
      <p className="space">The case shows that you have entered it, and the reviewer is sent a copy.</p>
      {journal().review.questions.map(({ id, ask }) => (
        <SelectField
          key={id}
          label={ask}
          name={`answers.${id}`}
          value={answers[id] ?? ''}
          placeholder="Choose an answer"
          options={ANSWER_OPTIONS}
          error={form.errors[`answers.${id}`]}
          onChange={(answer) => form.set('answers', { ...answers, [id]: answer as ReviewAnswer })}
        />
      ))}
      <TextAreaField
        label="To the authors"
        {...form.text('toAuthors')}
        under={<NamesInText text={form.text('toAuthors').value} people={view.withheld} />}
      />
      <TextAreaField label="To the editor" {...form.text('toEditor')} />
      <SelectField
        label="Recommendation"
        placeholder="Choose a recommendation"
        options={RECOMMENDATION_OPTIONS}
        {...form.text('recommendation')}
      />
    </FormDialog>
  )
}
