import { useDeferredValue, useId } from 'react'
import type { DraftContent } from '../../../../../contract/rules/peer-review/report-draft.ts'
import type { SoughtPerson } from '../../../../../contract/rules/people/person-search.ts'
import { inDigits } from '../../../../../contract/rules/text/dates.ts'
import {
  DECISION_NAMES,
  type Recommendation,
  RECOMMENDATIONS,
} from '../../../../../contract/rules/peer-review/stages.ts'
import { TextAreaField } from '../../../../ui/field.tsx'
import { NamesInText } from '../../../../ui/names-in-text.tsx'
import { FieldError } from '../../../../ui/labelled.tsx'

const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0
// Pasted from a PDF, a text may contain characters that no database keeps as text.
const UNPRINTABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/g
const printable = (text: string): string => text.replace(UNPRINTABLE, ' ').toWellFormed()

/** The two texts: one for the authors, one for the editor alone. */
export function ReportTexts({
  content: { toAuthors, toEditor },
  errors,
  withheld,
  edit,
}: {
  content: DraftContent
  errors: Record<string, string>
  /** The people who write it, who should not be named in the text for the authors. */
  withheld: readonly SoughtPerson[]
  edit: (change: Partial<DraftContent>) => void
}) {
  const settled = useDeferredValue(toAuthors)
  const words = wordsIn(settled)
  return (
    <>
      <h2>Your report</h2>
      <TextAreaField
        name="toAuthors"
        label="To the authors"
        hint="They receive this word for word, without your name. Number your points and give line numbers. Give your recommendation below, not here."
        value={toAuthors}
        error={errors.toAuthors}
        under={
          <>
            <NamesInText text={settled} people={withheld} isOwn />
            <p className="count">{words === 1 ? '1 word' : `${inDigits(words)} words`}</p>
          </>
        }
        onChange={(text) => edit({ toAuthors: printable(text) })}
      />
      <TextAreaField
        name="toEditor"
        label="To the editor only (optional)"
        hint="Never shown to the authors."
        value={toEditor}
        error={errors.toEditor}
        onChange={(text) => edit({ toEditor: printable(text) })}
      />
    </>
  )
}

const MEANINGS: Record<Recommendation, string> = {
  accept: 'Ready, or needs only small language corrections',
  minor: 'The editor can check the changes',
  major: 'I may need to read it again',
  decline: 'Should not be published here',
}

/** What the reviewer recommends to the editor; nothing is chosen in advance. */
export function RecommendationField({
  chosen,
  error,
  onChoose,
}: {
  chosen: Recommendation | null
  error: string | undefined
  onChoose: (recommendation: Recommendation) => void
}) {
  const errorId = `${useId()}-error`
  return (
    <fieldset className={error ? 'bad' : undefined} aria-describedby={error ? errorId : undefined}>
      <legend>Recommendation to the editor</legend>
      <FieldError id={errorId} error={error} />
      <div className="opts">
        {RECOMMENDATIONS.map((each) => (
          <label className="opt" key={each}>
            <input
              type="radio"
              name="recommendation"
              value={each}
              checked={chosen === each}
              aria-describedby={error ? errorId : undefined}
              onChange={() => onChoose(each)}
            />
            <span>
              <b>{DECISION_NAMES[each]}</b>
              <span className="d">{MEANINGS[each]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
