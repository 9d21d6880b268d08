import { type Actor, isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { DomainError } from '../../../platform/errors.ts'

export interface UploadsAtOnce {
  /** In this process, by all users. */
  inAll: number
  /** Reserved for administrators, so that authors' uploads never block an editor. */
  forAdministrators: number
  /** By one person. The browser uploads two files at a time for each drop zone. */
  each: number
}

export const UPLOADS_AT_ONCE: UploadsAtOnce = { inAll: 48, forAdministrators: 8, each: 8 }

/** One upload that has started; must be ended in every case. */
export interface Begun {
  /** How many of its bytes are on the disk now. */
  arrived(bytes: number): void
  end(): void
}

/**
 * The uploads in progress in this process: each holds a connection and a file open, and disk space that no
 * other upload may use.
 */
export class UploadsUnderWay {
  readonly #most: UploadsAtOnce
  readonly #byOwner = new Map<string, number>()
  #count = 0
  #bytesToCome = 0

  constructor(most: UploadsAtOnce) {
    this.#most = most
  }

  /** How many there are. */
  get count(): number {
    return this.#count
  }

  /** How many bytes the uploads in progress have still to write. */
  get bytesToCome(): number {
    return this.#bytesToCome
  }

  begin(owner: Actor, bytes: number): Begun {
    const { userId } = owner
    const own = this.#byOwner.get(userId) ?? 0
    if (own >= this.#most.each) {
      const message = 'Several files are still uploading. Please wait for one to finish.'
      throw new DomainError('too_many_requests', message, { retryAfter: 15 })
    }
    const open = this.#most.inAll - (isAdministrator(owner) ? 0 : this.#most.forAdministrators)
    if (this.#count >= open) {
      const message = 'The server is busy with uploads. Please try again in a minute.'
      throw new DomainError('unavailable', message, { retryAfter: 60 })
    }
    this.#byOwner.set(userId, own + 1)
    this.#count++
    this.#bytesToCome += bytes
    return this.#begun(userId, bytes)
  }

  #begun(userId: string, bytes: number): Begun {
    let toCome = bytes
    const settle = (arrived: number) => {
      const settled = Math.min(arrived, toCome)
      toCome -= settled
      this.#bytesToCome -= settled
    }
    return {
      arrived: settle,
      end: () => {
        settle(toCome)
        const left = this.#byOwner.get(userId)! - 1
        if (left > 0) this.#byOwner.set(userId, left)
        else this.#byOwner.delete(userId)
        this.#count--
      },
    }
  }
}
