import { deflateRawSync } from 'node:zlib'
import { aRealPdf } from './pdf-files.ts'

const BOUNDARY = '----journaltest'
const HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

const fieldParts = (fields: Record<string, string>): Buffer[] =>
  Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )

/** A multipart body with fields alone. */
export const aForm = (fields: Record<string, string>): { body: Buffer; headers: Record<string, string> } => ({
  body: Buffer.concat([...fieldParts(fields), Buffer.from(`--${BOUNDARY}--\r\n`)]),
  headers: HEADERS,
})

/** A multipart body with one file, as a browser sends it. */
export function aMultipart(
  file: { name: string; content: Uint8Array; field?: string },
  fields: Record<string, string> = {},
): { body: Buffer; headers: Record<string, string> } {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${file.field ?? 'file'}"; filename="${file.name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const parts = [...fieldParts(fields), Buffer.from(head), file.content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]
  return { body: Buffer.concat(parts), headers: HEADERS }
}

export const aPdf = (words = 'A manuscript'): Buffer => aRealPdf({ objects: { 4: `(${words})` } })

/** A PNG of one pixel, with as much behind it as makes so many bytes. */
export const aPng = (bytes = 0): Buffer => Buffer.concat([PIXEL, Buffer.alloc(Math.max(0, bytes - PIXEL.length))])

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A ZIP archive: Word files, and things that pretend to be some. */
export function aZip(
  entries: { name: string; content?: Buffer | string; mode?: number; claimedSize?: number }[],
): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content = '', mode = 0o100644, claimedSize } of entries) {
    const data = Buffer.from(content)
    const packed = deflateRawSync(data)
    const nameBytes = Buffer.from(name)
    const size = claimedSize ?? data.length
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(nameBytes.length, 26)
    files.push(local, nameBytes, packed)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE((3 << 8) | 20, 4)
    central.writeUInt16LE(20, 6)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt32LE(size, 24)
    central.writeUInt16LE(nameBytes.length, 28)
    central.writeUInt32LE((mode << 16) >>> 0, 38)
    central.writeUInt32LE(offset, 42)
    directory.push(central, nameBytes)
    offset += local.length + nameBytes.length + packed.length
  }
  const directorySize = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directorySize, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, ...directory, end])
}

/** A Word document with its least parts. */
export const aDocx = (extra: Parameters<typeof aZip>[0] = []): Buffer =>
  aZip([
    {
      name: '[Content_Types].xml',
      content:
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    },
    { name: 'word/document.xml', content: '<w:document/>' },
    ...extra,
  ])
