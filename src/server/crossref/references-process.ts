/** The program of the process that `References` starts: its input is a JATS file. */
import { keepLimits } from '../files/process-limits.ts'

keepLimits()
const input = Buffer.concat((await process.stdin.toArray()) as Buffer[])
const { parseJats } = await import('../jats/parse.ts')
const { referencesOf } = await import('./references-of.ts')
process.send?.(referencesOf(parseJats(input)))
