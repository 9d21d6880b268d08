import { oneLine } from './one-line.ts'

/**
 * The paragraphs of a text that a person has written, each as its lines. Blank lines separate paragraphs; nothing
 * in the text is read as markup.
 */
export function paragraphsOf(written: string): string[][] {
  const all: string[][] = [[]]
  for (const line of written.split(/\r\n|[\r\n\u2028\u2029]/).map(oneLine)) {
    if (line) all.at(-1)!.push(line)
    else if (all.at(-1)!.length) all.push([])
  }
  return all.filter((lines) => lines.length)
}
