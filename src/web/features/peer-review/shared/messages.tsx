import type { ReactNode } from 'react'
import type { z } from 'zod'
import { Message } from '../../../../contract/api/manuscripts.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { TextAreaField } from '../../../ui/field.tsx'
import { SendFailure } from '../../../ui/states.tsx'
import { useUnsentForm } from './unsent-form.tsx'

/** What people have written about a manuscript, one under the other. */
export function Messages({
  messages,
}: {
  messages: readonly { from: 'author' | 'editor'; by: string; text: ReactNode; at: string }[]
}) {
  if (!messages.length) return null
  return (
    <ol className="thread" role="list">
      {messages.map(({ from, by, text, at }, index) => (
        <li key={index} className={from}>
          <p className="muted small">
            {by}, <time dateTime={at}>{longDate(at)}</time>
          </p>
          {text}
        </li>
      ))}
    </ol>
  )
}

/** The next message, which stays on this device until it is sent. */
export function MessageForm<R>({
  draftKey,
  schema = Message,
  label,
  hint,
  save = 'Send Message',
  under,
  send,
  onSent,
}: {
  draftKey: string
  schema?: z.ZodType<{ text: string }>
  label: string
  hint?: string
  save?: string
  under?: (text: string) => ReactNode
  send: (text: string) => Promise<R>
  onSent: (answer: R) => void
}) {
  const form = useUnsentForm({
    key: draftKey,
    schema,
    input: ({ text = '' }) => ({ text }),
    send: ({ text }) => send(text),
    onSent,
  })
  const field = form.text('text')
  return (
    <form {...form.formProps}>
      <TextAreaField {...field} label={label} hint={hint} under={under?.(field.value)} />
      <SendFailure form={form} />
      <button type="submit" className="btn" aria-disabled={form.sending}>
        {form.sending ? 'Sending...' : save}
      </button>
    </form>
  )
}
