import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Workers, WorkerTask } from '../../platform/workers/workers.ts'
import type { RedactedFile } from './redaction/redact-file.ts'
import { FullTextOutline } from '../../contract/api/full-texts.ts'
import { WITHHELD } from './redaction/withheld.ts'
import type { FullTextAnswer, KnownArticle } from './full-text.ts'
import { DOCUMENT_TYPES, IMAGE_TYPES } from '../../contract/rules/files/file-rules.ts'
import { reviewerFileName } from '../../contract/rules/peer-review/report-files.ts'
import type { NameLeft } from './redaction/names-left.ts'
import { UNAVAILABLE, type TextOrNone, type Paragraph } from './plain-text.ts'

/** A stored file, or its bytes. */
export type DocumentFile = { mediaType: string } & ({ path: string } | { content: Uint8Array })

/** What the process is asked about a file. */
export interface Question {
  way: 'redact' | 'convert' | 'search' | 'read' | 'pages'
  mediaType: string
  names: string[]
  affiliations: string[]
  /** To convert the text of an article. */
  known?: KnownArticle
  isShown?: boolean
}

/** 8 MB of text as XML in Word take about five seconds; a PDF of 7 MB takes two. */
export const DOCUMENTS_TASK: WorkerTask = { module: join(import.meta.dirname, 'documents-task.ts'), timeoutMs: 30_000 }
const FULL_TEXT_LIMITS = 'This file is too large or too complicated to be converted.'

/**
 * Reads manuscripts and the files of reviewers. They are untrusted input, so each is parsed in a process of its own,
 * which may fail without harm: then there is a reason instead of a result.
 */
export class Documents {
  readonly #workers: Workers
  readonly #task: WorkerTask

  constructor(workers: Workers, task = DOCUMENTS_TASK) {
    this.#workers = workers
    this.#task = task
  }

  /**
   * The copy of a reviewer's file that authors may have, or the reason why there is none. `names` are the
   * reviewer's: full name, email addresses, ORCID iD.
   */
  async redact(file: DocumentFile, names: string[], affiliations: string[] = []): Promise<RedactedFile> {
    const answer = await this.#ask('redact', file, { names, affiliations }, true)
    return isCleaned(answer) ? answer : { withheld: WITHHELD.limits }
  }

  /** Where these names are in a file; null if it could not be searched. */
  async namesLeft(file: DocumentFile, names: string[]): Promise<NameLeft[] | null> {
    const answer = await this.#ask('search', file, { names })
    return Array.isArray(answer) && answer.every(isNameLeft) ? answer : null
  }

  /** The text of a manuscript as paragraphs, or the reason why it cannot be shown. */
  async manuscriptText(file: DocumentFile, { isBackground = false } = {}): Promise<TextOrNone> {
    const answer = await this.#ask('read', file, {}, isBackground)
    return isText(answer) ? answer : { unavailable: UNAVAILABLE.unreadable }
  }

  /** The text of each page of a PDF; null if it could not be read. */
  async pages(file: DocumentFile): Promise<string[] | null> {
    const answer = await this.#ask('pages', file)
    return areTexts(answer) ? (answer as string[]) : null
  }

  /** The text of an article from the file that an editor gives, or the reason why there is none. */
  async fullText(file: DocumentFile, known: KnownArticle, { isShown = true } = {}): Promise<FullTextAnswer> {
    const answer = await this.#ask('convert', file, { known, isShown })
    return isFullText(answer) ? answer : { unavailable: FULL_TEXT_LIMITS }
  }

  async #ask(
    way: Question['way'],
    file: DocumentFile,
    asked: Partial<Pick<Question, 'names' | 'affiliations' | 'known' | 'isShown'>> = {},
    isBackground = false,
  ): Promise<unknown> {
    const question: Question = { way, mediaType: file.mediaType, names: [], affiliations: [], ...asked }
    const given =
      'content' in file
        ? { content: file.content }
        : { content: () => createReadStream(file.path), bytes: (await stat(file.path)).size }
    return this.#workers.ask(this.#task, { ...given, asked: question, isBackground })
  }
}

// The process has read what a stranger has sent, so its answers are checked.

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isBytes = (value: unknown): boolean => value instanceof Uint8Array && value.length > 0

function isCleaned(answer: unknown): answer is RedactedFile {
  if (!isObject(answer)) return false
  if ('withheld' in answer) {
    return typeof answer.withheld === 'string' && (!('mayRelease' in answer) || isBytes(answer.mayRelease))
  }
  return isBytes(answer.redacted)
}

const isNameLeft = (value: unknown): value is NameLeft =>
  isObject(value) && [value.name, value.where, value.part].every((each) => typeof each === 'string')

function isText(answer: unknown): answer is TextOrNone {
  if (!isObject(answer)) return false
  if ('unavailable' in answer) return typeof answer.unavailable === 'string'
  const { paragraphs, html, words, isShortened } = answer
  return (
    Array.isArray(paragraphs) &&
    paragraphs.every(isParagraph) &&
    (html === null || typeof html === 'string') &&
    Number.isInteger(words) &&
    typeof isShortened === 'boolean'
  )
}

function isFullText(answer: unknown): answer is FullTextAnswer {
  if (!isObject(answer)) return false
  if ('unavailable' in answer) return typeof answer.unavailable === 'string'
  const { jats, shown, pictures, warnings } = answer
  return (
    (jats === null || (isObject(jats) && areTexts([jats.body, jats.back]))) &&
    (shown === null ||
      (isObject(shown) && FullTextOutline.safeParse(shown.outline).success && areTexts(shown.parts))) &&
    areTexts(warnings) &&
    Array.isArray(pictures) &&
    pictures.every((one) => isObject(one) && typeof one.name === 'string' && isBytes(one.content))
  )
}

const areTexts = (values: unknown): boolean =>
  Array.isArray(values) && values.every((value) => typeof value === 'string')

const isParagraph = (value: unknown): value is Paragraph =>
  isObject(value) && typeof value.text === 'string' && (value.style === 'heading' || value.style === 'text')

/**
 * The name under which authors receive a reviewer's file: 'Reviewer K.docx'. The reviewer's own name for it is not used.
 * `at` counts those of a report from 0.
 */
export function anonymousFileName(label: string, mediaType: string, at = 0): string {
  const [extension] = Object.entries({ ...DOCUMENT_TYPES, ...IMAGE_TYPES }).find(([, type]) => type === mediaType) ?? []
  return `${reviewerFileName(label, at)}${extension ? `.${extension}` : ''}`
}
