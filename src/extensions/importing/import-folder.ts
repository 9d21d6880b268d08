import type { Document } from '@xmldom/xmldom'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { plainTitle } from '../../contract/rules/text/inline-markup.ts'
import type { Origin } from './found-or-created.ts'
import { figureReader } from '../../journal/publication/files/figure-pictures.ts'
import { findFigures } from './figure-files.ts'
import { importArticle, type ImportedFile, type ImportResult } from './import-article.ts'
import { JATS_MAX_BYTES, JATS_TOO_LARGE, parseJats, ImportProblem } from '../../journal/documents/jats/model/parse.ts'
import { renderFullText } from '../../journal/documents/jats/html/render.ts'
import { readJats, type JatsArticle } from '../../journal/documents/jats/read/article.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ImportResources } from '../../journal/publication/files/stored-files.ts'
import { readReferences } from '../../journal/documents/jats/read/references.ts'

export interface FileReport {
  file: string
  /** As plain text; empty if the file could not be read that far. */
  title: string
  result: ImportResult | 'failed'
  reason?: string
  line?: number | undefined
  /** What is missing from, or was left out of, an article that was imported all the same. */
  warnings: string[]
}

export interface FolderOptions {
  origin: Origin
  /** Generates a PDF for an article without one. */
  makePdf?: (article: JatsArticle, document: Document) => Promise<Uint8Array>
  onProgress?: (report: FileReport, done: number, total: number) => void
}

/**
 * Imports every XML file of a folder, sorted by name, each with the PDF of the same name next to it and the
 * pictures of its figures. An invalid file is reported and the import continues. Throws a one-sentence error
 * if there is nothing to import.
 */
export async function importFolder(
  resources: ImportResources & Pick<Platform, 'workers'>,
  folder: string,
  options: FolderOptions,
): Promise<FileReport[]> {
  const { names, xmlNames } = await filesToImport(folder)
  const reports: FileReport[] = []
  for (const file of xmlNames) {
    const pdfName = names.find(
      (name) => /\.pdf$/i.test(name) && parse(name).name.toLowerCase() === parse(file).name.toLowerCase(),
    )
    const report = await importFile(resources, folder, file, pdfName, options)
    reports.push(report)
    options.onProgress?.(report, reports.length, xmlNames.length)
  }
  return reports
}

/** Lists the files of a folder and those to import. Throws a one-sentence error if there are none. */
export async function filesToImport(folder: string): Promise<{ names: string[]; xmlNames: string[] }> {
  const found = await stat(folder).catch(() => undefined)
  if (!found) throw new ImportProblem(`The folder "${folder}" does not exist.`)
  if (!found.isDirectory()) throw new ImportProblem(`"${folder}" is a file, not a folder.`)
  const all = await readdir(folder).catch(() => {
    throw new ImportProblem(`The folder "${folder}" may not be read by this user.`)
  })
  const names = all.filter((name) => !name.startsWith('.')).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const xmlNames = names.filter((name) => /\.xml$/i.test(name))
  if (!xmlNames.length) throw new ImportProblem(`There are no XML files in the folder "${folder}".`)
  return { names, xmlNames }
}

/** Articles with many pictures have PDFs of some tens of megabytes. */
const PDF_MAX_BYTES = 200 * 1024 * 1024

/** The size is looked at before anything is read. */
async function readAtMost(path: string, bytes: number, tooLarge: string): Promise<Buffer> {
  if ((await stat(path)).size > bytes) throw new ImportProblem(tooLarge)
  return readFile(path)
}

async function importFile(
  resources: ImportResources & Pick<Platform, 'workers'>,
  folder: string,
  file: string,
  pdfName: string | undefined,
  { origin, makePdf }: FolderOptions,
): Promise<FileReport> {
  let title = ''
  try {
    const content = await readAtMost(join(folder, file), JATS_MAX_BYTES, JATS_TOO_LARGE)
    const document = parseJats(content)
    const article = readJats(document)
    title = plainTitle(article.title)
    const pdf = async (): Promise<ImportedFile> => ({
      name: pdfName ?? `${parse(file).name}.pdf`,
      content: pdfName
        ? await readAtMost(join(folder, pdfName), PDF_MAX_BYTES, `${pdfName} is larger than 200 MB.`)
        : await makePdf!(article, document),
    })
    const { result, warnings } = await importArticle(resources, {
      article,
      xml: { name: file, content },
      text: renderFullText(document, { image: () => undefined }),
      references: readReferences(document),
      ...(pdfName || makePdf ? { pdf } : {}),
      figures: await findFigures(document, folder, file, figureReader(resources.workers)),
      origin,
    })
    return { file, title, result, warnings: [...article.warnings, ...warnings] }
  } catch (error) {
    return { file, title, result: 'failed', ...reasonOf(error), warnings: [] }
  }
}

function reasonOf(error: unknown): { reason: string; line?: number | undefined } {
  if (error instanceof ImportProblem) return { reason: error.message, line: error.line }
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM') return { reason: 'The file may not be read by this user.' }
  if (code === 'ENOSPC') return { reason: 'The disk is full.' }
  if (code === 'SQLITE_BUSY') return { reason: 'The database was busy for too long. Please run the import again.' }
  return { reason: `It could not be stored: ${message}` }
}
