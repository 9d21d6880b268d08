/** The program of the process that `figureReader` starts: reads one picture of a figure. */
import { prepareFigure } from './prepare-figure.ts'
import { keepLimits } from '../../../platform/workers/process-limits.ts'

keepLimits()
const content = Buffer.concat((await process.stdin.toArray()) as Buffer[])
process.send?.(await prepareFigure(content, { withPreview: process.argv[4] === 'preview' }))
