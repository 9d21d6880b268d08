/** The program of the process that `JatsTexts` starts: its input is a JATS file, its answer the file's text. */
import { gzipSync } from 'node:zlib'
import { keepLimits } from '../../platform/workers/process-limits.ts'

keepLimits()
const [, , , , bytes] = process.argv
const content = Buffer.concat((await process.stdin.toArray()) as Buffer[])
if (content.length !== Number(bytes)) throw new Error('The file did not arrive whole.')

const { parseJats } = await import('../../journal/documents/jats/parse.ts')
const { normaliseText } = await import('../../journal/documents/jats/text/normalise.ts')
process.send?.(gzipSync(JSON.stringify(normaliseText(parseJats(content)))))
