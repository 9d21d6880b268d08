import { Fragment, type ReactNode } from 'react'
import { titlePieces } from '../../contract/domain/inline-markup.ts'

/** Italics up to this length are treated as a Latin name. */
const LATIN_NAME_LENGTH = 26

/** A title or key message with its italics, subscripts and superscripts, without trusting any HTML. */
export function TitleText({ title }: { title: string }) {
  return titlePieces(title).map(({ text, marks }, index) => (
    <Fragment key={index}>
      {marks.reduceRight<ReactNode>(
        (inner, Mark) => (
          <Mark className={Mark === 'i' && text.length <= LATIN_NAME_LENGTH ? 'keep' : undefined}>{inner}</Mark>
        ),
        text,
      )}
    </Fragment>
  ))
}
