import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { closeToOthers, privateFolder, syncFolderNow } from './storage/private.ts'

/** The files of the secrets, in the data folder. */
export const SECRET_FILES = ['token-secret', 'address-secret'] as const
export type SecretFile = (typeof SECRET_FILES)[number]

/** The secret that signs access tokens, and from which the key of one-time codes' secrets is derived. */
export const tokenSecret = (dataDir: string): Uint8Array =>
  secret(
    dataDir,
    'token-secret',
    'Restore it from a backup. Without one, delete it and start again: everybody has to sign in again, and those who use one-time codes need a passkey, a recovery code, or npm run admin -- reset EMAIL --second-factor.',
  )

/** The secret of the hashes by which erased reviewers are recognised: without it they could be asked again. */
export const addressSecret = (dataDir: string): Uint8Array =>
  secret(
    dataDir,
    'address-secret',
    'Restore it from a backup: it recognises reviewers who are never to be asked again.',
  )

/** A secret as it is stored; null if there is none yet. */
export function storedSecret(dataDir: string, name: SecretFile): Uint8Array | null {
  const file = join(dataDir, name)
  return existsSync(file) ? readFileSync(file) : null
}

/**
 * A secret of the journal: generated at the first start, stored in the data folder, readable by this user
 * only. Two processes that start together use the file that was created first. `damaged` is what the operator
 * is to do about a damaged file.
 */
function secret(dataDir: string, name: SecretFile, damaged: string): Uint8Array {
  const file = join(dataDir, name)
  privateFolder(dataDir)
  if (!existsSync(file)) create(dataDir, file)
  closeToOthers(file)
  for (let tries = 0; ; tries++) {
    const read = readFileSync(file, 'utf8')
    if (read.length >= 43) return Buffer.from(read, 'utf8')
    if (tries === 20) {
      throw new Error(`The file ${file} is damaged. ${damaged}`)
    }
    // An earlier version that is starting beside this one has created the file but not written it yet.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25)
  }
}

/** Written whole before it has its name: a process that is killed here leaves no secret, not half of one. */
function create(dataDir: string, file: string): void {
  const unnamed = `${file}.${randomBytes(6).toString('hex')}`
  const handle = openSync(unnamed, 'wx', 0o600)
  try {
    writeSync(handle, randomBytes(48).toString('base64url'))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  try {
    // Unlike renaming, it never replaces the file of another process that was first.
    linkSync(unnamed, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unnamed, { force: true })
  }
  syncFolderNow(dataDir)
}
