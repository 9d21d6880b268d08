import { Fragment, type ReactNode } from 'react'
import { markedPieces } from '../../../../contract/rules/text/marked-text.ts'

/** A title or passage in which the words that were searched are marked, without trusting any HTML. */
export function MarkedText({ text }: { text: string }) {
  return markedPieces(text).map(({ text: piece, marks }, index) => (
    <Fragment key={index}>
      {marks.reduceRight<ReactNode>(
        (inner, Mark) => (
          <Mark>{inner}</Mark>
        ),
        piece,
      )}
    </Fragment>
  ))
}
