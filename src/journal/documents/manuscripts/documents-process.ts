/**
 * The program of the process that `Documents` starts. Its input is a line of JSON, which names people and so is no
 * argument that other users of the machine could read, and then the file.
 */
import { keepLimits } from '../../../platform/workers/process-limits.ts'
import type { Question } from './documents.ts'

keepLimits()
const input = Buffer.concat((await process.stdin.toArray()) as Buffer[])
const end = input.indexOf('\n')
const question = JSON.parse(input.toString('utf8', 0, end)) as Question
const content = input.subarray(end + 1)
if (content.length !== question.bytes) throw new Error('The file did not arrive whole.')

const { cleanFile } = await import('./clean-file.ts')
const { namesLeft } = await import('./names-left.ts')
const { SoughtNames } = await import('./sought-names.ts')
const { readFullText } = await import('./read-full-text.ts')
const { readManuscriptText } = await import('./manuscript-text.ts')

const ANSWERS: Record<Question['task'], (asked: Question) => Promise<unknown>> = {
  clean: ({ mediaType, names, affiliations }) => cleanFile(content, mediaType, names, affiliations),
  search: ({ mediaType, names }) => namesLeft(content, mediaType, new SoughtNames(names)),
  convert: ({ mediaType, known }) => readFullText(content, mediaType, known!),
  read: ({ mediaType }) => readManuscriptText(content, mediaType),
}
process.send?.(await ANSWERS[question.task](question))
