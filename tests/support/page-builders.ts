import { newOwnPage } from '../../src/contract/rules/settings/own-pages.ts'
import { sourceOf } from '../../src/contract/rules/settings/text-parts.ts'
import type { Database } from '../../src/platform/database/connect.ts'
import { touchPublicSite } from '../../src/platform/database/site-version.ts'
import { now } from '../../src/platform/ids.ts'

/** A page that the journal has added, published with a version of the journal that changes nothing else. */
export async function anOwnPage(
  database: Database,
  {
    slug,
    title = 'Data and vouchers',
    html = '<p>Where data go.</p>',
    versions = 1,
  }: { slug: string; title?: string; html?: string; versions?: number },
): Promise<string> {
  const name = newOwnPage()
  await database.transaction(async (tx) => {
    await touchPublicSite(tx)
    const latest = await tx
      .selectFrom('journal_versions')
      .selectAll()
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    const number = (latest?.number ?? 0) + 1
    const at = now()
    await tx
      .insertInto('journal_versions')
      .values({ number, content: latest?.content ?? '{}', cause: 'edit', note: '', undoes: null, by_id: null, at })
      .execute()
    for (let version = 1; version <= versions; version++)
      await tx
        .insertInto('text_versions')
        .values({
          ...{ kind: 'page', slug: name, number: version, journal_version: number, is_own: 1, based_on: '', note: '' },
          ...{ title, html, in_force_from: at.slice(0, 10) },
          source: sourceOf({ head: { title, description: title, address: slug }, body: title }),
        })
        .execute()
  })
  return slug
}
