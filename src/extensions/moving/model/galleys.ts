import type { Context } from './context.ts'
import { fileRecords, type FileRecord } from './file-records.ts'
import type { OldGalley, PrivateFile, SourceFile } from './objects.ts'
import type { Ledger } from './reckoning.ts'
import { filledIn, idIn, inOrder, valueOf } from './rows.ts'
import { Settings } from './settings.ts'

/** What a galley shows. */
interface GalleyFile {
  genreId: string | null
  file: SourceFile
  dependents: SourceFile[]
  older: SourceFile[]
}

/** Where a galley finds its file. */
export interface GalleyFiles {
  ofGalley: (id: string) => GalleyFile | undefined
}

/** For a draft of a published article: nothing of it is moved. */
export const NO_FILES: GalleyFiles = { ofGalley: () => undefined }

/**
 * The files of one submission. A file becomes public only through a galley of a published version: what no galley has
 * asked for is private.
 */
export class SubmissionFiles implements GalleyFiles {
  readonly #records: ReadonlyMap<string, FileRecord>
  /** Pictures and styles, by the file that they belong to. */
  readonly #dependents: ReadonlyMap<string | null, FileRecord[]>
  readonly #used = new Set<string>()

  constructor(submissionId: string, context: Context, ledger: Ledger) {
    this.#records = new Map(fileRecords(submissionId, context, ledger).map((one) => [one.id, one]))
    this.#dependents = Map.groupBy(this.#records.values(), ({ dependsOn }) => dependsOn)
  }

  /** The file of a galley; undefined if its row is not there or is one of another submission. */
  ofGalley(id: string): GalleyFile | undefined {
    const record = this.#records.get(id)
    if (!record) return undefined
    const dependents = this.#dependents.get(id) ?? []
    for (const one of [record, ...dependents]) this.#used.add(one.id)
    const { genreId, current, older } = record
    return { genreId, file: current, dependents: dependents.map((one) => one.current), older }
  }

  /** For what was never public: its galleys tell their files, which all stay private. */
  unpublished(): GalleyFiles {
    return {
      ofGalley: (id) => {
        const record = this.#records.get(id)
        return record && { genreId: record.genreId, file: record.current, dependents: [], older: [] }
      },
    }
  }

  /** All files that no galley has asked for, with their older revisions. */
  rest(): PrivateFile[] {
    return [...this.#records.values()]
      .filter(({ id }) => !this.#used.has(id))
      .flatMap(({ current, older, stage, sentAt, sentBy, of }) =>
        [...older, current].map((file) => ({ file, stage, sentAt, sentBy, of })),
      )
  }
}

/** The galleys of a publication in their order. */
export function galleysOf(publicationId: string, files: GalleyFiles, context: Context, ledger: Ledger): OldGalley[] {
  const { source, family, languageOf, supplementaryGenres } = context
  const rows = source.where('publication_galleys', 'publication_id', publicationId)
  const seen = new Set<string>()
  return inOrder(ledger.take('publication_galleys', rows), 'galley_id').map((row) => {
    const id = idIn(row, 'galley_id') ?? ''
    const settings = new Settings(
      'publication_galley_settings',
      source.where('publication_galley_settings', 'galley_id', id),
      ledger,
      context,
    )
    const remoteUrl = filledIn(row, 'remote_url')
    const fileId = idIn(row, 'submission_file_id') ?? idIn(row, 'file_id')
    const found = fileId === null ? undefined : files.ofGalley(fileId)
    if (!found && remoteUrl === null) ledger.note('file without row', 'publication_galleys', row)
    if (fileId !== null && seen.has(fileId)) ledger.note('file of another galley too', 'publication_galleys', row)
    if (fileId !== null) seen.add(fileId)
    const doi = family.doiOf(row, settings, source)
    const { doi: _doi, ...otherIds } = settings.beginningWith('pub-id::')
    settings.finish()
    return {
      id,
      label: ledger.text('publication_galleys', row, 'label') ?? '',
      language: languageOf(valueOf(row, 'locale') ?? ''),
      urlPath: filledIn(row, 'url_path'),
      doi,
      otherIds,
      isSupplementary: supplementaryGenres.has(found?.genreId ?? ''),
      remoteUrl,
      file: found?.file ?? null,
      dependents: found?.dependents ?? [],
      olderFiles: found?.older ?? [],
    }
  })
}
