import type { FullTextOutline } from '../../src/contract/api/full-texts.ts'
import type { Database } from '../../src/platform/database/connect.ts'
import { touchPublicSite } from '../../src/platform/database/site-version.ts'
import { saveFullText } from '../../src/journal/publication/full-text/stored-text.ts'

/** An outline without anything but what is given. */
export const anOutline = (given: Partial<FullTextOutline> = {}): FullTextOutline => ({
  sections: [],
  figures: [],
  tables: [],
  parts: 1,
  references: 0,
  hasFormulas: false,
  ...given,
})

/** Gives an article a full text, as the renderer would have made it. */
export async function aFullText(
  database: Database,
  { id }: { id: string },
  { parts, outline = {} }: { parts: string[]; outline?: Partial<FullTextOutline> },
): Promise<void> {
  await database.transaction(async (tx) => {
    const rendered = { parts, outline: anOutline({ parts: parts.length, ...outline }), passages: [], unknown: {} }
    await saveFullText(tx, id, rendered)
    await touchPublicSite(tx)
  })
}
