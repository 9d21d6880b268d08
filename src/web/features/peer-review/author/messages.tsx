import { useRef } from 'react'
import { Message, type Manuscript } from '../../../../contract/api/manuscripts.ts'
import { check } from '../../../../contract/api/errors.ts'
import { browserApi } from '../../../client/api.ts'
import { LocalDate } from '../../../ui/local-date.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { useKeptTexts } from './kept-texts.ts'
import { Paragraphs, Part, SendFailure } from './part.tsx'
import { useSending } from './use-sending.ts'

/** The messages between the author and the editor, and the next one. */
export function Messages({
  manuscript: { id, messages, may },
  userId,
  onChanged,
}: {
  manuscript: Manuscript
  userId: string
  onChanged: (manuscript: Manuscript) => void
}) {
  const kept = useKeptTexts(userId, `${id}:message`)
  const { send, isSending, failure, errors, setErrors } = useSending(onChanged)
  const form = useRef<HTMLFormElement>(null)
  const text = kept.texts.text ?? ''
  if (!may.sendMessage && !messages.length) return null

  const submit = async () => {
    const found = check(Message, { text }).errors
    if (found) {
      setErrors(found)
      form.current?.querySelector('textarea')?.focus()
      return
    }
    if (await send(() => browserApi.manuscripts.sendMessage({ id, text }), 'Your message has been sent')) kept.forget()
  }

  return (
    <Part title="Messages">
      {messages.length > 0 && (
        <ol className="ms-messages" role="list">
          {messages.map(({ from, text: said, at }, index) => (
            <li key={index} className={from}>
              <p className="muted small">
                {from === 'author' ? 'You' : 'The editor'}, <LocalDate at={at} />
              </p>
              <Paragraphs text={said} />
            </li>
          ))}
        </ol>
      )}
      {may.sendMessage && (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <TextAreaField
            name="text"
            label="Write to the editor"
            value={text}
            error={errors.text}
            onChange={(value) => {
              setErrors({})
              kept.set('text', value)
            }}
          />
          <SendFailure message={errors.text ? null : failure} />
          <button type="submit" className="btn" aria-disabled={isSending}>
            {isSending ? 'Sending...' : 'Send message'}
          </button>
        </form>
      )}
    </Part>
  )
}
