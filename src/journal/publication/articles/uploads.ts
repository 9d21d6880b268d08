import type { FileFacts } from '../../../contract/api/audit-payloads.ts'
import { PDF_IS_PROOF, PDF_ONLY, PDF_REQUIRED, PDF_TAKEN } from '../../../contract/api/approval.ts'
import {
  FEATURED_IMAGE_TYPES,
  fileIdOf,
  IMAGE_MAX_BYTES,
  IMAGE_TOO_LARGE,
} from '../../../contract/rules/files/file-rules.ts'
import { isMadeProof } from './typeset/made-pdfs.ts'
import { lastProof } from '../../peer-review/cases/proofs.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { isTaken } from '../files/claims.ts'
import { isOwnedBy, ownUploads } from '../files/own-uploads.ts'
import { invalid, DomainError } from '../../../platform/errors.ts'

const FEATURED_IMAGES = new Set<string>(Object.values(FEATURED_IMAGE_TYPES))

/** The caller's own upload for an article's featured image; it must not be used by any article. */
export async function featuredImage(tx: Tx, ownerId: string, url: string): Promise<FileRow> {
  const [image] = await ownUploads(tx, ownerId, 'imageUrl', [url])
  if (!FEATURED_IMAGES.has(image!.media_type)) {
    throw invalid('imageUrl', 'The featured image must be JPG, PNG or WebP')
  }
  if (image!.bytes > IMAGE_MAX_BYTES) {
    throw new DomainError('too_large', IMAGE_TOO_LARGE, { errors: { imageUrl: IMAGE_TOO_LARGE } })
  }
  if (await isTaken(tx, image!)) {
    throw new DomainError(
      'conflict',
      'The featured image already belongs to another manuscript. Please upload it again.',
    )
  }
  return image!
}

/**
 * The administrator's own upload for a final PDF; it must not be used by any article, so a manuscript never
 * becomes public. Or the last proof of the named article, by whichever editor it was uploaded. That a file of this
 * media type is a PDF was checked when it was uploaded (files/inspect.ts).
 */
export async function finalPdf(
  tx: Tx,
  ownerId: string,
  url: string,
  { articleId, heldPdf = null }: { articleId?: string; heldPdf?: string | null } = {},
): Promise<FileRow> {
  const file = await lockForUpdate(tx, 'files', fileIdOf(url) ?? '')
  if (file && (await isMadeProof(tx, file.id))) throw invalid('pdfUrl', PDF_IS_PROOF)
  if (file && articleId !== undefined && (await lastProof(tx, articleId))?.file_id === file.id) return file
  if (!file || !(file.id === heldPdf || isOwnedBy(ownerId)(file))) throw invalid('pdfUrl', PDF_REQUIRED)
  if (file.media_type !== 'application/pdf') throw invalid('pdfUrl', PDF_ONLY)
  if (await isTaken(tx, file)) throw invalid('pdfUrl', PDF_TAKEN)
  return file
}

/** A file by what stays true of it after it is deleted. */
export const factsOf = ({ name, bytes, sha256 }: FileFacts): FileFacts => ({ name, bytes, sha256 })

/** Marks a replaced file for removal after the same period as the files of deleted articles. */
export async function saveReplaced(tx: Tx, articleId: string, fileId: string | null, at: string): Promise<void> {
  if (fileId === null) return
  await tx.insertInto('replaced_files').values({ file_id: fileId, article_id: articleId, replaced_at: at }).execute()
}
