/** The program of the process that `PdfCheck` starts: parses one PDF and reports its findings. */
import { readFileSync } from 'node:fs'
import { keepLimits } from '../../../platform/workers/process-limits.ts'

keepLimits()
const { pdfFindings } = await import('./pdf-findings.ts')
process.send?.(await pdfFindings(readFileSync(process.argv[4] ?? '')))
