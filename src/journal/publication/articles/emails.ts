import { joinNames } from '../../../contract/rules/people/author-names.ts'
import { CORRECTION_FIELDS, type CorrectionField } from '../../../contract/rules/articles/statements.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { KindsOfEmail } from '../../../platform/email/kinds.ts'
import type { NewEmail } from '../../../platform/email/outbox.ts'
import { address, plain, titled } from '../../../platform/email/values.ts'

/** Titles contain inline markup, as in articles. */
interface AboutArticle {
  articleId: string
  title: string
  name: string
}

/** The data of each kind of email about articles. */
interface ArticleEmails {
  /** `promisedOn`: the day by which a decision is promised. */
  'submission-received': AboutArticle & { promisedOn: string }
  'submission-to-review': AboutArticle & { author: string }
  'submission-deleted': AboutArticle & { author: string; submitterId?: string; toDesk?: boolean }
  'article-published': AboutArticle
  'article-archived': AboutArticle
  'article-corrected': AboutArticle & { reason: string; fields: CorrectionField[] }
  'article-deleted': AboutArticle & { reason: string | null }
}

export type ArticleEmail = NewEmail<ArticleEmails>

const title = (data: AboutArticle) => titled(data.title)
const author = (data: { author: string }) => plain(data.author)
const link = ({ articleId }: AboutArticle, publicUrl: string) => address(publicUrl + paths.article(articleId))
const linkTo = (path: string) => (_data: unknown, publicUrl: string) => address(publicUrl + path)

const example: AboutArticle = {
  articleId: 'leaf-rolling-in-pearl-millet',
  title: 'Leaf rolling in pearl millet, <i>Pennisetum glaucum</i>',
  name: 'Nasreen Baloch',
}
const toAdministrators = { ...example, name: 'Samina Farooqi', author: 'Nasreen Baloch' }

/** It was archived, and is no longer: the email may have waited until that could not be undone. */
async function isBack(db: Db, { articleId }: AboutArticle): Promise<boolean> {
  const article = await db.selectFrom('articles').select('archived_at').where('id', '=', articleId).executeTakeFirst()
  return article?.archived_at === null
}

export const articleEmails: KindsOfEmail<ArticleEmails> = {
  'submission-received': {
    values: {
      title,
      promised: ({ promisedOn }) => plain(longDate(promisedOn)),
      link: ({ articleId }, publicUrl) => address(publicUrl + paths.manuscript(articleId)),
    },
    example: { ...example, promisedOn: '2026-06-13' },
  },
  'submission-to-review': {
    values: { title, author, link: ({ articleId }, publicUrl) => address(publicUrl + paths.case(articleId)) },
    example: toAdministrators,
  },
  'submission-deleted': {
    values: {
      ...{ title, author },
      // Section editors have another list.
      link: ({ toDesk = false }, publicUrl) => address(publicUrl + (toDesk ? paths.desk : paths.adminListings)),
    },
    example: toAdministrators,
  },
  'article-published': { values: { title, link }, example },
  'article-archived': { values: { title, link: linkTo(paths.dashboard) }, example, isPointless: isBack },
  'article-corrected': {
    values: {
      title,
      changes: ({ fields }) => plain(joinNames(fields.map((field) => CORRECTION_FIELDS[field]))),
      reason: ({ reason }) => plain(reason),
      link,
    },
    example: { ...example, reason: 'The name of the species was misspelled.', fields: ['title', 'abstract'] },
  },
  'article-deleted': {
    values: { title, reason: ({ reason }) => plain(reason ?? 'none was given') },
    example: { ...example, reason: 'It was submitted twice.' },
  },
}
