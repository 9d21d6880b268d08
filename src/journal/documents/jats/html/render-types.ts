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
