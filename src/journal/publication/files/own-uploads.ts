import { fileIdOf } from '../../../contract/rules/files/file-rules.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { lockAllForUpdate } from '../../../platform/database/lock-for-update.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { invalid } from '../../../platform/errors.ts'
import { isUploader } from './policy.ts'

export const isOwnedBy =
  (userId: string) =>
  ({ owner_id }: FileRow): boolean =>
    isUploader({ userId }, { ownerId: owner_id })

/**
 * The files behind upload URLs, in order, locked against concurrent claims; throws if any is not the caller's
 * own upload.
 */
export async function ownUploads(tx: Tx, ownerId: string, field: string, urls: string[]): Promise<FileRow[]> {
  const ids = urls.map((url) => fileIdOf(url) ?? '')
  const rows = await lockAllForUpdate(tx, 'files', ids)
  const byId = new Map(rows.filter(isOwnedBy(ownerId)).map((row) => [row.id, row]))
  if (new Set(ids).size !== ids.length || ids.some((id) => !byId.has(id))) {
    throw invalid(field, 'A file is no longer available. Please upload it again.')
  }
  return ids.map((id) => byId.get(id)!)
}
