import type { Changes } from '../../src/journal/settings/publish.ts'
import { readVersion } from '../../src/journal/settings/versions.ts'
import type { Db } from '../../src/platform/database/connect.ts'

/** What is published as the version of a number: values and texts that all name it, so that a mixture is seen. */
export const changesOf = (number: number): Omit<Changes, 'base'> => ({
  values: {
    name: `Journal ${number}`,
    'publisher.name': `Publisher ${number}`,
    'fees.local.amount': `PKR ${number}`,
    formerTitles: [{ name: `Former ${number}`, abbreviation: 'F', issn: '', issnPrint: '', until: '2025-12-31' }],
  },
  texts: [
    {
      kind: 'page',
      slug: 'about',
      source: `---\ntitle: About\ndescription: About.\n---\n\nText ${number} of {{name}}.\n`,
    },
  ],
  note: `Note ${number}`,
})

/** What of the latest version is not as it was published; empty if it is whole. */
export async function brokenParts(db: Db, first: number): Promise<string[]> {
  const { number, content, note } = await readVersion(db)
  const broken: string[] = []
  const expects = (what: string, is: unknown, wanted: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(wanted))
      broken.push(`${what} of version ${number}: ${JSON.stringify(is)}`)
  }
  const texts = await db.selectFrom('text_versions').selectAll().orderBy('journal_version').execute()
  const entries = await db.selectFrom('audit_entries').selectAll().where('action', '=', 'journal.publish').execute()
  const numbers = (await db.selectFrom('journal_versions').select('number').orderBy('number').execute()).map(
    (row) => row.number,
  )
  expects(
    'the numbers',
    numbers,
    Array.from({ length: number }, (_, at) => at + 1),
  )
  expects('texts beyond it', texts.filter((row) => row.journal_version > number).length, 0)
  expects(
    'the audit entries',
    entries.map(({ subject }) => Number(subject)).toSorted((one, other) => one - other),
    numbers.filter((one) => one > first),
  )
  if (number === first) return broken
  for (const [key, value] of Object.entries(changesOf(number).values)) expects(key, content[key]!.value, value)
  expects('the note', note, `Note ${number}`)
  // The page itself, and one whose words follow from a value.
  for (const [slug, words] of [
    ['about', `Text ${number} of Journal ${number}.`],
    ['publication-fee', `PKR ${number}`],
  ] as const) {
    const last = texts.filter((row) => row.kind === 'page' && row.slug === slug).at(-1)
    expects(`the version of ${slug}`, last?.journal_version, number)
    if (!last?.html?.includes(words)) broken.push(`the words of ${slug}, version ${number}`)
  }
  return broken
}
