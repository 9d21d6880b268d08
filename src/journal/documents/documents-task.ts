import type { Question } from './documents.ts'

/** Reads one file in one of five ways; each loads only what it needs. */
const ANSWERS: Record<Question['way'], (content: Buffer, asked: Question) => Promise<unknown>> = {
  redact: async (content, { mediaType, names, affiliations }) =>
    (await import('./redaction/redact-file.ts')).redactFile(content, mediaType, names, affiliations),
  search: async (content, { mediaType, names }) => {
    const { SoughtNames } = await import('./redaction/names-left.ts')
    return (await import('./redaction/names-left.ts')).namesLeft(content, mediaType, new SoughtNames(names))
  },
  convert: async (content, { mediaType, known, isShown = true }) =>
    (await import('./full-text.ts')).readFullText(content, mediaType, known!, isShown),
  pages: async (content) => (await import('./pdf/pdf-text.ts')).pageTexts(content),
  read: async (content, { mediaType }) => (await import('./manuscript-text.ts')).readManuscriptText(content, mediaType),
}

export default (content: Buffer, asked: Question): Promise<unknown> => ANSWERS[asked.way](content, asked)
