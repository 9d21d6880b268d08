import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { eachDatabase } from '../../tests/support/databases.ts'
import { migratedDatabase } from '../../tests/support/fresh-database.ts'
import { connect, type Database } from '../platform/database/connect.ts'
import { openSecrets } from './same-secrets.ts'

describe('the secrets of a journal', () => {
  eachDatabase((_open, engine) => {
    let database: Database
    let remove: () => Promise<void>
    let dataDir: string
    beforeEach(async () => {
      const made = await migratedDatabase(engine)
      ;({ dataDir, remove } = made)
      database = connect(made.where)
    })
    afterEach(async () => {
      await database.close()
      await remove()
    })
    const otherFolder = () => mkdtempSync(join(inject('temporaryFolder'), 'server-'))
    const open = (folder: string, replaceSecrets = false) => openSecrets(database, { dataDir: folder, replaceSecrets })

    test('are known by a hash from the first start on, and never kept in the database', async () => {
      const secrets = await open(dataDir)
      expect(await open(dataDir)).toEqual(secrets)
      const rows = await database.db.selectFrom('secret_fingerprints').selectAll().orderBy('name').execute()
      expect(rows.map(({ name }) => name)).toEqual(['address-secret', 'token-secret'])
      const kept = JSON.stringify(rows)
      for (const file of ['address-secret', 'token-secret']) {
        expect(kept).not.toContain(readFileSync(join(dataDir, file), 'utf8'))
      }
      // Of both the same bytes, another hash.
      expect(new Set(rows.map(({ fingerprint }) => fingerprint)).size).toBe(2)
    })

    if (engine === 'sqlite') {
      test('on SQLite may be deleted: the folder that holds the database holds them', async () => {
        const before = await open(dataDir)
        rmSync(join(dataDir, 'token-secret'))
        const after = await open(dataDir)
        expect(after.token).not.toEqual(before.token)
        expect(after.address).toEqual(before.address)
        expect(await open(dataDir)).toEqual(after)
      })
      return
    }

    test('are the same on two servers, or the second refuses to start and makes none', async () => {
      const secrets = await open(dataDir)
      const second = otherFolder()
      await expect(open(second)).rejects.toThrow(
        `The files token-secret and address-secret in ${second} must be the same on every server of this journal. ` +
          'Copy them from the other server, or from a backup, and start again.',
      )
      expect(existsSync(join(second, 'token-secret'))).toBe(false)
      for (const file of ['token-secret', 'address-secret']) {
        writeFileSync(join(second, file), readFileSync(join(dataDir, file)))
      }
      expect(await open(second)).toEqual(secrets)
      writeFileSync(join(second, 'token-secret'), 'x'.repeat(64))
      await expect(open(second)).rejects.toThrow(
        `The file token-secret in ${second} must be the same on every server of this journal. Copy it from`,
      )
    })

    test('that two servers make at the same moment stop one of them', async () => {
      const made = await Promise.allSettled([open(otherFolder()), open(otherFolder())])
      expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    })

    test('that are lost everywhere are replaced once the operator says so', async () => {
      await open(dataDir)
      const second = otherFolder()
      const replaced = await open(second, true)
      expect(await open(second)).toEqual(replaced)
      await expect(open(dataDir)).rejects.toThrow('must be the same on every server')
    })
  })
})
