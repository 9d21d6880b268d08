import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { OPEN, REGISTERED, type DepositState } from '../../../contract/rules/articles/deposits.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { notFound } from '../../../platform/errors.ts'
import { copiesOf, copiesOfNotice, OAI_ID, seenAs, type Copied, type CopySeen, type Fetched } from './copies.ts'
import { isInvolved } from './editors.ts'
import { TOLD_AS } from './emails.ts'
import { findNotice, idsAbout } from './rows.ts'

/** The journal's own addresses, answered without the network as they are to everybody. */
export interface OwnSite {
  get(address: string): Promise<Fetched>
}

export interface ReachResources {
  readonly ownSite: OwnSite
  readonly publicUrl: string
}

/** Fetches every copy of a published notice and its articles, and compares each with what it should contain. */
export async function reachOf(db: Db, { ownSite, publicUrl }: ReachResources, userId: string, id: string) {
  const notice = await findNotice(db, id)
  const about = notice ? await idsAbout(db, notice.id) : []
  const noticeId = notice?.article_id
  if (!notice || !noticeId || (await isInvolved(db, userId, about))) throw notFound('Notice')
  const own = await db.selectFrom('articles').select('doi').where('id', '=', noticeId).executeTakeFirstOrThrow()
  const copies: CopySeen[] = []
  for (const articleId of about) {
    const of = await copied(db, articleId, { noticeId, noticeDoi: own.doi })
    if (!of) continue
    const rows = [...copiesOf(of), ...(copies.length ? [] : copiesOfNotice(of))]
    const fetched = new Map<string, Fetched>()
    for (const row of rows) {
      const address = row.address.replace(OAI_ID, `oai:${new URL(publicUrl).hostname}:`)
      const answer = fetched.get(address) ?? (await ownSite.get(address))
      fetched.set(address, answer)
      copies.push(seenAs({ ...row, address }, answer, of))
    }
    copies.push(...(await depositOf(db, 'Article at Crossref', of.doi)))
  }
  copies.push(...(await depositOf(db, 'Notice at Crossref', own.doi)))
  return { copies, told: await toldOf(db, notice.id) }
}

async function copied(db: Db, id: string, notice: Pick<Copied, 'noticeId' | 'noticeDoi'>): Promise<Copied | null> {
  const row = await db
    .selectFrom('public_articles')
    .select(['id', 'title', 'doi', 'standing', 'category_id', 'volume_id', 'pdf_file_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { category_id: categoryId, volume_id: volumeId, pdf_file_id, ...article } = row
  const former = article.standing === 'removed' ? [] : await formerOf(db, id)
  const title = plainTitle(article.title)
  return { ...article, ...notice, title, categoryId, volumeId, hasPdf: pdf_file_id !== null, former }
}

/** So many earlier versions are looked at: they are all made by the same rules. */
const FORMER_MAX = 10

async function formerOf(db: Db, id: string): Promise<Copied['former']> {
  const versions = await db
    .selectFrom('article_versions')
    .select('number')
    .where('article_id', '=', id)
    .orderBy('number', 'desc')
    .limit(FORMER_MAX + 1)
    .execute()
  const files = await db
    .selectFrom('article_version_files')
    .select(['number', 'kind'])
    .where('article_id', '=', id)
    .where('kind', 'in', ['pdf', 'source'])
    .execute()
  // The first one is the article itself.
  return versions.slice(1).map(({ number }) => {
    const has = (kind: 'pdf' | 'source') => files.some((file) => file.number === number && file.kind === kind)
    return { number, hasPdf: has('pdf'), hasXml: has('source') }
  })
}

/** The last deposit of a DOI; nothing without one. */
async function depositOf(db: Db, name: string, doi: string | null): Promise<CopySeen[]> {
  if (doi === null) return []
  const last = await db
    .selectFrom('deposits')
    .select(['state', 'created_at'])
    .where('doi', '=', doi)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return []
  const is = (states: readonly DepositState[]) => states.includes(last.state)
  const state = is(REGISTERED) ? 'right' : is(OPEN) ? 'on its way' : 'wrong'
  return [{ group: 'Deposits', name, address: doi, state, says: last.state }]
}

const WHO = {
  author: 'Authors',
  citing: 'Authors of articles here that cite it',
  requester: 'The person who has asked for it',
} as const

async function toldOf(db: Db, noticeId: string): Promise<{ who: string; emails: number }[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('data')
    .where('kind', '=', 'notice-published')
    .where('article_id', 'in', (select) =>
      select.selectFrom('notice_articles').select('about_id').where('notice_id', '=', noticeId),
    )
    .execute()
  const told = rows.map(({ data }) => JSON.parse(data) as { noticeId: string; as: (typeof TOLD_AS)[number] })
  return TOLD_AS.map((as) => ({
    who: WHO[as],
    emails: told.filter((one) => one.noticeId === noticeId && one.as === as).length,
  }))
}
