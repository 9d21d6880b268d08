import { useCallback, useEffect, useRef, useState } from 'react'
import type { PreparedDecision, SentDecision } from '../../../../../contract/api/decisions.ts'
import type { LetterKind } from '../../../../../contract/rules/peer-review/stages.ts'
import { failureOf } from '../../../../client/api-error.ts'
import { browserApi } from '../../../../client/api.ts'
import { type DecisionDraft, formOf, isChanged, needsException, newDraft, reportChoice } from './decision-draft.ts'

const SETTLE_MS = 300

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
  const key = draftKey(userId, prepared)
  const [draft, setDraft] = useState<DecisionDraft>(() => {
    const kept = readDraft(key)
    return kept ? { ...newDraft(prepared, null), ...kept, kind: asked ?? kept.kind } : newDraft(prepared, asked)
  })
  const [isKept, setIsKept] = useState(true)
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const touched = useRef(false)
  const latest = useRef(draft)
  latest.current = draft

  const keep = useCallback(() => {
    if (touched.current) setIsKept(keepDraft(key, latest.current))
  }, [key])
  useEffect(() => {
    const timer = setTimeout(keep, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [draft, keep])
  useEffect(() => {
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])
  useEffect(() => forgetSentDrafts(userId, prepared), [userId, prepared])

  const change = (changes: Partial<DecisionDraft>) => {
    touched.current = true
    setDraft((before) => ({ ...before, ...changes }))
    setErrors({})
  }

  const send = async () => {
    if (busy.current) return
    const found = errorsOf(prepared, draft)
    setErrors(found)
    setProblem(null)
    const [first] = Object.keys(found)
    if (first !== undefined) return focusField(first)
    busy.current = true
    setSending(true)
    try {
      const sent = await browserApi.decisions.decide({
        id: prepared.articleId,
        ...formOf(prepared, draft, draft.kind!),
      })
      // Kept until the ten minutes are over: after Undo, everything is still there.
      keep()
      onSent(sent)
    } catch (error) {
      const { statusCode, message, errors: fields } = failureOf(error)
      keep()
      setErrors(Object.fromEntries(Object.entries(fields).map(([field, said]) => [FIELD_IDS[field] ?? field, said])))
      setProblem(statusCode === 0 ? 'The journal did not answer.' : message)
      // Perhaps a report has arrived: it is shown, and nothing that was written is lost.
      if (statusCode === 409) await onRefused(message)
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  return { draft, change, errors, problem, sending, isKept, send }
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

function readDraft(key: string): DecisionDraft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as DecisionDraft | null
  } catch {
    return null
  }
}

/** False if the device has no room. */
function keepDraft(key: string, draft: DecisionDraft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

/** Removes what this person has written for decisions on this manuscript that have been sent. */
function forgetSentDrafts(userId: string, prepared: PreparedDecision): void {
  const current = draftKey(userId, prepared)
  const own = `${PREFIX}${userId}:${prepared.articleId}:`
  for (const key of Object.keys(localStorage)) if (key.startsWith(own) && key !== current) localStorage.removeItem(key)
}
