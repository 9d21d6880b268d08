import { codedIn } from './rows.ts'

/** The longest path that is looked up; the column of the old journal holds 255. */
const LONGEST = 1000

/**
 * A path of the old journal within the folder that it is of: undefined for one that is absolute, leads out of it or
 * has a sign that no path of a journal has. The dump is never believed.
 */
export function pathWithin(path: string): string | undefined {
  if (!path || path.length > LONGEST || /[\u0000-\u001F\\:]/.test(path)) return undefined
  const parts = path.split('/')
  return parts.some((part) => part === '' || part === '.' || part === '..') ? undefined : path
}

/** The folders of 3.0 to 3.2, whose rows do not tell the path. */
const FOLDERS: Record<string, string> = {
  1: 'public',
  2: 'submission',
  3: 'note',
  4: 'submission/review',
  5: 'submission/review/attachment',
  6: 'submission/final',
  7: 'submission/fairCopy',
  8: 'submission/editor',
  9: 'submission/copyedit',
  10: 'submission/proof',
  11: 'submission/productionReady',
  13: 'attachment',
  15: 'submission/review/revision',
  17: 'submission/proof',
  18: 'submission/query',
}

/** A row of `submission_files` of 3.0 to 3.2. */
export interface FileFacts {
  journalId: string
  submissionId: string
  genreId: string | null
  fileId: string
  revision: string
  stage: string
  /** The day on which it was sent, '2018-03-15'. */
  day: string
  /** Of the name that it was sent with. */
  extension: string
}

/** Where 3.0 to 3.2 kept a file: `journals/1/articles/3/submission/3-1-1-1-2-20170112.docx`. */
export function computedPath(file: FileFacts): string | undefined {
  const folder = codedIn(FOLDERS, file.stage)
  if (folder === undefined) return undefined
  const parts = [file.submissionId, file.genreId, file.fileId, file.revision, file.stage, file.day.replaceAll('-', '')]
  const name = parts.filter((part) => part !== null).join('-')
  return pathWithin(`${submissionFolder(file.journalId, file.submissionId)}/${folder}/${name}.${file.extension}`)
}

export const submissionFolder = (journalId: string, submissionId: string): string =>
  `journals/${journalId}/articles/${submissionId}`

/** Where every version keeps a file of a whole issue. */
export const issueFilePath = (journalId: string, issueId: string, fileName: string): string | undefined =>
  pathWithin(`journals/${journalId}/issues/${issueId}/public/${fileName}`)

/** Where every version keeps a cover, within the public folder. */
export const coverPath = (journalId: string, fileName: string): string | undefined =>
  pathWithin(`journals/${journalId}/${fileName}`)
