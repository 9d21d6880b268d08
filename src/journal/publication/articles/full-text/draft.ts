import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
  FULL_TEXT_CHANGED,
  FULL_TEXT_GONE,
  FULL_TEXT_ONLY,
  FULL_TEXT_UNSEEN,
} from '../../../../contract/api/full-texts.ts'
import { fileIdOf, FULL_TEXT_TYPES } from '../../../../contract/rules/files/file-rules.ts'
import type { Caller } from '../../../../platform/call.ts'
import type { FileRow } from '../../../../platform/database/tables.ts'
import { DomainError, invalid } from '../../../../platform/errors.ts'
import { figureReader, type FigureToStore, type ReadFigure } from '../../files/figure-pictures.ts'
import { openIntact } from '../../files/intact.ts'
import { isOwnedBy } from '../../files/own-uploads.ts'
import type { FileResources } from '../../files/resources.ts'
import type { Documents } from '../../../documents/documents.ts'
import type { FullTextDraft, KnownArticle } from '../../../documents/full-text.ts'

/** Raised whenever the same Word document gives another text: what was approved by a preview of before is not this. */
const CONVERTER = 1

const TYPES = new Set<string>(Object.values(FULL_TEXT_TYPES))

export interface FullTextResources extends FileResources {
  readonly documents: Documents
}

/** The text of an article as it will be stored, from an upload that is still the editor's own. */
export interface PreparedText extends Omit<FullTextDraft, 'pictures'> {
  upload: FileRow
  pictures: FigureToStore[]
  /** Of all that is stored: what was previewed is what is approved. */
  digest: string
}

/**
 * Reads an editor's upload; refuses one that is no text of an article, as a sentence at the field. `isShown`: its
 * page is rendered too, for a preview.
 */
export async function prepareText(
  resources: FullTextResources,
  caller: Caller,
  url: string,
  known: KnownArticle,
  { isShown, readFigure }: { isShown: boolean; readFigure: ReadFigure },
): Promise<PreparedText> {
  const upload = await findUpload(resources, caller, url)
  const stored = await openIntact(resources, upload)
  const file = { mediaType: upload.media_type, content: await buffer(stored.read()) }
  const draft = await resources.documents.fullText(file, known, { isShown })
  if ('unavailable' in draft) throw invalid('fullTextUrl', draft.unavailable)
  const pictures: FigureToStore[] = []
  const warnings = [...draft.warnings]
  for (const picture of draft.pictures) {
    const read = await readFigure(picture)
    if (typeof read === 'string') warnings.push(read)
    else pictures.push(read)
  }
  return { ...draft, upload, pictures, warnings, digest: digestOf(upload, draft, pictures) }
}

/** The same for an approval or a correction, which names what its preview has shown. */
export async function prepareSeenText(
  resources: FullTextResources,
  caller: Caller,
  given: { url: string; digest: string | null | undefined },
  known: KnownArticle,
): Promise<PreparedText> {
  if (!given.digest) throw invalid('fullTextUrl', FULL_TEXT_UNSEEN)
  const prepared = await prepareText(resources, caller, given.url, known, {
    isShown: false,
    readFigure: figureReader(resources.workers),
  })
  if (prepared.digest !== given.digest) throw new DomainError('conflict', FULL_TEXT_CHANGED)
  return prepared
}

async function findUpload({ database }: FullTextResources, { userId }: Caller, url: string): Promise<FileRow> {
  const upload = await database.db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', fileIdOf(url) ?? '')
    .executeTakeFirst()
  if (!upload || !isOwnedBy(userId)(upload)) throw invalid('fullTextUrl', FULL_TEXT_GONE)
  if (!TYPES.has(upload.media_type)) throw invalid('fullTextUrl', FULL_TEXT_ONLY)
  return upload
}

function digestOf(upload: FileRow, { jats }: FullTextDraft, pictures: FigureToStore[]): string {
  const hash = createHash('sha256')
  if (!jats) return hash.update(upload.sha256).digest('hex')
  hash.update(JSON.stringify([CONVERTER, jats.body, jats.back]))
  for (const { name, content } of pictures) hash.update(name).update(createHash('sha256').update(content).digest())
  return hash.digest('hex')
}
