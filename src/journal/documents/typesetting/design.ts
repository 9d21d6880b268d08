/** Measures and colours of an article's pages, in points (1/72 inch). */
export const page = { width: 595.28, height: 841.89, top: 76, bottom: 74, left: 54, right: 54 }

/** A narrow column for headings, captions and article details; a wide one for text. */
export const side = { x: page.left, width: 108 }
export const main = { x: 182, width: page.width - page.right - 182 }
export const full = { x: page.left, width: page.width - page.left - page.right }

export const colours = { ink: '#1a211b', muted: '#555e55', leaf: '#1e6a3c', line: '#c3c9bb', note: '#835600' }

import type { TextStyle } from './compose.ts'

const serif = (size: number, leading: number, more: Partial<TextStyle> = {}): TextStyle => ({
  family: 'serif',
  size,
  leading,
  colour: colours.ink,
  ...more,
})
const sans = (size: number, leading: number, more: Partial<TextStyle> = {}): TextStyle => ({
  family: 'sans',
  size,
  leading,
  colour: colours.ink,
  ...more,
})

export const styles = {
  body: serif(10.2, 14.2, { justified: true }),
  quote: serif(9.6, 13.4),
  abstract: serif(10.2, 14.2, { justified: true }),
  title: serif(22, 26.5, { bold: true, balanced: true }),
  authors: serif(12, 16.5),
  affiliations: sans(8, 11.4, { colour: colours.muted }),
  heading: sans(9.4, 12.4, { bold: true, colour: colours.leaf }),
  subheading: serif(10.6, 14.2, { bold: true }),
  minorHeading: serif(10.2, 14.2, { italic: true }),
  label: sans(7.6, 10.8, { bold: true }),
  note: sans(7.6, 10.8),
  caption: sans(7.8, 10.8),
  cell: sans(8, 10.8),
  headCell: sans(8, 10.8, { bold: true }),
  reference: serif(8.9, 12),
  header: sans(10, 13, { bold: true, colour: colours.leaf }),
  running: sans(7.6, 10, { colour: colours.muted }),
} satisfies Record<string, TextStyle>
