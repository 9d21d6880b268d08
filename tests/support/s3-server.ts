/**
 * A real S3-compatible server for tests, in a process of its own on a free port of this machine, with one empty bucket:
 *
 *   const s3 = await openS3Server()
 *   const store = bucketStore(openS3Bucket(s3.settings), folder)
 *   await s3.close()
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BucketSettings } from '../../src/platform/storage/store.ts'
import { startOutside } from './outside-program.ts'
import { freePort } from './postgres-server.ts'

export interface S3Server {
  settings: BucketSettings
  port: number
  /** The same as settings of the program. */
  environment: Record<string, string>
  close(): Promise<void>
}

// The only key pair that the server knows.
const KEY = 'S3RVER'
const BUCKET = 'journal'
// The package leaves out its command.
const program = join(import.meta.dirname, '..', '..', 'node_modules', '@20minutes', 's3rver', 'lib', 'cli.js')
const startIt = `require(${JSON.stringify(program)}).parseAsync()`

export async function openS3Server(prefix = ''): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'journal-s3-'))
  const port = await freePort()
  const where = ['--directory', directory, '--address', '127.0.0.1', '--port', String(port)]
  const endpoint = `http://127.0.0.1:${port}`
  const close = await startOutside({
    program: process.execPath,
    // It encrypts its page tokens with a cipher that OpenSSL 3 keeps for old programs.
    args: ['--openssl-legacy-provider', '--eval', startIt, '--', 's3rver', ...where, '--configure-bucket', BUCKET],
    folder: directory,
    ready: () =>
      fetch(endpoint).then(
        () => true,
        () => false,
      ),
  })
  const settings = { bucket: BUCKET, region: 'us-east-1', endpoint, accessKeyId: KEY, secretAccessKey: KEY, prefix }
  return {
    settings,
    port,
    environment: { S3_BUCKET: BUCKET, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: KEY, S3_SECRET_ACCESS_KEY: KEY },
    close,
  }
}
