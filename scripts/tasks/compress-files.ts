import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/** A hundredth larger than with 11, in a third of the time. */
const QUALITY = 10

/** Puts a Brotli form beside each text file of a folder, as `NAME.br`: no reader waits for it, nor gets a lighter one. */
export function compressFiles(folder: string): void {
  for (const file of globSync('**/*.{js,css,svg,webmanifest}', { cwd: folder })) {
    const path = join(folder, file)
    const bytes = readFileSync(path)
    const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  }
}
