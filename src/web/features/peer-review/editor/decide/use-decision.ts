import { useEffect, useState } from 'react'
import type { PreparedDecision, SentDecision } from '../../../../../contract/api/decisions.ts'
import type { LetterKind } from '../../../../../contract/rules/peer-review/stages.ts'
import { browserApi } from '../../../../client/api.ts'
import { itemsUnder, writeItem } from '../../../../client/storage.ts'
import { useCommand } from '../../../../ui/use-command.ts'
import { useStoredDraft } from '../../../../ui/use-stored-draft.ts'
import {
  type DecisionDraft,
  formOf,
  isChanged,
  needsException,
  newDraft,
  reportChoice,
  StoredDecision,
} from './decision-draft.ts'

export const CHOOSE = 'Please choose a decision'
export const EXCEPTION = 'Please give the reason, which is printed with the article'
export const REASON = 'Please say why you have changed the reviewer’s words'
export const NO_LETTER = 'Please write the letter to the authors'

/** Errors by the ids of their fields. */
export type Errors = Partial<Record<string, string>>

/** A decision while it is being made; kept on this device until it is sent. */
export function useDecision({
  prepared,
  userId,
  asked,
  onSent,
  onRefused,
}: {
  prepared: PreparedDecision
  userId: string
  /** The decision that was chosen on the page before. */
  asked: LetterKind | null
  onSent: (sent: SentDecision) => void
  /** Refused because something has happened meanwhile. */
  onRefused: (message: string) => Promise<void>
}) {
  const stored = useStoredDraft(draftKey(userId, prepared), StoredDecision, newDraft(prepared, null))
  // What was chosen on the page before counts until something else is chosen here.
  const [chosen, setChosen] = useState(asked)
  const draft: DecisionDraft = { ...stored.value, kind: chosen ?? stored.value.kind }
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => forgetSentDrafts(userId, prepared), [userId, prepared])

  const change = (changes: Partial<DecisionDraft>) => {
    if (chosen !== null) setChosen(null)
    stored.change({ kind: draft.kind, ...changes })
    setErrors({})
  }

  const { run, busy: sending } = useCommand(async ({ statusCode, message, errors: fields }) => {
    setErrors(Object.fromEntries(Object.entries(fields).map(([field, said]) => [FIELD_IDS[field] ?? field, said])))
    setProblem(statusCode === 0 ? 'The journal did not answer.' : message)
    // Perhaps a report has arrived: it is shown, and nothing that was written is lost.
    if (statusCode === 409) await onRefused(message)
  })

  const send = async () => {
    const found = errorsOf(prepared, draft)
    const [first] = Object.keys(found)
    if (!sending) {
      setErrors(found)
      setProblem(null)
    }
    if (first !== undefined) return focusField(first)
    // Kept until the ten minutes are over: after Undo, everything is still there.
    stored.save()
    await run(async () =>
      onSent(await browserApi.decisions.decide({ id: prepared.articleId, ...formOf(prepared, draft, draft.kind!) })),
    )
  }

  return { draft, change, errors, problem, sending, isKept: !stored.isRefused, send }
}

const FIELD_IDS: Record<string, string> = {
  letter: 'letter',
  revisionDueOn: 'due',
  exceptionReason: 'exception',
  kind: 'choices',
}

function errorsOf(prepared: PreparedDecision, draft: DecisionDraft): Errors {
  if (draft.kind === null) return { choices: CHOOSE }
  const errors: Errors = {}
  if (needsException(prepared, draft.kind) && !draft.exceptionReason.trim()) errors.exception = EXCEPTION
  for (const report of prepared.reports) {
    const choice = reportChoice(draft, report)
    if (choice.send && isChanged(choice, report) && !choice.reason.trim()) errors[`reason-${report.id}`] = REASON
  }
  if (draft.letters[draft.kind] !== undefined && !draft.letters[draft.kind]!.trim()) errors.letter = NO_LETTER
  return errors
}

/** The first invalid field, once its error is on the page. */
const focusField = (id: string) =>
  requestAnimationFrame(() => {
    const field = document.getElementById(id)
    const control = field?.matches('input, textarea') ? field : field?.querySelector<HTMLElement>('input, textarea')
    control?.focus()
  })

const PREFIX = 'journal:decision:'

/** One for each person, manuscript and decision to be made: what was written for an earlier one never comes back. */
const draftKey = (userId: string, { articleId, last }: Pick<PreparedDecision, 'articleId' | 'last'>): string =>
  `${PREFIX}${userId}:${articleId}:${last?.id ?? 'first'}`

/** Removes what this person has written for decisions on this manuscript that have been sent. */
function forgetSentDrafts(userId: string, prepared: PreparedDecision): void {
  const current = draftKey(userId, prepared)
  const own = `${PREFIX}${userId}:${prepared.articleId}:`
  for (const key of itemsUnder(own)) if (key !== current) writeItem(key, null)
}
