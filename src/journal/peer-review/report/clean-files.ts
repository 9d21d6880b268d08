import { buffer } from 'node:stream/consumers'
import { CLEANING_ATTEMPTS, CLEANING_PAUSES_MS } from '../../../contract/rules/peer-review/report-files.ts'
import { CLEANING_RULES, forgetOutdatedCopies } from '../reviewers/outdated-copies.ts'
import { peopleToWithhold } from '../cases/people-to-withhold.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { openIntact } from '../../publication/files/intact.ts'
import { hasRoom } from '../../publication/files/room.ts'
import { newId, now } from '../../../platform/ids.ts'
import { anonymousFileName } from '../../documents/manuscripts/file-name.ts'
import { startRounds, type Rounds } from '../../../platform/rounds.ts'
import type { ReportResources } from './resources.ts'

/** Starts making the copies without names in the background. */
export const startCleaningFiles = (resources: ReportResources): Rounds =>
  startRounds({
    round: (stopped) => cleanDueFiles(resources, stopped),
    failed: (error) => resources.log.error({ err: error }, 'the files of reviewers to clean could not be read'),
    everyMs: 60_000,
  })

/**
 * Makes the copies without names that authors may have, one after the other; returns how many files were settled. Each
 * attempt is counted before it begins, so that a file that kills the process is not tried for ever; the pauses grow.
 * Two processes may clean the same file; only the first copy is kept.
 */
export async function cleanDueFiles(resources: ReportResources, stopped = () => false): Promise<number> {
  const { database, log } = resources
  await forgetOutdatedCopies(database.db)
  let settled = 0
  while (!stopped() && (await hasRoom(resources))) {
    const due = await claimNext(database.db)
    if (due === null) break
    try {
      await cleanFile(resources, due)
      settled++
    } catch (error) {
      log.error({ err: error, fileId: due.id }, 'the file of a reviewer could not be cleaned of names')
    }
  }
  return settled
}

/** Claims the newest file that is due; null if there is none. */
async function claimNext(db: Db): Promise<DueFile | null> {
  for (;;) {
    const due = await dueFile(db)
    if (!due) return null
    const pause = CLEANING_PAUSES_MS[due.attempts]!
    const { numUpdatedRows } = await db
      .updateTable('review_files')
      .set({ attempts: due.attempts + 1, next_try_at: new Date(Date.now() + pause).toISOString() })
      .where('id', '=', due.attached_id)
      .where('attempts', '=', due.attempts)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return due
    // Another process has claimed this one; there may be others.
  }
}

const dueFile = (db: Db) =>
  db
    .selectFrom('review_files as attached')
    .innerJoin('files', 'files.id', 'attached.file_id')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'attached.assignment_id')
    .selectAll('files')
    .select(['attached.id as attached_id', 'attached.attempts', 'attached.assignment_id', 'assignment.label'])
    .where('attached.cleaned_file_id', 'is', null)
    .where('attached.held_back', 'is', null)
    .where('attached.attempts', '<', CLEANING_ATTEMPTS)
    .where(({ or, eb }) => or([eb('attached.next_try_at', 'is', null), eb('attached.next_try_at', '<=', now())]))
    .orderBy('attached.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

type DueFile = NonNullable<Awaited<ReturnType<typeof dueFile>>>

async function cleanFile(resources: ReportResources, due: DueFile): Promise<void> {
  const { database, documents, store } = resources
  const content = await buffer((await openIntact(resources, due)).read())
  const people = await peopleToWithhold(database.db, { assignmentId: due.assignment_id })
  const cleaned = await documents.cleanOfNames(
    { mediaType: due.media_type, content },
    people.flatMap(({ names, emails, orcids }) => [...names, ...emails, ...orcids]),
    people.flatMap(({ affiliations }) => affiliations),
  )
  const heldBack = 'heldBack' in cleaned ? cleaned.heldBack : null
  const copy = 'heldBack' in cleaned ? cleaned.mayRelease : cleaned.cleaned
  const id = newId()
  const kept = copy && (await store.keep(id, copy))
  const isFirst = await database.transaction(async (tx) => {
    if (kept) {
      const name = anonymousFileName(due.label, due.media_type)
      await tx
        .insertInto('files')
        .values({ id, name, media_type: due.media_type, ...kept, owner_id: null, created_at: now(), findings: null })
        .execute()
    }
    const { numUpdatedRows } = await tx
      .updateTable('review_files')
      .set({
        cleaned_file_id: kept ? id : null,
        held_back: heldBack,
        attempts: 0,
        next_try_at: null,
        rules: CLEANING_RULES,
      })
      .where('id', '=', due.attached_id)
      .where('cleaned_file_id', 'is', null)
      .where('held_back', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return true
    // Another process was first, or the reviewer has removed the file.
    await tx.deleteFrom('files').where('id', '=', id).execute()
    return false
  })
  if (kept && !isFirst) await store.remove(id)
}
