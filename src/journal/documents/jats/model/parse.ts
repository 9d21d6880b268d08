import { DOMParser, ParseError, type Document, type Element, type Node } from '@xmldom/xmldom'

/** Why a file cannot be imported: one plain sentence, and its line if known. */
export class ImportProblem extends Error {
  readonly line: number | undefined
  constructor(reason: string, line?: number) {
    super(reason)
    this.name = 'ImportProblem'
    this.line = line
  }
}

/** The largest real articles have about 10 MB of XML; more is an error or an attack. */
export const JATS_MAX_BYTES = 50 * 1024 * 1024
export const JATS_TOO_LARGE = 'The file is larger than 50 MB.'
/** The readers are recursive; real articles nest about 30 levels deep. */
const DEEPEST = 200

/**
 * Parses a JATS file. DTDs are never loaded and entities never expanded, so a file can neither cause network
 * requests nor an entity bomb; a file that declares entities is refused. Throws an ImportProblem with the
 * line if the XML is not well-formed.
 */
export function parseJats(bytes: Uint8Array): Document {
  if (bytes.length > JATS_MAX_BYTES) throw new ImportProblem(JATS_TOO_LARGE)
  const text = decode(bytes)
  refuseEntities(text)
  let refused: ImportProblem | undefined
  let document: Document
  try {
    document = new DOMParser({
      onError: (level, message, context) => {
        if (level === 'warning') return
        const line = (context as { locator?: { lineNumber?: number } } | undefined)?.locator?.lineNumber
        refused ??= new ImportProblem(sentence(message), line || undefined)
        // Reading on after the first error takes the square of the length.
        if (level === 'error') throw refused
      },
    }).parseFromString(text, 'application/xml')
  } catch (error) {
    if (refused) throw refused
    if (error instanceof ParseError) throw new ImportProblem(sentence(error.message), lineOf(error))
    throw error
  }
  const root = document.documentElement
  if (root?.localName !== 'article') {
    throw new ImportProblem(
      `This is not a JATS article: it begins with <${root?.nodeName}>, not <article>.`,
      root?.lineNumber,
    )
  }
  refuseDeepNesting(root)
  return document
}

/** Decodes the bytes by their byte order mark or the encoding in the XML declaration. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const named = /^<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(
    Buffer.from(bytes.subarray(0, 200)).toString('latin1'),
  )
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : named?.[1]
  try {
    return new TextDecoder(encoding ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new ImportProblem(
      error instanceof RangeError
        ? `The file names the encoding "${encoding}", which is not known.`
        : `The file is not text in ${(encoding ?? 'utf-8').toUpperCase()}, as an XML file without another declaration must be.`,
    )
  }
}

/** The parser's message as a sentence for the person who has to fix the file. */
function sentence(message: string): string {
  const text = message.split('\n')[0]!.trim()
  const entity = /entity not found:\s*(&[^;]*;?)/.exec(text)
  if (entity)
    return `The entity ${entity[1]} is not declared. Please write the character itself or its number, such as &#160;.`
  if (text.startsWith('missing root element')) return 'The file is empty or is not XML.'
  const mismatch = /Opening and ending tag mismatch: "([^"]*)" != "([^"]*)"/.exec(text)
  if (mismatch) return `The element <${mismatch[1]}> is closed by </${mismatch[2]}>.`
  const unclosed = /unclosed xml tag\(s\): (.*)/.exec(text)
  if (unclosed) return `The file ends before <${unclosed[1]!.split(', ').at(-1)}> is closed.`
  return `The XML is not well-formed: ${text.replace(/^(?:Error constructing the DOM: \w+: |element parse error: (?:Error: )?)/, '').replace(/\.?$/, '.')}`
}

function lineOf(error: ParseError): number | undefined {
  const line = (error as { locator?: { lineNumber?: number } }).locator?.lineNumber
  return line || undefined
}

function refuseEntities(text: string): void {
  const rootAt = text.search(/<article[\s>]/)
  const at = text.slice(0, rootAt < 0 ? undefined : rootAt).search(/<!ENTITY/i)
  if (at < 0) return
  throw new ImportProblem(
    'The file declares entities of its own, which are not allowed.',
    text.slice(0, at).split('\n').length,
  )
}

function refuseDeepNesting(root: Element): void {
  let depth = 0
  let node: Node | null = root
  // Iterative traversal: down to the first child, otherwise to the next sibling of the nearest ancestor.
  while (node) {
    if (depth > DEEPEST) throw new ImportProblem(`The elements are nested more than ${DEEPEST} deep.`, node.lineNumber)
    if (node.firstChild) {
      node = node.firstChild
      depth++
      continue
    }
    while (node && node !== root && !node.nextSibling) {
      node = node.parentNode
      depth--
    }
    node = !node || node === root ? null : node.nextSibling
  }
}
