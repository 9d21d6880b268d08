/** The program of the process that `imageEncoder` starts: makes the smaller copies of one picture. */
import { encode } from './encode.ts'
import { keepLimits } from '../../../platform/workers/process-limits.ts'

keepLimits()
process.send?.(await encode(Buffer.concat((await process.stdin.toArray()) as Buffer[])))
