import { sql, type Kysely } from 'kysely'
import { affiliationsOfText } from '../../../contract/domain/affiliations.ts'
import { splitName } from '../../../contract/domain/author-names.ts'
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
      for (const [position, { institution, line }] of affiliationsOfText(affiliation).entries()) {
        await sql`insert into contributor_affiliations (contributor_id, position, institution, line)
          values (${id}, ${position}, ${institution}, ${line})`.execute(connection)
      }
    }
    last = rows.at(-1)!.id
  }
}
