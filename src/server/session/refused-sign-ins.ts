import { UNKNOWN_ACCOUNT } from '../../contract/domain/actions.ts'
import { HOUR_MS } from '../../contract/domain/durations.ts'
import { writeAuditEntry } from '../audit.ts'
import type { Database } from '../database/connect.ts'

/** Of one account, the first failure within an hour is written down, and then every tenth power. */
const isTelling = (failures: number): boolean => /^10*$/.test(String(failures))
/** So many entries an hour from one network address, and in all: the log cannot be cleaned up afterwards. */
const MOST = { fromAddress: 20, inAll: 300 }

interface Try {
  email: string
  address: string
  /** Of the account with this email address; null when there is none. */
  userId: string | null
}

/**
 * Writes refused sign-ins into the audit log, never what was typed as a password. The log only ever grows,
 * so a flood is cut short in it: what is not written one by one is counted and written as a number. What is
 * written depends on the words of the try alone, so that its time does not tell whether there is an account.
 */
export class RefusedSignIns {
  #since = 0
  #written = 0
  #untold = 0
  readonly #failures = new Map<string, number>()
  readonly #fromAddress = new Map<string, number>()

  async add(database: Database, { email, address, userId }: Try, at = Date.now()): Promise<void> {
    if (at - this.#since >= HOUR_MS) await this.sum(database, at)
    const from = this.#fromAddress.get(address) ?? 0
    // Past the limit nothing is remembered either: a flood of made-up names takes no memory.
    const room = this.#written < MOST.inAll && from < MOST.fromAddress
    const failures = (this.#failures.get(email) ?? 0) + 1
    if (room || failures > 1) this.#failures.set(email, failures)
    if (!room || !isTelling(failures)) {
      this.#untold++
      return
    }
    this.#written++
    this.#fromAddress.set(address, from + 1)
    await database.transaction((tx) =>
      writeAuditEntry(tx, {
        actorId: null,
        action: 'session.refuse',
        subject: userId ?? UNKNOWN_ACCOUNT,
        after: { email, failuresWithinAnHour: failures },
      }),
    )
  }

  /** Writes down how many were not written one by one, and begins a new hour. */
  async sum(database: Database, at = Date.now()): Promise<void> {
    const refused = this.#untold
    this.#since = at
    this.#written = 0
    this.#untold = 0
    this.#failures.clear()
    this.#fromAddress.clear()
    if (!refused) return
    await database.transaction((tx) =>
      writeAuditEntry(tx, {
        actorId: null,
        action: 'session.refuse-more',
        subject: UNKNOWN_ACCOUNT,
        after: { refused },
      }),
    )
  }
}
