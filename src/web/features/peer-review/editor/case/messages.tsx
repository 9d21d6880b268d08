import { useState } from 'react'
import { MessageForm } from '../../../../../contract/api/case-forms.ts'
import { monthDay } from '../../../../../contract/rules/peer-review/in-words.ts'
import { browserApi } from '../../../../client/api.ts'
import { toastFailure } from '../../../../ui/call-failure.ts'
import { NamesInText } from '../../../../ui/names-in-text.tsx'
import { TextAreaField } from '../../../../ui/text-area-field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm } from '../../../../ui/use-form.ts'
import { useRevalidator } from 'react-router'
import { useCase } from './case-context.ts'
import type { Part } from './part-tabs.tsx'
import { Section } from './section.tsx'

/** What the author and the editors have written to each other. */
export function Messages({ shown }: { shown: Part }) {
  const { view, now } = useCase()
  const [sent, setSent] = useState(0)
  return (
    <Section part="messages" shown={shown}>
      {!view.messages.length && <p className="muted">No messages yet.</p>}
      <ol className="talk" role="list">
        {view.messages.map(({ id, from, by, text, at }) => (
          <li key={id} className={from}>
            <p className="muted small">
              {by}, {from === 'author' ? 'author' : 'editor'}, <time dateTime={at}>{monthDay(at, now)}</time>
            </p>
            <p className="lines">{text}</p>
          </li>
        ))}
      </ol>
      {view.article.submitter && <MessageField key={sent} onSent={() => setSent((before) => before + 1)} />}
    </Section>
  )
}

/** A new one for each message that was sent. */
function MessageField({ onSent }: { onSent: () => void }) {
  const { view } = useCase()
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: MessageForm,
    initial: { text: '' },
    submit: async (data) => {
      try {
        toast.success((await browserApi.cases.sendMessage({ id: view.id, ...data })).message)
        await revalidate()
        onSent()
      } catch (error) {
        throw toastFailure(error)
      }
    },
  })
  return (
    <form {...form.formProps} className="write">
      <TextAreaField
        label="Write to the author"
        hint={`Sent to ${view.article.submitter?.fullName} by email.`}
        {...form.text('text')}
        under={<NamesInText text={form.text('text').value} people={view.withheld} />}
      />
      <button type="submit" className="btn" aria-disabled={form.sending}>
        {form.sending ? 'Sending…' : 'Send message'}
      </button>
    </form>
  )
}
