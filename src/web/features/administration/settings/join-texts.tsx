import { useEffect, useId, useRef, useState } from 'react'
import type { Choice, Question } from '../../../../contract/rules/settings/joined-source.ts'
import { clockTime, localDate } from '../../../../contract/rules/text/dates.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { ChangedWords } from '../../../ui/changed-words.tsx'
import { FieldError } from '../../../ui/labelled.tsx'
import type { OtherText } from './use-join.ts'

const CHOOSE = 'Please choose one.'

/** Two changes of one text: what both have changed is chosen, paragraph by paragraph; the preview is the joined text. */
export function JoinTexts({
  other: { text, join, choices, choose },
  labelOf,
  onJoin,
  onMine,
  onTheirs,
}: {
  other: OtherText
  /** What a line at the top of the text is called. */
  labelOf: (name: string) => string
  onJoin: () => void
  onMine: () => void
  onTheirs: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const questions = useRef<HTMLDivElement>(null)
  const [isRefused, setRefused] = useState(false)
  const { by, at } = text.since
  const name = by ?? 'Another editor'
  const total = join.questions.length
  const done = join.questions.filter((_question, index) => choices[index]).length
  useEffect(() => heading.current?.focus(), [])

  const send = () => {
    const open = join.questions.findIndex((_question, index) => !choices[index])
    if (open < 0) return onJoin()
    setRefused(true)
    questions.current?.querySelectorAll('fieldset')[open]?.querySelector('input')?.focus()
  }
  return (
    <section className="join-texts" aria-label="Two changes of one text">
      <div className="notice caution">
        <h2 ref={heading} tabIndex={-1}>
          <b>
            {name} changed this {whenOf(at)}.
          </b>{' '}
          Choose one, or join them.
        </h2>
        <p>{sentenceFor(total, join.taken)}</p>
      </div>
      <div ref={questions}>
        {join.questions.map((question, index) => (
          <Ask
            key={index}
            question={question}
            label={question.name === null ? placeOf(join.questions, index) : labelOf(question.name)}
            whose={name}
            choice={choices[index]}
            isMissing={isRefused && !choices[index]}
            onChoose={(choice) => choose(index, choice)}
          />
        ))}
      </div>
      <div className="press">
        <p role="status">{total > 0 && `${done} of ${total} chosen. The preview is the joined text.`}</p>
        <button type="button" className="btn text" onClick={onTheirs}>
          Use Only Theirs
        </button>
        <button type="button" className="btn text" onClick={onMine}>
          Use Only Mine
        </button>
        <button type="button" className="btn solid" onClick={send}>
          Join Them
        </button>
      </div>
    </section>
  )
}

const whenOf = (at: string): string =>
  localDate(at) === localDate(new Date().toISOString()) ? `at ${clockTime(at)}` : `on ${localDate(at)}`

const sentenceFor = (asked: number, taken: number): string => {
  const theirs = taken ? `${counted(taken, 'change')} that only they made ${taken === 1 ? 'is' : 'are'} kept. ` : ''
  return asked
    ? `${theirs}You have both changed ${counted(asked, 'place')}: please choose for each.`
    : `${theirs}Nothing was changed by both of you.`
}

const placeOf = (questions: readonly Question[], index: number): string => {
  const paragraphs = questions.filter(({ name }) => name === null)
  return `Paragraph ${paragraphs.indexOf(questions[index]!) + 1} of ${paragraphs.length}`
}

function Ask({
  question: { name, base, mine, theirs },
  label,
  whose,
  choice,
  isMissing,
  onChoose,
}: {
  question: Question
  label: string
  whose: string
  choice: Choice | undefined
  isMissing: boolean
  onChoose: (choice: Choice) => void
}) {
  const id = useId()
  const options: { value: Choice; face: string; after?: string }[] = [
    { value: 'mine', face: 'Yours', after: mine },
    { value: 'theirs', face: `By ${whose}`, after: theirs },
    // Of what was removed there is nothing to keep.
    ...(name === null && mine && theirs ? [{ value: 'both' as const, face: 'Both, theirs first' }] : []),
  ]
  return (
    <fieldset className="field" aria-describedby={isMissing ? `${id}-error` : undefined}>
      <legend className="lab">{label}</legend>
      <div className="opts one">
        {options.map(({ value, face, after }) => (
          <label key={value} className="opt">
            <input
              type="radio"
              name={id}
              value={value}
              checked={choice === value}
              aria-invalid={isMissing || undefined}
              onChange={() => onChoose(value)}
            />
            <span>
              <b>{face}</b>
              {after !== undefined && (
                <span className="d was-is" dir="auto">
                  {after ? <ChangedWords before={base} after={after} /> : 'Removed'}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={isMissing ? CHOOSE : undefined} />
    </fieldset>
  )
}
