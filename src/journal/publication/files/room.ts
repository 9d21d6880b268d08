import { diskLevel } from '../../../contract/rules/health/storage-rules.ts'
import type { FileResources } from './resources.ts'

/**
 * False if nothing may be stored now that could come later: uploads, copies of images, texts, cards. What must go on,
 * such as signing in, drafts and decisions, writes little, and is never asked this. Earlier uploads count with the bytes
 * that they have still to write.
 */
export async function hasRoom({ store, uploads }: Pick<FileResources, 'store' | 'uploads'>): Promise<boolean> {
  const free = (await store.freeBytes()) - uploads.underWay.bytesToCome
  return diskLevel(free, uploads.spareBytes) !== 'full'
}
