import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { EnteredRequest } from '../../../../contract/api/requests.ts'
import {
  REQUEST_KINDS,
  REQUEST_TEXT_MAX,
  REQUEST_WORDS,
  REQUESTED_BY,
  REQUESTED_BY_WORDS,
} from '../../../../contract/rules/articles/requests.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { Counted } from '../../../ui/counted.tsx'
import { Field, SelectField, TextAreaField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SendFailure } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'

const KINDS = REQUEST_KINDS.map((value) => ({ value, label: REQUEST_WORDS[value] }))
const SENDERS = REQUESTED_BY.map((value) => ({ value, label: REQUESTED_BY_WORDS[value] }))

/** For a request that came by letter, or that an editor makes. */
export function EnterRequest({ articleId }: { articleId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <MailPlus className="ic" aria-hidden="true" />
        Request …
      </button>
      {isOpen && <EnterDialog articleId={articleId} onClose={() => setOpen(false)} />}
    </>
  )
}

export function EnterDialog({ articleId, onClose }: { articleId: string; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({
    schema: EnteredRequest,
    initial: { kind: '', from: '', name: '', email: '', text: '' },
    input: (typed) => ({ ...typed, email: typed.email.trim() || null }),
    submit: async (entered) => {
      const { id } = await browserApi.requests.enter({ articleId, ...entered })
      toast.success('The request has been entered')
      await navigate(paths.request(id))
    },
    // The dialog shows it.
    onFailure: () => {},
  })
  return (
    <FormDialog title="Enter a request" form={form} save="Enter It" saving="Saving..." onClose={onClose}>
      <p className="space">For what came by letter or email, or what you have found yourself.</p>
      <SelectField {...form.text('from')} label="Who asks?" placeholder="Please choose" options={SENDERS} />
      <SelectField {...form.text('kind')} label="What is it about?" placeholder="Please choose" options={KINDS} />
      <div className="two">
        <Field {...form.text('name')} label="Name (optional)" autoComplete="off" maxLength={200} />
        <Field
          {...form.text('email')}
          label="Email for the answer (optional)"
          type="email"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <TextAreaField
        {...form.text('text')}
        label="What is wrong?"
        hint="In their words, if they wrote."
        under={<Counted count={form.values.text.trim().length} most={REQUEST_TEXT_MAX} of="characters" />}
      />
      <SendFailure form={form} stays="What you typed is still here." />
    </FormDialog>
  )
}
