import { sql } from 'kysely'
import { ERASED_VALUE, FORMER_ACCOUNT } from '../../../contract/rules/accounts/users.ts'
import { eraseInAuditLog } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { Erasure, Person } from '../../../platform/personal-data-part.ts'
import { saveHeads } from '../../../platform/search-engine/article-heads.ts'
import { loadContributors, type LinkedContributor } from './contributor-rows.ts'

/**
 * Erases a person from the manuscripts that they have submitted and that were never published: their place among the
 * authors is kept without a name, and the files, the comments to the editor and the statements that name people go. Title, abstract and the record of
 * peer review stay. Authorship of what was published stays as printed.
 */
export async function eraseSubmitter(tx: Tx, person: Person, by: Erasure): Promise<void> {
  const articles = await tx
    .selectFrom('articles')
    .select('id')
    .where('submitter_id', '=', person.id)
    .where('published_at', 'is', null)
    .execute()
  const ids = articles.map(({ id }) => id)
  await eraseFromKeptLists(tx, person, by, new Set(ids))
  // In the bin, and never published: nobody will ask for it back.
  await tx
    .deleteFrom('deleted_articles')
    .where('content', 'like', `%"submitter_id":"${person.id}"%`)
    .where('content', 'like', '%"published_at":null%')
    .execute()
  if (!ids.length) return
  const own = (await loadContributors(tx, ids)).filter((contributor) =>
    isThem(person, by, contributor, contributor.linkedAt),
  )
  for (const { id } of own) {
    await tx
      .updateTable('contributors')
      .set({
        ...{ full_name: FORMER_ACCOUNT, family_name: FORMER_ACCOUNT, given_names: null },
        ...{ email: '', orcid: null, orcid_authenticated_at: null, profile_url: null, competing_interests: null },
      })
      .where('id', '=', id)
      .execute()
    await tx.deleteFrom('contributor_affiliations').where('contributor_id', '=', id).execute()
  }
  await tx.deleteFrom('letter_files').where('article_id', 'in', ids).execute()
  await tx.deleteFrom('proofs').where('article_id', 'in', ids).execute()
  await tx.deleteFrom('article_files').where('article_id', 'in', ids).execute()
  await tx.deleteFrom('supplements').where('article_id', 'in', ids).execute()
  await tx
    .updateTable('articles')
    .set({ comments: null, image_file_id: null, image_alt: null, pdf_file_id: null })
    // These name people.
    .set({ competing_interests: null, acknowledgements: null })
    .where('id', 'in', ids)
    .execute()
  await tx
    .deleteFrom('statement_answers')
    .where('article_id', 'in', ids)
    .where('statement', 'in', ['competingInterests', 'acknowledgements'])
    .execute()
  // Collectors are often authors.
  await tx.deleteFrom('vouchers').where('article_id', 'in', ids).execute()
  await saveHeads(tx, ids)
  const subjects = new Set(ids)
  await eraseInAuditLog(
    tx,
    ({ eb }) => eb('subject', 'in', [...subjects]),
    (entry, field, value) =>
      entry.action.endsWith('-contributor') && field !== 'role' && namesThem(person, by, entry)
        ? ERASED_VALUE
        : by.withoutThen(value, entry.at),
  )
}

/**
 * The same of the lists of authors that corrections have replaced and that are proposed. In manuscripts of others, and
 * where something was published, the place keeps its name, without the confirmed address.
 */
async function eraseFromKeptLists(tx: Tx, person: Person, by: Erasure, own: ReadonlySet<string>): Promise<void> {
  // Nobody is left who could withdraw them.
  await tx
    .updateTable('author_proposals')
    .set({ state: 'withdrawn', people: '[]', settled_at: by.at })
    .where('proposed_by', '=', person.id)
    .where('state', '=', 'open')
    .execute()
  const named = (column: string) =>
    sql<boolean>`(${sql.join(
      [
        sql`article_id in (select id from articles where submitter_id = ${person.id} and published_at is null)`,
        ...person.confirmedEmails.map((email) => sql`lower(${sql.ref(column)}) like ${`%${email}%`}`),
      ],
      sql` or `,
    )})`
  const kept = <P extends Named>(one: P, articleId: string, at: string): P => {
    if (own.has(articleId) && isThem(person, by, one, at)) return { ...one, ...NAMELESS }
    return person.confirmedEmails.includes(one.email.toLowerCase()) ? { ...one, email: '' } : one
  }
  const corrections = await tx
    .selectFrom('article_corrections')
    .select(['id', 'article_id', 'at', 'replaced'])
    .where(named('replaced'))
    .execute()
  for (const { id, article_id, at, replaced } of corrections) {
    const before = JSON.parse(replaced) as { contributors?: Named[] }
    if (!before.contributors) continue
    const contributors = before.contributors.map((one) => kept(one, article_id, at))
    await tx
      .updateTable('article_corrections')
      .set({ replaced: JSON.stringify({ ...before, contributors }) })
      .where('id', '=', id)
      .execute()
  }
  const proposals = await tx
    .selectFrom('author_proposals')
    .select(['id', 'article_id', 'proposed_at', 'people'])
    .where(named('people'))
    .execute()
  for (const { id, article_id, proposed_at, people } of proposals) {
    const list = (JSON.parse(people) as { person?: Named }[]).map(({ person: one, ...place }) =>
      one ? { ...place, person: kept(one, article_id, proposed_at) } : place,
    )
    await tx
      .updateTable('author_proposals')
      .set({ people: JSON.stringify(list) })
      .where('id', '=', id)
      .execute()
  }
}

/** A place in a list that is kept without its person. */
export const NAMELESS = {
  ...{ fullName: FORMER_ACCOUNT, familyName: FORMER_ACCOUNT, givenNames: null, email: '', orcidId: null },
  ...{ affiliation: '', affiliations: [] },
}

type Named = Pick<LinkedContributor, 'fullName' | 'email' | 'orcidId'>

/** By what they have proven, or the name that they had when it was written: any name can be taken afterwards. */
export const isThem = (
  { confirmedEmails, account }: Person,
  by: Erasure,
  { fullName, email, orcidId }: Named,
  writtenAt: string,
): boolean =>
  confirmedEmails.includes(email.toLowerCase()) ||
  (orcidId !== null && orcidId === account.orcid && account.orcid_proven_at !== null) ||
  by.wasNamed(fullName, writtenAt)

function namesThem(
  person: Person,
  by: Erasure,
  { before, after, at }: { before: string | null; after: string | null; at: string },
): boolean {
  return [before, after].some((payload) => payload !== null && isThem(person, by, JSON.parse(payload) as Named, at))
}
