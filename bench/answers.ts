import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'undici'

/** An answer of the journal as other servers repeat it. */
export interface Recorded {
  /** The address at the other servers. */
  path: string
  headers: Record<string, string>
  /** The body as it was sent, compressed as it was. */
  file: string
}

/** Behind an address of the bare Node: the same answer, read from the disk on each request. */
export const FROM_DISK = '-from-disk'

/** Headers that each server writes by itself. */
const OWN = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

/** Asks as the driver does, without decoding, and keeps what came. */
export async function record(
  url: string,
  path: string,
  headers: Record<string, string>,
  folder: string,
  index: number,
) {
  const answer = await request(url + path, { headers })
  const body = Buffer.from(await answer.body.arrayBuffer())
  if (answer.statusCode !== 200) throw new Error(`${path} is answered with ${answer.statusCode}.`)
  const file = join(folder, `answer-${index}`)
  writeFileSync(file, body)
  const sent = Object.entries(answer.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !OWN.includes(name) ? [[name, value] as const] : [],
  )
  return { path: `/answer-${index}`, file, headers: Object.fromEntries(sent), bytes: body.length }
}
