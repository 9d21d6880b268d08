import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { addressSecret, tokenSecret } from './secrets.ts'

describe('the secret that access tokens are signed with', () => {
  let dataDir: string
  let file: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(inject('temporaryFolder'), 'secret-'))
    file = join(dataDir, 'token-secret')
  })

  test('is made once, of chance, and read by nobody else', () => {
    const secret = tokenSecret(dataDir)
    expect(secret.length).toBeGreaterThanOrEqual(64)
    expect(tokenSecret(dataDir)).toEqual(secret)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(tokenSecret(mkdtempSync(join(dataDir, 'other-')))).not.toEqual(secret)
  })

  test('that another process is just writing is waited for', async () => {
    writeFileSync(file, '')
    const other = spawn('/bin/sh', ['-c', 'sleep 0.1; printf %064d 7 > "$0"', file])
    expect(Buffer.from(tokenSecret(dataDir)).toString()).toBe('7'.padStart(64, '0'))
    await new Promise((resolve) => other.once('exit', resolve))
  })

  test('that is damaged stops the start, and is not replaced in silence', () => {
    writeFileSync(file, 'short')
    expect(() => tokenSecret(dataDir)).toThrow(
      /token-secret is damaged\. Restore it from a backup\. Without one, delete it/,
    )
    expect(readFileSync(file, 'utf8')).toBe('short')
  })

  test('is another than that of erased reviewers, which is never to be deleted', () => {
    expect(addressSecret(dataDir)).not.toEqual(tokenSecret(dataDir))
    writeFileSync(join(dataDir, 'address-secret'), 'short')
    expect(() => addressSecret(dataDir)).toThrow(/address-secret is damaged\. Restore it from a backup/)
  })
})
