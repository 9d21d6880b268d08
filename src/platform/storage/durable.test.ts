import { mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { connect } from '../database/connect.ts'
import { tokenSecret } from '../secrets.ts'
import { diskStore } from './disk.ts'
import { privateFolder } from './private.ts'

/** Every path that was flushed to the disk, in order. */
const synced = vi.hoisted((): string[] => [])

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const paths = new Map<number, string>()
  return {
    ...fs,
    openSync: (...given: Parameters<typeof fs.openSync>) => {
      const handle = fs.openSync(...given)
      paths.set(handle, String(given[0]))
      return handle
    },
    fsyncSync: (handle: number) => {
      fs.fsyncSync(handle)
      synced.push(paths.get(handle)!)
    },
  }
})
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>()
  return {
    ...fs,
    open: async (...given: Parameters<typeof fs.open>) => {
      const handle = await fs.open(...given)
      const sync = handle.sync.bind(handle)
      handle.sync = async () => {
        await sync()
        synced.push(String(given[0]))
      }
      return handle
    },
  }
})

describe.skipIf(process.platform === 'win32')('a power failure takes nothing that was made', () => {
  let place: string
  beforeEach(() => {
    place = mkdtempSync(join(inject('temporaryFolder'), 'durable-'))
    synced.length = 0
  })

  test('of a folder and those above it', () => {
    privateFolder(join(place, 'a', 'b', 'c'))
    expect(synced).toEqual([place, join(place, 'a'), join(place, 'a', 'b')])
    privateFolder(join(place, 'a'))
    expect(synced).toHaveLength(3)
  })

  test('of the secret and of the database', async () => {
    const dataDir = join(place, 'data')
    tokenSecret(dataDir)
    // Flushed before it is given its name.
    const unnamed = expect.stringMatching(/token-secret\.[0-9a-f]{12}$/)
    expect(synced).toEqual([place, unnamed, dataDir])
    await connect({ file: join(dataDir, 'journal.sqlite') }).close()
    expect(synced).toEqual([place, unnamed, dataDir, dataDir])
  })

  test('of a file: its bytes, then the folder it lies in, and that folder itself, even if another process made it', async () => {
    const files = join(place, 'files')
    const keep = async (store: ReturnType<typeof diskStore>, id: string) => {
      synced.length = 0
      await store.keep(id, Buffer.from('bytes'))
      return [...synced]
    }
    const store = diskStore(files)
    const folder = join(files, 'ab')
    expect(dirname(folder)).toBe(files)
    expect(await keep(store, 'abcd')).toEqual([join(files, 'incoming', 'abcd'), files, folder])
    expect(await keep(store, 'abce')).toEqual([join(files, 'incoming', 'abce'), folder])
    // Another process finds the folder, and cannot know whether its creator has synced it yet.
    expect(await keep(diskStore(files), 'abcf')).toEqual([join(files, 'incoming', 'abcf'), files, folder])
  })
})
