import type { Document } from '@xmldom/xmldom'
import type { FullTextOutline } from '../../../contract/api/full-texts.ts'

/** Raised whenever the same XML gives other HTML: what was rendered by an earlier version is rendered again. */
export const RENDERER = 1

/** A picture of a figure that the journal has, by the stem of the name that the XML gives. */
export interface FigureImage {
  src: string
  width: number | null
  height: number | null
}

export interface RenderOptions {
  /** The picture of a figure, by the name in the XML; undefined if the journal does not have it. */
  image: (href: string) => FigureImage | undefined
}

/** A piece of the text that search shows: a paragraph, a caption, a row of a table. */
export interface Passage {
  /** The plain title of the section of the first level that it is in; empty before the first. */
  section: string
  /** The id of the nearest element that a link can lead to. */
  anchor: string
  part: number
  /** Plain text with single spaces. */
  text: string
}

export interface RenderedText {
  outline: FullTextOutline
  /** The HTML of each part; one for all but very long texts. */
  parts: string[]
  /** In reading order, all parts together. */
  passages: Passage[]
  /** What the renderer does not know, by name of the element, with how often it occurs; its text is shown all the same. */
  unknown: Record<string, number>
}

/** Renders body, floats, back matter, references and sub-articles of a JATS article; null if it has none of them. */
export function renderFullText(_document: Document, _options: RenderOptions): RenderedText | null {
  return null
}
