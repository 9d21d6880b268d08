import { FILE_FINDINGS, type FileFinding } from '../../../contract/rules/files/file-rules.ts'

/** The findings in a file's row; undefined if it was not checked. */
export function findingsOf(column: string | null): FileFinding[] | undefined {
  if (column === null) return undefined
  const words = column.split(',')
  return FILE_FINDINGS.filter((finding) => words.includes(finding))
}
