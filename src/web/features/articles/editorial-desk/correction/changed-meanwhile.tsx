import { useEffect, useRef } from 'react'
import { CHANGED_MEANWHILE } from '../../../../../contract/api/approval.ts'
import { CORRECTION_FIELDS } from '../../../../../contract/rules/articles/correction-fields.ts'
import { Summary, type NameOf } from './summary.tsx'
import type { CorrectionForm } from './use-correction.ts'

/**
 * Resolves an edit conflict: someone else has saved the article in the meantime. Both versions are shown, and
 * no input is lost.
 */
export function ChangedMeanwhile({
  form: { meanwhile, changed, takeTheirs },
  nameOf,
}: {
  form: CorrectionForm
  nameOf: NameOf
}) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.focus()
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [meanwhile?.now])
  if (!meanwhile) return null
  const { before, now, theirs, both } = meanwhile
  return (
    <div className="notice bad meanwhile" role="alert" ref={notice} tabIndex={-1}>
      <strong>{CHANGED_MEANWHILE}</strong>
      {theirs.length > 0 ? (
        <>
          <p>What they have changed:</p>
          <Summary fields={theirs} before={before} after={now} nameOf={nameOf} />
        </>
      ) : (
        <p>They have changed nothing that this page shows.</p>
      )}
      <p>
        {changed.length
          ? 'Everything you typed is still here. Please look it over and save again.'
          : 'What you typed is what the article says now: there is nothing left to save.'}
      </p>
      {both.map((field) => (
        <p key={field}>
          You have both changed this: {CORRECTION_FIELDS[field]}. Your version is in the form.{' '}
          <button type="button" className="btn" onClick={() => takeTheirs(field)}>
            Use theirs<span className="sr">: {CORRECTION_FIELDS[field]}</span>
          </button>
        </p>
      ))}
    </div>
  )
}
