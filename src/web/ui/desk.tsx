import { Eye } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

/** Which of the two parts of a desk a phone shows. */
export type DeskPart = 'fields' | 'seen'

/** A desk that can be led to its fields from outside, such as by a button that adds something to them. */
export const useDeskPart = () => useState<DeskPart>('fields')

/**
 * What is written at the left, and what its readers will see of it at the right; on a narrow screen one of the two.
 * `name` is what the left part is called there, `beside` comes after the heading of the preview.
 */
export function Desk({
  name = 'Fields',
  part: [part, show],
  fields,
  beside,
  seen,
}: {
  name?: string
  part: ReturnType<typeof useDeskPart>
  fields: ReactNode
  beside?: ReactNode
  seen: ReactNode
}) {
  const id = useId()
  return (
    <>
      <div className="desk-tabs" role="group" aria-label="Parts of this page">
        <button type="button" aria-pressed={part === 'fields'} onClick={() => show('fields')}>
          {name}
        </button>
        <button type="button" aria-pressed={part === 'seen'} onClick={() => show('seen')}>
          Preview
        </button>
      </div>
      <div className="desk" data-part={part}>
        <div className="fields">{fields}</div>
        <section className="seen-here" aria-labelledby={id}>
          <header>
            <h2 id={id}>
              <Eye className="ic" aria-hidden="true" />
              Preview
            </h2>
            {beside}
          </header>
          {seen}
        </section>
      </div>
    </>
  )
}
