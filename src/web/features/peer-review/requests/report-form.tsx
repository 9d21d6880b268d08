import { REPORT_KINDS, REQUEST_WORDS } from '../../../../contract/rules/articles/requests.ts'
import { ReportForm } from '../../../../contract/api/requests.ts'
import { browserApi } from '../../../client/api.ts'
import { useSession } from '../../../client/session.ts'
import { Field, TextAreaField } from '../../../ui/field.tsx'
import { SendFailure } from '../../../ui/states.tsx'
import { SavedNote } from '../../../ui/saved-note.tsx'
import { useUnsentForm } from '../shared/unsent-form.tsx'
import { Choices } from './choices.tsx'
import { ChoosePassage } from './choose-passage.tsx'

export interface SentReport {
  /** What the journal answers, whatever the address is. */
  message: string
  email: string
}

/** A reader reports a problem with an article. Kept on this device until the journal has it. */
export function ReportProblemForm({ id, onSent }: { id: string; onSent: (sent: SentReport) => void }) {
  const user = useSession()?.user
  const form = useUnsentForm({
    key: `journal:report:${id}`,
    schema: ReportForm,
    initial: { name: user?.fullName ?? '' },
    input: ({ kind, text = '', passage, name, email }) => ({ kind, text, passage, name, email }),
    send: async (report) => ({ ...(await browserApi.requests.report({ id, ...report })), email: report.email }),
    onSent,
  })
  const { text, values, set, errors, formProps, sending } = form
  return (
    <form {...formProps}>
      <Choices
        name="kind"
        legend="What is it about?"
        options={REPORT_KINDS}
        words={REQUEST_WORDS}
        value={REPORT_KINDS.find((kind) => kind === values.kind) ?? null}
        error={errors.kind}
        onChange={(kind) => set('kind', kind)}
      />
      <TextAreaField
        {...text('passage')}
        label="Which passage, table or figure? (optional)"
        hint="You can copy a passage from the article."
      />
      <ChoosePassage articleId={id} onChosen={(passage) => set('passage', passage)} />
      <TextAreaField {...text('text')} label="What is wrong, and how do you know?" />
      <Field {...text('name')} label="Your name" autoComplete="name" />
      <Field
        {...text('email')}
        label="Your email"
        type="email"
        autoComplete="email"
        inputMode="email"
        hint="We answer to it. Only the editors see your name and your address."
      />
      <SendFailure form={form} />
      <SavedNote stored={form.stored} />
      <button className="btn solid" type="submit" aria-disabled={sending}>
        {sending ? 'Sending...' : 'Send to the Editors'}
      </button>
    </form>
  )
}
