import { Fragment, type ReactNode } from 'react'
import { preload } from 'react-dom'
import { titlePieces } from '../../contract/rules/text/inline-markup.ts'
import { latinPieces, withLatinMarked } from '../../contract/rules/text/latin-names.ts'
import italics from '../../../.react-router/fonts/brygada-1918-latin-wght-italic.basic.woff2?url'

/** Italics up to this length stay on one line. */
const KEPT_LENGTH = 26

/** A title or key message with its italics, subscripts and superscripts, without trusting any HTML. */
export function TitleText({ title }: { title: string }) {
  const pieces = titlePieces(title)
  const latin = latinPieces(pieces)
  // Of the text that readers wait for, the italics are known only here; the other faces are in every page.
  if (pieces.some(({ marks }) => marks.includes('i')))
    preload(italics, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return pieces.map(({ text, marks }, index) => (
    <Fragment key={index}>
      {marks.reduceRight<ReactNode>(
        (inner, Mark) => (
          <Mark
            className={Mark === 'i' && text.length <= KEPT_LENGTH ? 'keep' : undefined}
            lang={Mark === 'i' && latin[index] ? 'la' : undefined}
          >
            {inner}
          </Mark>
        ),
        text,
      )}
    </Fragment>
  ))
}

/** HTML sanitised by the server, set as long reading text. */
export function RichHtml({ html, className = 'rich' }: { html: string; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: withLatinMarked(html) }} />
}
