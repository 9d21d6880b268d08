import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { errorAnswer } from '../http/errors.ts'
import { StorageUnavailable, type FileStore } from './store.ts'
import { diskStore } from './disk.ts'
import { inFolder } from './in-folder.ts'

describe('a folder of files that', () => {
  let folder: string
  let store: FileStore
  beforeEach(async () => {
    folder = join(mkdtempSync(join(inject('temporaryFolder'), 'folder-')), 'files')
    store = diskStore(folder)
    await store.keep('seeds', Buffer.from('seeds'))
  })
  const away = (work: Promise<unknown>) => expect(work).rejects.toThrow(StorageUnavailable)

  test('is not mounted any more is away, and back when it is', async () => {
    const aside = `${folder}-aside`
    const underWay = await store.stage('barley', Buffer.from('barley'))
    renameSync(folder, aside)
    await away(underWay.keep())
    expect(existsSync(folder)).toBe(false)
    await away(store.freeBytes())
    await away(store.keep('wheat', Buffer.from('wheat')))
    await away(store.check())
    expect(await store.open('seeds')).toBeNull()
    renameSync(aside, folder)
    await store.keep('wheat', Buffer.from('wheat'))
    expect(readFileSync(join(folder, 'wh', 'wheat'), 'utf8')).toBe('wheat')
  })

  test('has something else in the place of a folder is away, and leaves nothing behind', async () => {
    rmSync(join(folder, 'se'), { recursive: true })
    writeFileSync(join(folder, 'se'), '')
    await away(store.open('seeds'))
  })

  test.each(['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'])('answers %s is answered 503', async (code) => {
    const failure = await inFolder(Promise.reject(Object.assign(new Error('no'), { code }))).catch((error) => error)
    expect(errorAnswer(failure).statusCode).toBe(503)
  })

  test('fails otherwise fails as it does', async () => {
    const full = Object.assign(new Error('no'), { code: 'ENOSPC' })
    await expect(inFolder(Promise.reject(full))).rejects.toBe(full)
  })
})
