export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface SideNotePlace {
  left: number
  top: number
  width: number
  /** The line from the text to the side note in the margin; 0 for a side note below its line. */
  leader: number
}

/** The text's column, the margin beside it (none on narrow screens), and the height of the side note's first line. */
export interface Columns {
  text: { left: number; right: number }
  margin: { left: number; width: number } | null
  firstLine: number
  /** The widest that a side note below its line may be. */
  widest: number
}

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/**
 * Where the side note goes: into the margin, its first line beside the line of the text; below that line if there is no
 * margin, or if it is taken by a caption or a wide table, which would be covered.
 */
export function placeOf(
  link: Box,
  height: number,
  { text, margin, firstLine, widest }: Columns,
  taken: Box[],
): SideNotePlace {
  if (margin) {
    const { left, width } = margin
    const top = (link.top + link.bottom) / 2 - firstLine
    const box = { left, top, right: left + width, bottom: top + height }
    if (!taken.some((one) => overlap(box, one)))
      return { left, top, width, leader: left - Math.max(link.right + 6, text.right + 8) }
  }
  const width = Math.min(text.right - text.left, widest)
  const left = Math.max(text.left, Math.min(link.left - 24, text.right - width))
  return { left, top: link.bottom + 10, width, leader: 0 }
}
