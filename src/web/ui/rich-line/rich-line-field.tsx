import { lazy, Suspense, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Labelled, labelIdOf, type LabelProps } from '../labelled.tsx'
import { defineRichLine, type RichLineElement } from './element.ts'
import { showMarkup, writtenMarkup } from './plain-line.ts'

defineRichLine()

// Without its buttons the line can still be written in.
const RichLineEditor = lazy(() => import('./rich-line-editor.tsx').catch(() => ({ default: () => null })))

/**
 * A labelled line of text with italics, sub- and superscripts, for titles and key messages. Its value
 * is inline markup (`contract/inline-markup.ts`). One can write from the first moment; the editor takes
 * over when its code has come, and leaves text, focus and caret as they are.
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
  /** Stands below the line at the right. */
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
    // A script that fills forms has set the value; otherwise somebody has written.
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
            // React writes a mere `true` on elements of one's own as an empty attribute.
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
