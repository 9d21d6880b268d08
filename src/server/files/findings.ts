import { FILE_FINDINGS, type FileFinding } from '../../contract/domain/file-findings.ts'

/** What a file's row says was found in it; undefined where nobody has looked. */
export function findingsOf(column: string | null): FileFinding[] | undefined {
  if (column === null) return undefined
  const words = column.split(',')
  return FILE_FINDINGS.filter((finding) => words.includes(finding))
}
