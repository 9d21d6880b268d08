/** Someone in a pasted list of reviewers, as it was understood; what is missing is empty. */
export interface ReviewerLine {
  fullName: string
  email: string
  affiliation: string
  /** Keywords separated by commas. */
  expertise: string
}

/**
 * The people in pasted lines: 'Sara Lund <sara@lu.test>, Lund University; mosses, lichens'. The address may also be one of
 * several parts between commas, or a column of a spreadsheet. Blank lines are left out.
 */
export const reviewerLines = (pasted: string): ReviewerLine[] =>
  pasted
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .filter((line) => line.trim() !== '')
    .map((line) => (line.includes('\t') ? fromColumns(line.split('\t')) : fromText(line)))

function fromColumns(columns: readonly string[]): ReviewerLine {
  const cells = columns.map((cell) => cell.trim())
  const at = cells.findIndex((cell) => cell.includes('@'))
  const [fullName = '', affiliation = '', ...expertise] = cells.filter((_cell, index) => index !== at)
  return { fullName, email: bare(cells[at] ?? ''), affiliation, expertise: keywords(expertise.join(', ')) }
}

function fromText(line: string): ReviewerLine {
  const semicolon = line.indexOf(';', Math.max(line.indexOf('@'), 0))
  const [person, expertise] = semicolon < 0 ? [line, ''] : [line.slice(0, semicolon), line.slice(semicolon + 1)]
  const open = person.indexOf('<')
  const close = person.indexOf('>', open)
  if (open >= 0 && close > open) {
    return {
      fullName: tidy(person.slice(0, open)),
      email: bare(person.slice(open, close)),
      affiliation: tidy(person.slice(close + 1)),
      expertise: keywords(expertise),
    }
  }
  const parts = person.split(',').map((part) => part.trim())
  const at = parts.findIndex((part) => part.includes('@'))
  if (at < 0)
    return { fullName: parts[0]!, email: '', affiliation: parts.slice(1).join(', '), expertise: keywords(expertise) }
  return {
    fullName: tidy(parts.slice(0, at).join(', ')),
    email: bare(parts[at]!),
    affiliation: parts.slice(at + 1).join(', '),
    expertise: keywords(expertise),
  }
}

/** Without the commas, quotes and spaces around it. */
function tidy(text: string): string {
  const around = (character: string | undefined) => character !== undefined && ' ,"\u00A0'.includes(character)
  let [start, end] = [0, text.length]
  while (start < end && around(text[start])) start++
  while (end > start && around(text[end - 1])) end--
  return text.slice(start, end)
}

const bare = (address: string): string => address.replace(/[<>\s]|mailto:/g, '')
const keywords = (text: string): string =>
  text
    .split(/[;,]/)
    .map((word) => word.trim())
    .filter(Boolean)
    .join(', ')
