import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { times } from '../../tests/support/long.ts'
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

  test('has its name only once it is whole: nobody who is killed while making it leaves half of one', async () => {
    const secrets = join(import.meta.dirname, 'secrets.ts')
    const make = `const { tokenSecret } = await import(${JSON.stringify(secrets)}); tokenSecret(process.argv[1])`
    for (let kill = 0; kill < times(8, 100); kill++) {
      const folder = mkdtempSync(join(dataDir, 'killed-'))
      const seen = new Set<number>()
      const maker = spawn(process.execPath, ['--input-type=module', '-e', make, folder])
      const exit = new Promise((resolve) => maker.once('exit', resolve))
      let running = true
      void exit.then(() => (running = false))
      // Killed as soon as anything can be seen of it.
      while (running && !readdirSync(folder).length) await new Promise((resolve) => setImmediate(resolve))
      maker.kill('SIGKILL')
      await exit
      for (const name of readdirSync(folder)) {
        if (name === 'token-secret') seen.add(readFileSync(join(folder, name)).length)
      }
      expect([...seen].filter((length) => length !== 64)).toEqual([])
      expect(tokenSecret(folder).length).toBe(64)
    }
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
