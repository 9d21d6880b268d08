import type { NameChange, nameChanges } from '../../../contract/api/name-changes.ts'
import { likenessOf } from '../../../contract/rules/people/same-person.ts'
import type { Caller, Handlers } from '../../../platform/call.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { RequestRow } from '../../../platform/database/request-tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { FullTextResources } from '../articles/full-text/draft.ts'
import { isInvolved } from '../notices/editors.ts'
import { addressOf, findRequest, requestFor } from '../requests/rows.ts'
import { carryOutName } from './carry-out.ts'
import { NOT_ABOUT_A_NAME, proposeName } from './propose.ts'
import { findNameChange, nextOf, pdfsOf, placesOf, proposalOf } from './rows.ts'

/** So many places of people like one are shown. */
const SHOWN_MAX = 200

/** The authors of published articles: those of the request's article, and who may be the same person as one of them. */
async function peopleLike(
  db: Db,
  { userId }: Caller,
  request: RequestRow,
  contributorId: string | undefined,
): Promise<NameChange['people']> {
  const rows = await db
    .selectFrom('article_contributors')
    .innerJoin('contributors', 'contributors.id', 'article_contributors.contributor_id')
    .innerJoin('articles', 'articles.id', 'article_contributors.article_id')
    .select(['contributors.id', 'full_name', 'email', 'orcid', 'article_id', 'articles.title', 'family_name'])
    .where('articles.published_at', 'is not', null)
    .where('articles.approved_at', 'is not', null)
    .where('contributors.is_group', '=', 0)
    .orderBy('articles.published_at', 'desc')
    .orderBy('article_contributors.position')
    .execute()
  const here = rows.filter(({ article_id }) => article_id === request.article_id)
  const address = await addressOf(db, request)
  const first = here.find(({ id, email }) => (contributorId ? id === contributorId : email.toLowerCase() === address))
  const identity = ({ full_name, email, orcid }: (typeof rows)[number]) => ({
    ...{ fullName: full_name, emails: email === '' ? [] : [email], orcid },
  })
  const found = first
    ? rows.flatMap((row) => {
        const likeness = row === first ? 'same' : likenessOf(identity(first), identity(row))?.likeness
        return likeness && likeness !== 'hint' ? [{ row, isSame: likeness === 'same' }] : []
      })
    : here.map((row) => ({ row, isSame: false }))
  const shown: NameChange['people'] = []
  const involved = new Map<string, boolean>()
  for (const { row, isSame } of found.slice(0, SHOWN_MAX)) {
    const known = involved.get(row.article_id) ?? (await isInvolved(db, userId, [row.article_id]))
    involved.set(row.article_id, known)
    if (known || row.family_name === null) continue
    const article = { id: row.article_id, title: row.title }
    shown.push({ contributorId: row.id, name: row.full_name, article, isSame })
  }
  return shown
}

async function nameChangeFor(db: Db, caller: Caller, id: string, contributorId?: string): Promise<NameChange> {
  const request = await requestFor(db, caller, await findRequest(db, id))
  if (request.kind !== 'name') throw new DomainError('conflict', NOT_ABOUT_A_NAME)
  const row = await findNameChange(db, id)
  const proposal = proposalOf(row)
  const places = proposal ? await placesOf(db, proposal) : []
  const pdfs = []
  for (const { article } of places) pdfs.push(...(await pdfsOf(db, article)))
  return {
    ...{ requestId: id, version: request.version, state: row?.state ?? null },
    asksAt: (await addressOf(db, request)) || null,
    people: row?.state === 'done' ? [] : await peopleLike(db, caller, request, contributorId),
    proposal: proposal && { ...proposal, name: nextOf(proposal) },
    pdfs: pdfs.map(({ file, articleId, versions, fate }) => ({ fileId: file.id, articleId, versions, fate })),
  }
}

export const nameChangeHandlers: Handlers<{ nameChanges: typeof nameChanges }, FullTextResources>['nameChanges'] = {
  read: ({ database, caller }, { id, contributorId }) => nameChangeFor(database.db, caller, id, contributorId),

  propose: ({ database, caller }, proposal) =>
    database.transaction(async (tx) => {
      await proposeName(tx, caller, proposal)
      return nameChangeFor(tx, caller, proposal.id)
    }),

  carryOut: async ({ caller, ...resources }, asked) => {
    await carryOutName(resources, caller, asked)
    return nameChangeFor(resources.database.db, caller, asked.id)
  },
}
