import { X } from 'lucide-react'
import { useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import { completeKeywords, keywordList, keywordText, withoutRepeats } from '../../contract/rules/articles/keywords.ts'
import { Labelled, type LabelProps } from './labelled.tsx'

/**
 * Keywords as chips, stored as one comma-separated text. Without focus the text box contains that whole text,
 * hidden behind the chips, so that scripts and form fillers work as usual. The first key press turns it into
 * the input for one more keyword, until it loses focus.
 */
export function KeywordsField({
  name,
  value,
  under = null,
  onChange,
  ...frame
}: {
  name: string
  value: string
  /** Shown below the box at the right. */
  under?: ReactNode
  onChange: (keywords: string) => void
} & LabelProps) {
  const input = useRef<HTMLInputElement>(null)
  const chips = useRef<HTMLUListElement>(null)
  /** Null without focus. */
  const [typed, setTyped] = useState<string | null>(null)
  const [news, setNews] = useState('')

  const all = keywordList(value)
  // Text that is being typed is part of the value at once, but not a chip yet.
  const pending = keywordList(typed ?? '')
  const done = pending.length ? all.slice(0, -pending.length) : all

  const type = (complete: readonly string[], rest: string) => {
    if (complete.length) setNews(`Added ${keywordText(complete)}.`)
    setTyped(rest)
    onChange(keywordText([...withoutRepeats([...done, ...complete]), ...keywordList(rest)]))
  }
  const add = (text: string) => type(keywordList(listed(text)), '')
  const remove = (index: number) => {
    setNews(`Removed ${done[index]!}.`)
    onChange(keywordText([...done.slice(0, index), ...done.slice(index + 1), ...pending]))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.key === 'Tab') return
    if (typed === null && event.key === 'Delete' && isAllSelected(event.currentTarget)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      add(typed ?? '')
    } else if (event.key === 'Backspace' && !typed && done.length) {
      event.preventDefault()
      remove(done.length - 1)
      setTyped('')
    } else if (typed === null) setTyped('')
  }

  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain')
    if (!SEPARATOR.test(text)) return
    event.preventDefault()
    add((typed ?? '') + text)
  }

  const onChipRemove = (index: number) => {
    const next = chips.current?.querySelectorAll('button')[index + 1] ?? input.current
    remove(index)
    next?.focus()
  }

  return (
    <Labelled {...frame} under={under}>
      {({ className, ...control }) => (
        <div
          className={`${className} keywords`}
          onMouseDown={(event) => {
            if (event.target !== event.currentTarget && event.target !== chips.current) return
            event.preventDefault()
            input.current?.focus()
          }}
        >
          <ul ref={chips} role="list">
            {done.map((keyword, index) => (
              <li key={`${keyword} ${done.slice(0, index).filter((other) => other === keyword).length}`}>
                {keyword}
                <button type="button" aria-label={`Remove ${keyword}`} onClick={() => onChipRemove(index)}>
                  <X className="ic" aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
          <input
            {...control}
            ref={input}
            className={typed === null ? 'whole' : undefined}
            name={name}
            type="text"
            autoComplete="off"
            enterKeyHint="done"
            value={typed ?? value}
            onChange={({ target }) => {
              if (typed === null) return onChange(listed(target.value))
              const { complete, rest } = completeKeywords(target.value)
              type(complete, rest)
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            // Speech input and menus insert text without a key press; only an insertion that replaces
            // everything changes the whole value.
            onBeforeInput={(event) => {
              if (typed === null && !isAllSelected(event.currentTarget)) setTyped('')
            }}
            // The caret is placed before the hidden text, where the next keyword begins.
            onMouseUp={({ currentTarget }) => typed === null && currentTarget.setSelectionRange(0, 0)}
            onKeyUp={({ key, currentTarget }) => {
              if (typed === null && key === 'Tab') currentTarget.setSelectionRange(0, 0)
            }}
            onBlur={() => {
              if (pending.length) add(typed ?? '')
              setTyped(null)
            }}
          />
          <span className="sr" role="status">
            {news}
          </span>
        </div>
      )}
    </Labelled>
  )
}

const SEPARATOR = /[,;\t\r\n]/

/** Semicolons, line breaks and table cells separate keywords as commas do. */
const listed = (text: string): string => text.replace(/[;\t\r\n]+ */g, ', ')

const isAllSelected = ({ selectionStart, selectionEnd, value }: HTMLInputElement): boolean =>
  selectionStart === 0 && selectionEnd === value.length
