/** The program of the process that compares two texts: its input is both of them, as JSON. */
import { keepLimits } from '../../../platform/workers/process-limits.ts'
import { compareTexts, foldUnchanged } from '../../documents/manuscripts/compare-texts.ts'

keepLimits()
const input = Buffer.concat((await process.stdin.toArray()) as Buffer[])
const [before = [], after = []] = JSON.parse(input.toString('utf8')) as string[][]
process.send?.(foldUnchanged(compareTexts(before, after)))
