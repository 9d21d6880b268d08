import { readFile } from 'node:fs/promises'

/** Looks into PDFs in this process, where there are any: starting another for each takes longer than most tests. */
export const pdfCheckHere = {
  findingsIn: async (path: string) => {
    const { pdfFindings } = await import('../src/server/files/pdf-findings.ts')
    return pdfFindings(await readFile(path))
  },
}
