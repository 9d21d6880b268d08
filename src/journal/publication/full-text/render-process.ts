/** The program of the process that `FullTextRenderer` starts. Its input is a line of JSON, then the file. */
import { keepLimits } from '../../../platform/workers/process-limits.ts'
import type { Question, RenderAnswer } from './renderer.ts'

keepLimits()
const input = Buffer.concat((await process.stdin.toArray()) as Buffer[])
const end = input.indexOf('\n')
const { images, bytes } = JSON.parse(input.toString('utf8', 0, end)) as Question
const xml = input.subarray(end + 1)
if (xml.length !== bytes) throw new Error('The file did not arrive whole.')

const { figureName } = await import('../../../contract/rules/articles/figures.ts')
const { parseJats } = await import('../../documents/jats/parse.ts')
const { ImportProblem } = await import('../../documents/jats/problem.ts')
const { readReferences } = await import('../../documents/jats/read-references.ts')
const { renderFullText } = await import('../../documents/jats/html/render.ts')

const known = new Map(Object.entries(images))

function answer(): RenderAnswer {
  try {
    const document = parseJats(xml)
    return {
      text: renderFullText(document, { image: (href) => known.get(figureName(href)) }),
      references: readReferences(document),
    }
  } catch (error) {
    if (error instanceof ImportProblem) return { problem: error.message }
    throw error
  }
}
process.send?.(answer())
