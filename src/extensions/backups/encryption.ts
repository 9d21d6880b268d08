import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { BadBackup, type Progress } from './manifest.ts'

/** What an encrypted backup begins with. Its format is that of age, whose programs open it too: https://age-encryption.org */
const BEGINNING = Buffer.from('age-encryption.org/v1\n')

const WHAT_TO_DO =
  'Put the one that its backups were made with into the setting BACKUP_KEY; several go there with spaces between. Nothing was changed.'

/** Not at the start: it is many modules, and most backups are not encrypted. */
const age = () => import('age-encryption')

/** A new value for the setting BACKUP_KEY. */
export const newBackupKey = async (): Promise<string> => (await age()).generateX25519Identity()

/** The same bytes, so that they can be read with this key alone. */
export async function encrypted(content: AsyncIterable<Uint8Array>, key: string): Promise<AsyncIterable<Uint8Array>> {
  const { Encrypter, identityToRecipient } = await age()
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(key))
  return readable(await encrypter.encrypt(streamOf(content)))
}

/** Whether a backup is encrypted. Throws a sentence if it is, and none of the keys opens it. */
export async function isEncrypted(file: string, keys: readonly string[]): Promise<boolean> {
  if (!(await beginsEncrypted(file))) return false
  if (!keys.length) throw new Error(`This backup is encrypted, and there is no key. ${WHAT_TO_DO}`)
  const content = await decrypted(file, keys)
  await content.cancel()
  return true
}

/** Writes an encrypted backup as it was before, to a new file that only this user can read. */
export async function decryptTo(
  plain: string,
  file: string,
  keys: readonly string[],
  progress: Progress,
): Promise<void> {
  const { size } = await stat(file)
  const content = await decrypted(file, keys)
  let done = 0
  await rm(plain, { force: true })
  await pipeline(
    content,
    async function* (parts: AsyncIterable<Uint8Array>) {
      try {
        for await (const part of parts) {
          done += part.length
          progress('Decrypting', done, size)
          yield part
        }
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code === undefined ? damaged() : error
      }
    },
    createWriteStream(plain, { flags: 'wx', mode: 0o600 }),
  )
}

const damaged = () => new BadBackup('it is damaged, or only a part of one')

async function decrypted(file: string, keys: readonly string[]): Promise<NodeStream<Uint8Array>> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  for (const key of keys) decrypter.addIdentity(key)
  const source = createReadStream(file)
  try {
    return readable(await decrypter.decrypt(streamOf(source)))
  } catch (error) {
    source.destroy()
    if (!(error as Error).message.includes('no identity matched')) throw damaged()
    const which = keys.length === 1 ? 'The key in BACKUP_KEY is not' : 'None of the keys in BACKUP_KEY is'
    throw new Error(`${which} the one with which this backup was encrypted. ${WHAT_TO_DO}`)
  }
}

/** A file that cannot be opened is refused when it is read as a backup. */
async function beginsEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => null)
  if (!handle) return false
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING.length), 0, BEGINNING.length, 0)
    return bytesRead === BEGINNING.length && buffer.equals(BEGINNING)
  } catch {
    return false
  } finally {
    await handle.close()
  }
}

/** The library’s types are those of browsers, the streams those of Node.js. */
const streamOf = (content: AsyncIterable<Uint8Array>) =>
  NodeStream.from(content) as unknown as ReadableStream<Uint8Array>
const readable = (stream: ReadableStream<Uint8Array>) => stream as unknown as NodeStream<Uint8Array>
