import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { counted } from '../../contract/rules/text/plain-text.ts'
import { Labelled, type LabelProps } from './labelled.tsx'

export interface Suggestion {
  key: string
  text: string
  /** Distinguishes suggestions with the same text. */
  note?: string | undefined
}

/**
 * A text field with suggestions below it (a combobox): anything may be typed, and a suggestion is chosen by
 * arrow keys and Enter, or by a press. Without suggestions it is an ordinary field.
 */
export function ComboboxField<S extends Suggestion>({
  name,
  value,
  suggest,
  onChange,
  onChoose,
  ...frame
}: {
  name: string
  value: string
  suggest: (typed: string) => Promise<readonly S[]>
  onChange: (value: string) => void
  onChoose: (suggestion: S) => void
} & LabelProps) {
  const listId = useId()
  const { suggestions, ask, dismiss } = useSuggestions(suggest)
  const [active, setActive] = useState(-1)
  const [chosen, setChosen] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const isOpen = suggestions.length > 0
  const optionId = (index: number) => `${listId}-${index}`

  const close = () => {
    dismiss()
    setActive(-1)
  }
  const choose = (suggestion: S) => {
    close()
    setChosen(['Chosen:', suggestion.text, suggestion.note].filter(Boolean).join(' '))
    onChoose(suggestion)
  }
  const activate = (index: number) => {
    setActive(index)
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // During IME composition, these keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (isArrow && !isOpen) ask(value, { atOnce: true })
    if (!isOpen) return
    if (isArrow) {
      // One position more than there are suggestions: the typed text itself.
      const places = suggestions.length + 1
      activate(((active + 1 + (event.key === 'ArrowDown' ? 1 : -1) + places) % places) - 1)
    } else if (event.key === 'Enter' && active >= 0) choose(suggestions[active]!)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }

  return (
    <Labelled {...frame}>
      {(control) => (
        <div className="combobox">
          <input
            {...control}
            type="text"
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={active >= 0 ? optionId(active) : undefined}
            name={name}
            value={value}
            onChange={({ target }) => {
              onChange(target.value)
              setActive(-1)
              setChosen('')
              ask(target.value)
            }}
            onKeyDown={onKeyDown}
            onBlur={close}
          />
          {isOpen && (
            <ul ref={list} id={listId} role="listbox" aria-label="Suggestions">
              {suggestions.map((suggestion, index) => (
                <li
                  key={suggestion.key}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === active}
                  // Keeps the focus in the field.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(suggestion)}
                >
                  {suggestion.text}
                  {suggestion.note && <span className="muted small">{suggestion.note}</span>}
                </li>
              ))}
            </ul>
          )}
          <span className="sr" role="status">
            {isOpen ? counted(suggestions.length, 'suggestion') : chosen}
          </span>
        </div>
      )}
    </Labelled>
  )
}

/** Shorter texts match too much. */
const LETTERS_MIN = 2
const SETTLE_MS = 200

/**
 * Suggestions for what is being typed, requested shortly after the last key. Only the answer to the latest
 * request counts, in whatever order answers arrive; a failed request leaves no suggestions.
 */
function useSuggestions<S>(suggest: (typed: string) => Promise<readonly S[]>) {
  const [suggestions, setSuggestions] = useState<readonly S[]>([])
  const latest = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const dismiss = () => {
    latest.current++
    clearTimeout(timer.current)
    setSuggestions([])
  }

  const ask = (typed: string, { atOnce = false } = {}) => {
    const text = typed.trim()
    if (text.length < LETTERS_MIN) return dismiss()
    const request = ++latest.current
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        void suggest(text)
          .catch(() => [])
          .then((found) => {
            if (request === latest.current) setSuggestions(found)
          })
      },
      atOnce ? 0 : SETTLE_MS,
    )
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  return { suggestions, ask, dismiss }
}
