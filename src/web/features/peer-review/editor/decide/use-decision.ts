import { type FormEvent, useEffect, useState } from 'react'
import {
  CHANGE_REASON_REQUIRED,
  DecisionForm,
  COPY_TO_BE_LOOKED_AT,
  EXCEPTION_REQUIRED,
  LETTER_FILE_ON_ITS_WAY,
  type PreparedDecision,
  type SentDecision,
} from '../../../../../contract/api/decisions.ts'
import type { LetterKind } from '../../../../../contract/rules/peer-review/stages.ts'
import { browserApi } from '../../../../client/api.ts'
import { itemsUnder, writeItem } from '../../../../client/storage.ts'
import { useForm } from '../../../../ui/use-form.ts'
import { useStoredDraft } from '../../../../ui/use-stored-draft.ts'
import {
  type DecisionDraft,
  formOf,
  isChanged,
  needsException,
  newDraft,
  releaseField,
  reportChoice,
  StoredDecision,
} from './decision-draft.ts'

/** A decision while it is being made; kept on this device until it is sent. */
export function useDecision({
  prepared: loaded,
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
  const letterFiles = useLetterFiles(loaded)
  const prepared = { ...loaded, files: letterFiles.files }
  const stored = useStoredDraft(draftKey(userId, prepared), StoredDecision, newDraft(prepared, null))
  // What was chosen on the page before counts until something else is chosen here.
  const [chosen, setChosen] = useState(asked)
  const draft: DecisionDraft = { ...stored.value, kind: chosen ?? stored.value.kind }
  useEffect(() => forgetSentDrafts(userId, loaded), [userId, loaded])

  const form = useForm({
    schema: DecisionForm,
    initial: draft,
    draft: {
      value: draft,
      change: (changes) => {
        if (chosen !== null) setChosen(null)
        stored.change({ kind: draft.kind, ...changes })
      },
    },
    input: (values) => (values.kind === null ? {} : formOf(prepared, values, values.kind)),
    also: () => ({
      ...missingReasons(prepared, draft),
      ...(letterFiles.isUploading ? { files: LETTER_FILE_ON_ITS_WAY } : {}),
    }),
    submit: async (decision) => {
      // Kept until the ten minutes are over: after Undo, everything is still there.
      stored.save()
      onSent(await browserApi.decisions.decide({ id: prepared.articleId, ...decision }))
    },
    // Perhaps a report has arrived: it is shown, and nothing that was written is lost.
    onFailure: ({ statusCode, message }) => (statusCode === 409 ? onRefused(message) : undefined),
  })

  const change = (changes: Partial<DecisionDraft>) => {
    form.change(changes)
    // Another choice may need something else.
    form.refuse({})
  }
  const { failure } = form
  return {
    ...{ prepared, letterFiles, draft, change, errors: form.errors, sending: form.sending, isSaved: !stored.isRefused },
    problem: failure && (failure.statusCode === 0 ? 'The server is not responding.' : failure.message),
    send: form.send,
    // Enter in the field of the day sends nothing.
    formProps: { ...form.formProps, onSubmit: (event: FormEvent) => event.preventDefault() },
  }
}

/** What is attached to the letter: kept by the journal, and read again with the page. */
function useLetterFiles({ files: attached }: PreparedDecision) {
  const [files, setFiles] = useState(attached)
  const [isUploading, setUploading] = useState(false)
  useEffect(() => setFiles(attached), [attached])
  return { files, setFiles, isUploading, setUploading }
}

/** Which of the reasons that this decision needs have not been given, and which copies have not been looked at. */
function missingReasons(prepared: PreparedDecision, draft: DecisionDraft): Record<string, string> {
  const missing: Record<string, string> = {}
  if (needsException(prepared, draft.kind) && !draft.exceptionReason.trim()) {
    missing.exceptionReason = EXCEPTION_REQUIRED
  }
  for (const [at, { id, look }] of prepared.files.entries()) {
    if (look !== null && !draft.looked.includes(id)) missing[`files.${at}.looked`] = COPY_TO_BE_LOOKED_AT
  }
  for (const report of prepared.reports) {
    const choice = reportChoice(draft, report)
    const isMissing = choice.send && isChanged(choice, report) && !choice.reason.trim()
    if (isMissing) missing[`${releaseField(prepared, draft, report)}.changeReason`] = CHANGE_REASON_REQUIRED
  }
  return missing
}

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
