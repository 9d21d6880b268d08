/** The program of the process that `figureReader` starts: reads one picture of a figure. */
import { prepareFigure } from './prepare-figure.ts'
import { keepLimits } from './process-limits.ts'

keepLimits()
process.send?.(await prepareFigure(Buffer.concat((await process.stdin.toArray()) as Buffer[])))
