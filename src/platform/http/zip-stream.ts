import { Readable } from 'node:stream'

/** A file of a ZIP, opened when the ones before it have been sent. */
export interface ZipEntry {
  path: string
  /** False for what is compressed already. */
  compress: boolean
  open: () => Promise<Buffer | Readable>
}

/**
 * Files as a ZIP that is sent while it is made: one of them at a time is in memory, and none is read faster than the
 * client takes it. If one cannot be read the stream fails, so that what has arrived is no whole ZIP.
 */
export async function zipStream(entries: readonly ZipEntry[]): Promise<Readable> {
  // Loaded when it is first needed.
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let current: Readable | undefined
  for (const { path, compress, open } of entries) {
    // Dates would make two ZIPs of the same files differ.
    zip.addReadStreamLazy(path, { compress, mtime: new Date(Date.UTC(2000, 0, 1)) }, (give) => {
      if (output.destroyed) return
      open().then(
        (content) => {
          current = content instanceof Readable ? content : Readable.from([content])
          current.on('error', (error) => output.destroy(error))
          if (output.destroyed) current.destroy()
          give(null, current)
        },
        (error: unknown) => output.destroy(error as Error),
      )
    })
  }
  zip.on('error', (error: Error) => output.destroy(error))
  // A client that has gone leaves no file open.
  output.on('close', () => current?.destroy())
  zip.end()
  return output
}
