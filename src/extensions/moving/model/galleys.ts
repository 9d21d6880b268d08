import { ASSOC, fileStage } from './codes.ts'
import type { Context } from './context.ts'
import { momentIn } from './dates.ts'
import { pathWithin } from './file-paths.ts'
import type { OldGalley, PrivateFile, SourceFile } from './objects.ts'
import type { Ledger } from './reckoning.ts'
import { filledIn, firstWhere, idIn, inOrder, valueOf, type Row } from './rows.ts'
import { Settings } from './settings.ts'

/** Where a galley finds its file. */
export interface GalleyFiles {
  ofGalley: (id: string) => { file: SourceFile; dependents: SourceFile[]; older: SourceFile[]; row: Row } | undefined
}

/** For a draft of a published article: nothing of it is moved. */
export const NO_FILES: GalleyFiles = { ofGalley: () => undefined }

/**
 * The files of one submission. A file becomes public only through a galley of a published version: what no galley has
 * asked for is private.
 */
export class SubmissionFiles implements GalleyFiles {
  readonly #rows: ReadonlyMap<string, Row>
  /** Pictures and styles, by the file that they belong to. */
  readonly #dependents: ReadonlyMap<string, Row[]>
  readonly #used = new Set<string>()
  readonly #context: Context
  readonly #ledger: Ledger

  constructor(submissionId: string, context: Context, ledger: Ledger) {
    this.#context = context
    this.#ledger = ledger
    const rows = ledger.take(
      'submission_files',
      context.source.where('submission_files', 'submission_id', submissionId),
    )
    this.#rows = new Map(inOrder(rows, 'submission_file_id', 'submission_file_id').map((row) => [idOf(row), row]))
    this.#dependents = Map.groupBy([...this.#rows.values()].filter(isDependent), (row) => idIn(row, 'assoc_id') ?? '')
  }

  /** The file of a galley; undefined if its row is not there or is one of another submission. */
  ofGalley(id: string): ReturnType<GalleyFiles['ofGalley']> {
    const row = this.#rows.get(id)
    if (!row) return undefined
    const dependents = this.#dependents.get(id) ?? []
    const found = {
      row,
      file: this.#current(row),
      dependents: dependents.map((one) => this.#current(one)),
      older: this.#older(row),
    }
    this.#used.add(id)
    for (const one of dependents) {
      this.#used.add(idOf(one))
      // No version shows them any more.
      this.#older(one)
    }
    return found
  }

  /** For what was never public: its galleys tell their files, which all stay private. */
  unpublished(): GalleyFiles {
    return {
      ofGalley: (id) => {
        const row = this.#rows.get(id)
        return row && { row, file: this.#current(row), dependents: [], older: [] }
      },
    }
  }

  /** All files that no galley has asked for, with their older revisions. */
  rest(): PrivateFile[] {
    return [...this.#rows.values()]
      .filter((row) => !this.#used.has(idOf(row)))
      .flatMap((row) =>
        [...this.#older(row), this.#current(row)].map((file) => ({
          file,
          stage: fileStage(valueOf(row, 'file_stage')),
          sentAt: momentIn(valueOf(row, 'created_at')),
          sentBy: idIn(row, 'uploader_user_id'),
          of: ownerOf(row),
        })),
      )
  }

  #current(row: Row): SourceFile {
    return this.#file(row, idIn(row, 'file_id'), this.#nameOf(row))
  }

  /** The revisions that the current one has replaced, the oldest first. */
  #older(row: Row): SourceFile[] {
    const current = idIn(row, 'file_id')
    const { source } = this.#context
    const revisions = source.where('submission_file_revisions', 'submission_file_id', idOf(row))
    const all = inOrder(revisions, 'revision_id', 'revision_id')
    this.#ledger.takeShared('submission_file_revisions', all)
    const name = this.#nameOf(row)
    return all.flatMap((revision) => {
      const id = idIn(revision, 'file_id')
      return id === current ? [] : [this.#file(row, id, name)]
    })
  }

  #file(row: Row, fileId: string | null, name: string): SourceFile {
    const file = firstWhere(this.#context.source, 'files', 'file_id', fileId)
    if (!file) {
      this.#ledger.note('file without row', 'submission_files', row)
      return { id: fileId ?? '', folder: 'files', path: null, name, type: null }
    }
    this.#ledger.takeShared('files', [file])
    const path = pathWithin(valueOf(file, 'path') ?? '')
    if (path === undefined) this.#ledger.note('path refused', 'files', file, valueOf(file, 'path') ?? '')
    return { id: fileId ?? '', folder: 'files', path: path ?? null, name, type: filledIn(file, 'mimetype') }
  }

  readonly #names = new Map<string, string>()

  /** Read once: a file may be that of two galleys. */
  #nameOf(row: Row): string {
    const id = idOf(row)
    const known = this.#names.get(id)
    if (known !== undefined) return known
    const rows = this.#context.source.where('submission_file_settings', 'submission_file_id', id)
    const settings = new Settings('submission_file_settings', rows, this.#ledger, this.#context)
    const name = settings.plain('name') ?? ''
    settings.finish()
    this.#names.set(id, name)
    return name
  }
}

const isDependent = (row: Row): boolean =>
  fileStage(valueOf(row, 'file_stage')) === 'dependent' && valueOf(row, 'assoc_type') === ASSOC.file

const idOf = (row: Row): string => idIn(row, 'submission_file_id') ?? ''

function ownerOf(row: Row): PrivateFile['of'] {
  const id = idIn(row, 'assoc_id')
  if (id === null) return null
  const type = valueOf(row, 'assoc_type')
  return { kind: type === ASSOC.review ? 'review' : type === ASSOC.note ? 'note' : 'other', id }
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
    const fileId = idIn(row, 'submission_file_id')
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
      isSupplementary: supplementaryGenres.has((found && idIn(found.row, 'genre_id')) ?? ''),
      remoteUrl,
      file: found?.file ?? null,
      dependents: found?.dependents ?? [],
      olderFiles: found?.older ?? [],
    }
  })
}
