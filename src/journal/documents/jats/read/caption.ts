import type { Element } from '@xmldom/xmldom'
import { runsOf } from '../model/inline.ts'
import { child, children } from '../model/nodes.ts'
import { tidyRuns, type Run } from '../model/runs.ts'

/** A caption's title and text as one paragraph. */
export function captionRuns(element: Element): Run[] {
  const caption = child(element, 'caption')
  return tidyRuns(
    [...children(caption), ...children(element, 'attrib', 'permissions')].flatMap((part, index): Run[] => [
      ...(index ? [{ text: ' ', marks: [] }] : []),
      ...runsOf(part, { citations: 'kept' }),
    ]),
  )
}
