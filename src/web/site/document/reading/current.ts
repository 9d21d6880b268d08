/**
 * Which of the headings is being read: the last one above the line, or the first one. `tops` are in the order of the
 * text; undefined for headings that are not on the page.
 */
export function currentOf(tops: readonly (number | undefined)[], line: number): number {
  let current = tops.findIndex((top) => top !== undefined)
  for (const [index, top] of tops.entries()) if (top !== undefined && top < line) current = index
  return current
}
