import { StorageUnavailable } from './store.ts'

/** What a folder answers that is not mounted any more, or has been given to another user. */
const AWAY = /^(ENOENT|ENOTDIR|EACCES|EPERM|ELOOP)$/

/** Work in the folder of files. That the folder cannot be used is no fault of ours: it is `StorageUnavailable`. */
export async function inFolder<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!AWAY.test(code ?? '')) throw error
    throw new StorageUnavailable(`The folder of files cannot be used (${code})`, { isRefusal: true, cause: error })
  }
}
