import type { InvoiceProposal } from '../../../contract/api/invoices.ts'
import type { Actor } from '../../../contract/rules/accounts/access.ts'
import { moneyInWords } from '../../../contract/rules/fees/money.ts'
import { lowerSide } from '../../../contract/rules/fees/sides.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { notFound } from '../../../platform/errors.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'
import { promisedFeesOf } from '../promises.ts'
import { requireFeeDue } from '../standing.ts'
import { findWaiver } from '../waivers.ts'
import { countriesOf, sidesAmong } from './sides.ts'

/** What the invoice of a manuscript would say, for an editor to look at. Of authors on two sides the lower fee is proposed. */
export async function proposeInvoice(db: Db, viewer: Actor, articleId: string): Promise<InvoiceProposal> {
  await requireFeeDue(db, viewer, articleId)
  const article = await db
    .selectFrom('articles')
    .innerJoin('review_cases', 'review_cases.article_id', 'articles.id')
    .leftJoin('users', 'users.id', 'articles.submitter_id')
    .select(['articles.title', 'review_cases.received_on', 'users.full_name', 'users.email'])
    .where('articles.id', '=', articleId)
    .executeTakeFirst()
  const fees = article && (await promisedFeesOf(db, [articleId])).get(articleId)
  if (!fees) throw notFound('Manuscript')
  const countries = await countriesOf(db, articleId)
  const sides = sidesAmong(countries)
  const chosen = await db.selectFrom('fee_sides').selectAll().where('article_id', '=', articleId).executeTakeFirst()
  const lower = lowerSide(fees.local.amount, fees.international.amount)
  const before = await db
    .selectFrom('invoices')
    .selectAll()
    .where('article_id', '=', articleId)
    .where('credits', 'is', null)
    .orderBy('issued_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const waiver = await findWaiver(db, articleId)
  const authors = await loadAuthors(db, [articleId])
  const submitter = authors.find(({ email }) => email !== '' && email.toLowerCase() === article.email?.toLowerCase())
  return {
    ...{ articleId, title: article.title, fees, submittedOn: article.received_on, sides, countries },
    side: chosen?.side ?? (sides.length === 1 ? sides[0]! : lower),
    reason: chosen?.reason ?? '',
    remains: waiver?.outcome === 'part' ? moneyInWords({ currency: waiver.currency!, minor: waiver.amount! }) : null,
    payer: before?.payer ?? article.full_name ?? '',
    address: before?.payer_address ?? (submitter ?? authors[0])?.affiliation ?? '',
    replaces: before?.number ?? null,
  }
}
