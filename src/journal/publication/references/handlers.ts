import { CITING_MAX, type CitingArticle, type retractedReferences } from '../../../contract/api/retracted-references.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Handlers } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { endLoad, listedIn, ROWS_IN_STATEMENT } from '../../../platform/database/loaded-list.ts'
import { ownRetracted, retractedAmong } from './retracted.ts'

export const retractedReferenceHandlers: Handlers<{
  retractedReferences: typeof retractedReferences
}>['retractedReferences'] = {
  list: async ({ database: { db } }) => ({ ...(await listedIn(db, 'retracted_dois')), articles: await citing(db) }),

  load: ({ database, caller }, { startedAt, total, rows }) =>
    database.transaction(async (tx) => {
      for (let from = 0; from < rows.length; from += ROWS_IN_STATEMENT) {
        await tx
          .insertInto('retracted_dois')
          .values(
            rows
              .slice(from, from + ROWS_IN_STATEMENT)
              .map(({ doi, nature, on }) => ({ doi, nature, retracted_on: on, loaded_at: startedAt })),
          )
          .onConflict((conflict) =>
            conflict.column('doi').doUpdateSet(({ ref }) => ({
              ...{ nature: ref('excluded.nature'), retracted_on: ref('excluded.retracted_on') },
              loaded_at: ref('excluded.loaded_at'),
            })),
          )
          .execute()
      }
      if (total !== null) {
        const listed = await endLoad(tx, 'retracted_dois', { startedAt, total })
        const load = { after: { listed } }
        await writeAuditEntry(tx, caller.userId, 'retracted-references.load', 'retracted-references', load)
        await touchPublicSite(tx)
      }
      const { listed } = await listedIn(tx, 'retracted_dois')
      return { message: `${counted(listed, 'retracted article')} listed`, listed }
    }),
}

/** The published articles that cite what has been retracted or is doubted, newest first. */
async function citing(db: Db): Promise<CitingArticle[]> {
  const own = (await ownRetracted(db)).map(({ doi }) => doi)
  const rows = await db
    .selectFrom('article_references as reference')
    .innerJoin('public_articles as article', 'article.id', 'reference.article_id')
    .select(['article.id', 'article.title', 'reference.position', 'reference.doi', 'reference.text'])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('reference.doi', 'in', selectFrom('retracted_dois').select('retracted_dois.doi')),
        ...(own.length ? [eb('reference.doi', 'in', own)] : []),
      ]),
    )
    .orderBy('article.published_at', 'desc')
    .orderBy('article.id')
    .orderBy('reference.position')
    .limit(CITING_MAX)
    .execute()
  const natures = new Map(
    (await retractedAmong(db, [...new Set(rows.map(({ doi }) => doi!))])).map((one) => [one.doi, one]),
  )
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((those) => ({
    ...{ id: those[0]!.id, title: those[0]!.title },
    references: those.flatMap(({ position, doi, text }) => {
      const { nature, on } = natures.get(doi!) ?? {}
      return nature ? [{ position, doi: doi!, text, nature, on: on ?? null }] : []
    }),
  }))
}
