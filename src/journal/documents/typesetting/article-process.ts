/** The program of the process that `typesetXml` starts: typesets one JATS file. */
import { keepLimits } from '../../../platform/workers/process-limits.ts'

keepLimits()
const xml = Buffer.concat((await process.stdin.toArray()) as Buffer[])
// A file that could not be read to its end must not pass for a shorter one.
if (xml.length !== Number(process.argv[4])) throw new Error('The file did not arrive whole.')

const { parseJats } = await import('../jats/parse.ts')
const { readJats } = await import('../jats/read.ts')
const { readBody } = await import('../jats/body.ts')
const { typesetArticle } = await import('./article-pdf.ts')

const document = parseJats(xml)
const body = readBody(document)
// A PDF of the abstract alone would promise more than it has.
process.send?.(body.blocks.length ? await typesetArticle(readJats(document), body) : 'no text')
