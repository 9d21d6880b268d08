/** What uploads and background work leave free, unless the setting says otherwise. */
export const DISK_RESERVE_MB = 512
export const MEGABYTE = 1024 * 1024

/** How many times the reserve is free when somebody should make room. */
const EARLY = 3
/** How many times it must be free until a warning is over: a disk at its limit would warn with every file. */
const OVER = 4

export const isRoomAgain = (freeBytes: number, reserveBytes: number): boolean => freeBytes >= OVER * reserveBytes

/**
 * plenty: all is well. low: somebody should make room. full: nothing is stored any more that could come later, so that
 * the database can go on writing.
 */
export type DiskLevel = 'plenty' | 'low' | 'full'

export function diskLevel(freeBytes: number, reserveBytes: number): DiskLevel {
  if (freeBytes < reserveBytes) return 'full'
  return freeBytes < EARLY * reserveBytes ? 'low' : 'plenty'
}
