import { gzipSync } from 'node:zlib'
import { parseJats } from '../../journal/documents/jats/model/parse.ts'
import { normaliseText } from '../../journal/documents/jats/write/normalise.ts'

/** The text of a JATS file, made valid, as packed JSON. */
export default (content: Buffer): Uint8Array => gzipSync(JSON.stringify(normaliseText(parseJats(content))))
