import { buffer } from 'node:stream/consumers'
import { peopleToWithhold } from '../../cases/people-to-withhold.ts'
import type { Db } from '../../database/connect.ts'
import { openIntact } from '../../files/intact.ts'
import { hasRoom } from '../../files/room.ts'
import { newId, now } from '../../ids.ts'
import { anonymousFileName } from '../../manuscripts/file-name.ts'
import { startRounds, type Rounds } from '../../rounds.ts'
import type { ReportResources } from './resources.ts'

/** Starts making the copies without names in the background. */
export const startCleaningFiles = (resources: ReportResources): Rounds =>
  startRounds({
    round: (stopped) => cleanDueFiles(resources, stopped),
    failed: (error) => resources.log.error({ err: error }, 'the files of reviewers to clean could not be read'),
    everyMs: 60_000,
  })

/**
 * Makes the copies without names that authors may have, one after the other; returns how many files were
 * settled. A file without a copy and without a reason is due: if the program is killed, the next round does it
 * again. Two processes may clean the same file; only the first copy is kept.
 */
export async function cleanDueFiles(resources: ReportResources, stopped = () => false): Promise<number> {
  const { database, log } = resources
  const failed: string[] = []
  for (let settled = 0; ;) {
    const due = await filesToClean(database.db, failed)
    if (!due.length) return settled
    for (const file of due) {
      if (stopped() || !(await hasRoom(resources))) return settled
      try {
        await cleanFile(resources, file)
        settled++
      } catch (error) {
        log.error({ err: error, fileId: file.id }, 'the file of a reviewer could not be cleaned of names')
        // The others do not wait for it; the next round tries it again.
        failed.push(file.attached_id)
      }
    }
  }
}

const BATCH = 20

const filesToClean = (db: Db, besides: string[]) =>
  db
    .selectFrom('review_files as attached')
    .innerJoin('files', 'files.id', 'attached.file_id')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'attached.assignment_id')
    .selectAll('files')
    .select(['attached.id as attached_id', 'attached.assignment_id', 'assignment.label'])
    .where('attached.cleaned_file_id', 'is', null)
    .where('attached.held_back', 'is', null)
    .$if(besides.length > 0, (query) => query.where('attached.id', 'not in', besides))
    .orderBy('attached.created_at', 'desc')
    .limit(BATCH)
    .execute()

type DueFile = Awaited<ReturnType<typeof filesToClean>>[number]

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
      .set({ cleaned_file_id: kept ? id : null, held_back: heldBack })
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
