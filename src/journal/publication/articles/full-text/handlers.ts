import { FILES_REQUIRED, type fullTextDrafts, type fullTexts } from '../../../../contract/api/full-texts.ts'
import { escapeAttribute } from '../../../../contract/rules/text/plain-text.ts'
import { articlePolicy } from '../../../../contract/rules/articles/article-policy.ts'
import type { Handlers } from '../../../../platform/call.ts'
import type { Db } from '../../../../platform/database/connect.ts'
import { invalid } from '../../../../platform/errors.ts'
import { figureReader } from '../../files/figure-pictures.ts'
import { actingOn } from '../../../peer-review/recusal.ts'
import { correctArticle } from '../correct.ts'
import { recordOf } from '../policy.ts'
import { prepareText, type PreparedText } from './draft.ts'
import { type ArticleResources, correctable, withText } from './seen-text.ts'
import { pictureSrc } from '../../../../contract/rules/articles/pictures.ts'
import { natureMark } from '../../../../contract/rules/articles/retracted-references.ts'
import { markRetracted } from '../../references/retracted.ts'
import { findFullText, findPublicText } from '../../full-text/stored-text.ts'
import type { Actor } from '../../../../contract/rules/accounts/access.ts'
import { articleGone } from '../tombstones.ts'

export const fullTextDraftHandlers: Handlers<
  { fullTextDrafts: typeof fullTextDrafts },
  ArticleResources
>['fullTextDrafts'] = {
  preview: async ({ caller, ...resources }, { id, fullTextUrl }) => {
    const article = await correctable(resources.database.db, caller, id)
    const { digest, shown, warnings, pictures } = await prepareText(resources, caller, fullTextUrl, article, {
      isShown: true,
      readFigure: figureReader(resources.workers, { withPreview: true }),
    })
    const { outline, parts } = shown!
    const { html, found } = await markRetracted(resources.database.db, parts.join('\n'))
    return {
      ...{ digest, outline, pictures: pictures.length, html: withPictures(html, pictures) },
      warnings: [...warnings, ...found.map((one) => `The references name ${one.doi}. ${natureMark(one)}.`)],
    }
  },

  replace: async (resources, files) => {
    if (!files.fullTextUrl && !files.pdfUrl) throw invalid('fullTextUrl', FILES_REQUIRED)
    await withText(resources, files, (tx, text) =>
      correctArticle(tx, resources.caller, files, text, undefined, 'correctFiles'),
    )
    return { message: 'Published. Readers see the new files in a moment.' }
  },
}

/** Small copies within the HTML: of what is only looked at nothing is stored. */
function withPictures(html: string, pictures: PreparedText['pictures']): string {
  const copies = new Map(
    pictures.flatMap(({ draftName, preview }) =>
      preview && draftName
        ? [[pictureSrc(draftName), `data:image/webp;base64,${Buffer.from(preview).toString('base64')}`]]
        : [],
    ) as [string, string][],
  )
  return html.replace(/ (src|href)="(\/picture-of-draft\/[^"]{1,200})"/g, (_all, attribute: string, src: string) =>
    attribute === 'src' && copies.has(src) ? ` src="${escapeAttribute(copies.get(src)!)}"` : '',
  )
}

export const fullTextHandlers: Handlers<{ fullTexts: typeof fullTexts }>['fullTexts'] = {
  get: async ({ database: { db }, caller }, { id, page }) => {
    let text = await findPublicText(db, id, page)
    if (text === undefined) {
      if (!caller || !(await mayReadInFull(db, caller, id))) throw await articleGone(db, id)
      text = await findFullText(db, id, page)
    }
    return text && { ...text, html: (await markRetracted(db, text.html)).html }
  },
}

async function mayReadInFull(db: Db, caller: Actor, id: string): Promise<boolean> {
  const row = await db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst()
  return row !== undefined && articlePolicy.can(await actingOn(db, caller, id), 'readInFull', recordOf(row, null))
}
