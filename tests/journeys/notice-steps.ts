/** What the journeys of notices have in common. */
import type { Page } from '@playwright/test'
import type { RunningJournal } from './support.ts'

/** The ten minutes in which a signature can be taken back are over. */
export async function tenMinutesLater({ database: { db } }: RunningJournal, id: string): Promise<void> {
  const past = new Date(Date.now() - 1000).toISOString()
  await db.updateTable('notices').set({ release_at: past }).where('id', '=', id).execute()
  await db.updateTable('jobs').set({ run_after: '' }).where('kind', '=', 'notices').where('subject', '=', id).execute()
}

/** Of the notice on an editor’s desk. */
export const noticeId = (page: Page) => /\/admin\/notices\/([\w-]+)/.exec(page.url())![1]!
