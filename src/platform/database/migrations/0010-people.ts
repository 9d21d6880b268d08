import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** Names in parts, groups, and several affiliations, each in its parts. */
export const statements = [
  `alter table contributors add column is_group integer not null default 0`,
  `create table contributor_affiliations (
    contributor_id text not null references contributors (id) on delete cascade,
    position integer not null,
    institution text not null,
    department text,
    city text,
    country text,
    ror text,
    line text not null,
    primary key (contributor_id, position)
  )`,
  fillFromTexts,
  `alter table contributors drop column affiliation`,
]

const AT_ONCE = 500

/**
 * Existing names are split by the guess used for citations; affiliations are split at semicolons, with no
 * parts known.
 */
async function fillFromTexts(connection: Kysely<Tables>): Promise<void> {
  let last = ''
  for (;;) {
    const { rows } = await sql<{ id: string; full_name: string; family_name: string | null; affiliation: string }>`
      select id, full_name, family_name, affiliation from contributors where id > ${last} order by id limit ${AT_ONCE}
    `.execute(connection)
    if (!rows.length) return
    for (const { id, full_name, family_name, affiliation } of rows) {
      if (!family_name) {
        const { family, given } = splitName(full_name)
        await sql`update contributors set family_name = ${family}, given_names = ${given || null} where id = ${id}`.execute(
          connection,
        )
      }
      for (const [position, line] of linesOf(affiliation).entries()) {
        await sql`insert into contributor_affiliations (contributor_id, position, institution, line)
          values (${id}, ${position}, ${line}, ${line})`.execute(connection)
      }
    }
    last = rows.at(-1)!.id
  }
}

// As these were done when this was published: what the journal makes of names and affiliations may change,
// what this makes of them does not.

const PARTICLES = new Set('van von der den de del della di da dos du la le bin binti ibn al el ten ter'.split(' '))

/** The last word of a name is the family name, with the particles before it. */
function splitName(fullName: string): { family: string; given: string } {
  const words = fullName.trim().split(/\s+/)
  let start = words.length - 1
  while (start > 0 && PARTICLES.has(words[start - 1]!)) start--
  return { family: words.slice(start).join(' '), given: words.slice(0, start).join(' ') }
}

/** The lines that semicolons part, each once, however it is written; those without a letter not at all. */
function linesOf(text: string): string[] {
  const lines = new Map<string, string>()
  for (const line of text.split(';').map((part) => part.trim())) {
    const key = keyOf(line)
    if (key && !lines.has(key)) lines.set(key, line)
  }
  return [...lines.values()]
}

/** Letters with endless marks would take minutes to compare: 30 are looked at. */
const keyOf = (line: string): string =>
  // eslint-disable-next-line no-restricted-syntax -- not by the journal's function, which may change
  line
    .replace(/[\p{M}\uFF9E\uFF9F]+/gu, (marks) => [...marks].slice(0, 30).join(''))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
