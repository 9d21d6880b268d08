import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export const MAY_MOUNT = process.platform === 'linux' && process.getuid?.() === 0
export const MOUNTING_LEFT_OUT = 'needs root on Linux, to mount a file system'

/** A disk of its own, which can be filled. */
export class SmallDisk {
  readonly folder: string
  readonly #filler: string

  constructor(at: string, megabytes: number) {
    this.folder = mkdtempSync(join(at, 'disk-'))
    this.#filler = join(this.folder, 'filler')
    const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.folder])
    if (done.status !== 0) throw new Error(`A small disk could not be mounted: ${done.stderr.toString()}`)
  }

  /** Leaves so many bytes free, or next to none. */
  fill(left: number): void {
    const reserve = join(this.folder, 'reserve')
    this.#write(reserve, left)
    this.#write(this.#filler, Infinity)
    rmSync(reserve)
  }

  free(): void {
    rmSync(this.#filler, { force: true })
  }

  /** From now on nothing can be written, as after an error of the disk. */
  protect(): void {
    const done = spawnSync('mount', ['-o', 'remount,ro', this.folder])
    if (done.status !== 0) throw new Error(`A small disk could not be protected: ${done.stderr.toString()}`)
  }

  unmount(): void {
    spawnSync('umount', ['-l', this.folder])
  }

  #write(path: string, bytes: number): void {
    const file = openSync(path, 'w')
    try {
      let size = 4 << 20
      for (let written = 0; written < bytes;) {
        try {
          written += writeSync(file, Buffer.alloc(Math.min(size, bytes - written)))
        } catch {
          if (size === 4096) break
          size /= 2
        }
      }
    } finally {
      closeSync(file)
    }
  }
}
