import { readFileSync } from 'node:fs'
import { journal } from '../../journal.config.ts'
import { FIELDS } from '../../src/contract/rules/settings/fields.ts'
import { valueFault } from '../../src/contract/rules/settings/value-faults.ts'

/** What tells one journal from another, in lower case: only `journal.config.ts`, `content/` and the database have it. */
const MARKS = [
  ...[journal.name, journal.abbreviation, journal.description, journal.issn, journal.doi.prefix, journal.doi.pattern],
  ...[journal.society.name, journal.publisher.name, journal.publisher.address, ...Object.values(journal.contact)],
  ...[journal.fees.submission, ...Object.values(journal.fees.local), ...Object.values(journal.fees.international)],
]
  .map((mark: string) => mark.toLowerCase())
  .filter((mark) => mark !== '')

/** What may be an ISSN: no part of an iD. */
const ISSN = /(?<![\w.+-])\d{4}-\d{3}[\dX](?![\w-])/g
const field = FIELDS.find(({ key }) => key === 'issn')!
/** The one that is an example, for people who have mistyped theirs. */
const EXAMPLE = '2049-3630'

/** The files that name the journal of `journal.config.ts`, or any ISSN, each with what it names. */
export function namingTheJournal(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const found = MARKS.filter((mark) => text.toLowerCase().includes(mark))
    const issns = [...text.matchAll(ISSN)].map(([issn]) => issn)
    const others = issns.filter((issn) => issn !== EXAMPLE && valueFault(field, issn) === null)
    return [...found, ...others].map((mark) => `${file}: ${mark}`)
  })
}
