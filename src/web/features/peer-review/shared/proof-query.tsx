import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { type ProofQuery, QUERY_ANSWER_REQUIRED } from '../../../../contract/api/proof-queries.ts'
import { TextAreaField } from '../../../ui/field.tsx'
import type { BesidePage } from '../../../ui/files/pdf-pages.tsx'
import { useCommand } from '../../../ui/use-command.ts'
import { useStoredDraft } from '../../../ui/use-stored-draft.ts'

/** A question of the editor with the passage that it is about, and whatever may be done with it. */
export function QueryFrame({ query, children }: { query: ProofQuery; children?: ReactNode }) {
  const { position, page, anchor, question } = query
  return (
    <section className="proof-query" aria-label={`Question ${position + 1}`}>
      <p className="k">
        Question {position + 1}
        {page !== null && ` · page ${page}`}
        {query.isSettled && ' · settled'}
      </p>
      {anchor && (
        <p>
          <q className="breakable">{anchor}</q>
        </p>
      )}
      <p className="lines breakable">{question}</p>
      {children}
    </section>
  )
}

export const GivenAnswer = ({ answer }: Pick<ProofQuery, 'answer'>) =>
  answer === null ? (
    <p className="muted">No answer yet.</p>
  ) : (
    <>
      <p className="k">Answer</p>
      <p className="lines breakable">{answer}</p>
    </>
  )

const Typed = z.object({ answer: z.string() })

/** A question to an author, with the answer that they may give or change. */
export function QueryToAnswer({
  query,
  mayAnswer,
  draftKey,
  send,
}: {
  query: ProofQuery
  mayAnswer: boolean
  /** Under which what is typed stays on this device. */
  draftKey: string
  send: (answer: string) => Promise<unknown>
}) {
  const stored = useStoredDraft(draftKey, Typed, { answer: query.answer ?? '' })
  const typed = stored.value.answer
  const [error, setError] = useState<string>()
  const { run, busy, failure } = useCommand()
  const isOpen = mayAnswer && !query.isSettled
  const isChanged = isOpen && typed.trim() !== (query.answer ?? '')
  if (!isOpen) {
    return (
      <QueryFrame query={query}>
        <GivenAnswer answer={query.answer} />
      </QueryFrame>
    )
  }
  return (
    <QueryFrame query={query}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim())
            void run(async () => {
              await send(typed.trim())
              stored.clear({ answer: typed.trim() })
            })
          else setError(QUERY_ANSWER_REQUIRED)
        }}
      >
        <TextAreaField
          name={`answer-${query.position}`}
          label="Your answer"
          value={typed}
          error={error ?? failure?.errors.answer ?? failure?.message}
          onChange={(answer) => {
            stored.change({ answer })
            setError(undefined)
          }}
        />
        <p className="buttons" role="status">
          {query.answer !== null && !isChanged ? (
            <span className="muted small">
              <Check className="ic" aria-hidden="true" /> Answered
            </span>
          ) : (
            <button type="submit" className="btn" aria-disabled={busy}>
              {busy ? 'Saving...' : 'Save Answer'}
              <span className="sr"> to question {query.position + 1}</span>
            </button>
          )}
        </p>
      </form>
    </QueryFrame>
  )
}

/** Each question at the page that it is about. */
export const besidePages = (
  queries: readonly ProofQuery[],
  shown: (query: ProofQuery) => ReactNode,
): readonly BesidePage[] => queries.map((query) => ({ page: query.page, shown: shown(query) }))
