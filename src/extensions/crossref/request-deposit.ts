import { accessRefusal } from '../../contract/rules/accounts/access.ts'
import { writeAuditEntry } from '../../platform/audit.ts'
import { isPublic } from '../../journal/publication/articles/transitions.ts'
import { articleGone } from '../../journal/publication/articles/tombstones.ts'
import type { Caller } from '../../platform/call.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { lockForUpdate } from '../../platform/database/lock-for-update.ts'
import { touchPublicSite } from '../../platform/database/site-version.ts'
import { enqueueDeposit, registersDoi } from '../../journal/publication/dois/enqueue-deposit.ts'
import { doiFor } from '../../journal/publication/dois/mint-doi.ts'
import { DomainError, refuse } from '../../platform/errors.ts'
import { actingOn } from '../../journal/peer-review/recusal.ts'

export const NOT_PUBLIC = 'Only published articles can be deposited'
export const NOT_REGISTERED_HERE = 'The DOI of this article is not registered by this journal'
export const NO_PREFIX = 'The journal has no DOI prefix yet: please set it in journal.config.ts'

/** Deposits a public article once more. One that was published before the journal had a prefix gets its DOI first. */
export async function requestDeposit(tx: Tx, caller: Caller, id: string): Promise<void> {
  const article = await lockForUpdate(tx, 'articles', id)
  if (!article) throw await articleGone(tx, id)
  refuse(accessRefusal('administrators', await actingOn(tx, caller, id)))
  if (!isPublic(article)) throw new DomainError('conflict', NOT_PUBLIC)
  const doi = await doiFor(tx, article, {
    ...{ volumeId: article.volume_id, issue: article.issue, at: article.published_at! },
  })
  if (doi === null && article.source_journal === null && article.origin !== 'sample') {
    throw new DomainError('conflict', NO_PREFIX)
  }
  if (!registersDoi({ ...article, doi })) throw new DomainError('conflict', NOT_REGISTERED_HERE)
  if (article.doi === null) {
    await tx.updateTable('articles').set({ doi }).where('id', '=', id).execute()
    await touchPublicSite(tx)
  }
  await enqueueDeposit(tx, { ...article, doi }, 'editor')
  await writeAuditEntry(tx, { actorId: caller.userId, action: 'article.deposit', subject: id, after: { doi } })
}
