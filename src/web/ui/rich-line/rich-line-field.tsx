import { lazy, Suspense, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Labelled, labelIdOf, type LabelProps } from '../labelled.tsx'
import { defineRichLine, type RichLineElement } from './element.ts'
import { showMarkup, writtenMarkup } from './plain-line.ts'

defineRichLine()

// Without its buttons the line can still be edited.
const RichLineEditor = lazy(() => import('./rich-line-editor.tsx').catch(() => ({ default: () => null })))

/**
 * A labelled single-line field with italics, subscripts and superscripts, for titles and key messages. Its
 * value is inline markup (`contract/rules/text/inline-markup.ts`). It can be edited at once; the editor is
 * attached when its code has loaded, and preserves text, focus and caret.
 */
export function RichLineField({
  name,
  value,
  under = null,
  onChange,
  ...frame
}: {
  name: string
  value: string
  /** Shown below the line at the right. */
  under?: ReactNode
  onChange: (markup: string) => void
} & LabelProps) {
  const [element, setElement] = useState<RichLineElement | null>(null)
  const shown = useRef('')
  const edited = useRef(false)
  const composing = useRef(false)

  useLayoutEffect(() => {
    if (!element) return
    element.value = value
    if (edited.current || value === shown.current) return
    shown.current = value
    showMarkup(element, value)
  }, [element, value])

  const onInput = () => {
    if (!element) return
    // A form filler has set the value; otherwise a person has typed.
    if (element.value !== value) onChange(element.value)
    else if (!edited.current) {
      shown.current = writtenMarkup(element)
      onChange(shown.current)
    }
  }

  return (
    <Labelled {...frame} under={under}>
      {({ className: _notThePlatforms, ...control }) => (
        <div className="text-editor line">
          <div className="tools">
            <Suspense>
              {element && (
                <RichLineEditor
                  element={element}
                  value={value}
                  shown={shown}
                  composing={composing}
                  onStart={() => (edited.current = true)}
                  onChange={onChange}
                />
              )}
            </Suspense>
          </div>
          <rich-line
            {...control}
            ref={setElement}
            className="page"
            name={name}
            role="textbox"
            contenteditable="plaintext-only"
            aria-multiline="false"
            // React renders a mere `true` on custom elements as an empty attribute.
            aria-invalid={control['aria-invalid'] && 'true'}
            aria-labelledby={labelIdOf(control.id)}
            onInput={onInput}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault()
            }}
            onCompositionStart={() => (composing.current = true)}
            onCompositionEnd={() => (composing.current = false)}
          />
        </div>
      )}
    </Labelled>
  )
}
