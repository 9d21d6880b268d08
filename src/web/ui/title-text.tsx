import { Fragment, type ReactNode } from 'react'
import { titlePieces } from '../../contract/inline-markup.ts'

/** A title with its italics, subscripts and superscripts, without trusting any HTML. */
export function TitleText({ title }: { title: string }) {
  return titlePieces(title).map(({ text, marks }, index) => (
    <Fragment key={index}>
      {marks.reduceRight<ReactNode>((inner, Mark) => (
        <Mark>{inner}</Mark>
      ), text)}
    </Fragment>
  ))
}
