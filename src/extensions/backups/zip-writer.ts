import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** What was written for an entry, or of the whole file. */
export interface Written {
  bytes: number
  sha256: string
}

/** A ZIP on its way to a new file that only this user can read. */
export interface ZipWriter {
  add(path: string, content: AsyncIterable<Uint8Array>, compress: boolean): Promise<Written>
  /** Ends the file; its bytes have reached the disk then. */
  end(): Promise<Written>
  /** Closes the file as it is. */
  abandon(): Promise<void>
}

export async function openZipWriter(file: string): Promise<ZipWriter> {
  const { ZipFile } = await import('yazl')
  const handle = await open(file, 'wx', 0o600)
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const whole = counting()
  const write = async () => {
    for await (const part of whole.through(output)) await handle.writeFile(part)
  }
  const written = write()
  // Reported by `add` and `end`.
  written.catch(() => {})
  const close = async () => {
    output.destroy()
    await written.catch(() => {})
    await handle.close()
  }
  return {
    async add(path, content, compress) {
      const entry = counting()
      const source = Readable.from(entry.through(content), { objectMode: false })
      const read = new Promise<void>((resolve, reject) => source.once('end', resolve).once('error', reject))
      zip.addReadStream(source, path, { compress, mode: 0o100600 })
      try {
        // A full disk ends the writing, and then nobody reads the source to its end.
        await Promise.race([read, written.then(() => read)])
      } finally {
        source.destroy()
      }
      return entry.result()
    },
    async end() {
      zip.end()
      await written
      await handle.sync()
      await handle.close()
      return whole.result()
    },
    abandon: close,
  }
}

function counting() {
  const sha256 = createHash('sha256')
  let bytes = 0
  return {
    async *through(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const part of content) {
        if (!part.length) continue
        sha256.update(part)
        bytes += part.length
        yield part
      }
    },
    result: (): Written => ({ bytes, sha256: sha256.digest('hex') }),
  }
}
