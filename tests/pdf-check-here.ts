import { readFile } from 'node:fs/promises'

/** Checks PDFs in this process: starting another for each takes longer than most tests. */
export const pdfCheckHere = {
  findingsIn: async (path: string) => {
    const { pdfFindings } = await import('../src/journal/documents/checks/pdf-findings.ts')
    return pdfFindings(await readFile(path))
  },
}
