import type { Document } from '@xmldom/xmldom'
import type { FullTextOutline } from '../../contract/api/full-texts.ts'
import { plainTitle } from '../../contract/rules/text/inline-markup.ts'
import { renderFullText, type RenderedText } from './jats/html/render.ts'
import { at } from './jats/model/nodes.ts'
import { parseJats, ImportProblem } from './jats/model/parse.ts'
import { readJats } from './jats/read/article.ts'
import { Withheld } from './redaction/withheld.ts'
import { Unreadable, WORD_TYPE } from './word/prepare.ts'
import { readWord, type WordPicture } from './word/read-word.ts'
import { bareArticle } from './word/bare-article.ts'
import { wordToJats } from './word/to-jats.ts'
import { pictureSrc } from '../../contract/rules/articles/pictures.ts'

/** What the article's record says, to compare the file with. */
export interface KnownArticle {
  /** Inline markup. */
  title: string
  doi: string | null
}

/** A text as its page will show it; pictures have the address `pictureSrc`. */
export interface ShownText {
  outline: FullTextOutline
  parts: string[]
}

/** The text of an article from a file that an editor has given, and how it will be shown. */
export interface FullTextDraft {
  /** The elements `body` and `back`, of a Word document; null: the file itself is JATS. */
  jats: { body: string; back: string } | null
  /** Null where only the conversion was asked for. */
  shown: ShownText | null
  pictures: WordPicture[]
  /** What an editor should know before readers do, in plain sentences. */
  warnings: string[]
}

export type FullTextAnswer = FullTextDraft | { unavailable: string }

export const FULL_TEXT_PROBLEMS = {
  unreadable: 'This file could not be read. Save it again as DOCX, or use JATS XML.',
  empty: 'This file has no text besides its title and abstract.',
}

/**
 * Reads the text of an article; to be called in a process of its own (`documents.ts`). A Word document that has been
 * shown before is only converted, with `isShown` false: its page is rendered once it is stored.
 */
export async function readFullText(
  content: Buffer,
  mediaType: string,
  known: KnownArticle,
  isShown: boolean,
): Promise<FullTextAnswer> {
  try {
    return mediaType === WORD_TYPE ? await fromWord(content, known, isShown) : fromJats(content, known)
  } catch (error) {
    if (error instanceof ImportProblem) {
      return { unavailable: error.line ? `Line ${error.line}: ${error.message}` : error.message }
    }
    if (error instanceof Unreadable) return { unavailable: error.message }
    if (error instanceof Withheld || error instanceof Error) return { unavailable: FULL_TEXT_PROBLEMS.unreadable }
    throw error
  }
}

async function fromWord(content: Buffer, known: KnownArticle, isShown: boolean): Promise<FullTextAnswer> {
  const read = await readWord(content, { withPictures: true })
  const { body, back, warnings } = wordToJats(read, plainTitle(known.title))
  const draft = { jats: { body, back }, pictures: read.pictures, warnings }
  if (!isShown) return { ...draft, shown: null }
  const names = new Set(read.pictures.map(({ name }) => name))
  const text = rendered(parseJats(bareArticle({ body, back })), (href) => names.has(href))
  return text ? { ...draft, shown: shownOf(text) } : { unavailable: FULL_TEXT_PROBLEMS.empty }
}

function fromJats(content: Buffer, known: KnownArticle): FullTextAnswer {
  const document = parseJats(content)
  const { title, doi } = readJats(document)
  const text = at(document.documentElement!, 'body') ? rendered(document, () => false) : null
  if (!text) return { unavailable: FULL_TEXT_PROBLEMS.empty }
  const [given, recorded] = [title, known.title].map((each) =>
    plainTitle(each)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
  const unknown = Object.keys(text.unknown)
  return {
    jats: null,
    shown: shownOf(text),
    pictures: [],
    warnings: [
      ...(given === recorded ? [] : [`The file has another title: “${plainTitle(title)}”.`]),
      ...(doi && known.doi && doi.toLowerCase() !== known.doi.toLowerCase()
        ? [`The file has another DOI: ${doi}.`]
        : []),
      ...(text.outline.figures.length ? ['The images of its figures are not part of the file.'] : []),
      ...(unknown.length ? [`These elements are shown as plain text: ${unknown.join(', ')}.`] : []),
    ],
  }
}

const shownOf = ({ outline, parts }: RenderedText): ShownText => ({ outline, parts })

const rendered = (document: Document, hasPicture: (href: string) => boolean): RenderedText | null =>
  renderFullText(document, {
    image: (href) => (hasPicture(href) ? { src: pictureSrc(href), width: null, height: null } : undefined),
  })
