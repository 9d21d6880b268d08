import { UNKNOWN_ACCOUNT } from '../../../contract/rules/accounts/actions.ts'
import { HOUR_MS } from '../../../contract/rules/text/dates.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Database } from '../../../platform/database/connect.ts'

/** For one user, the first failure within an hour is logged, and then every tenth power. */
const isTelling = (failures: number): boolean => /^10*$/.test(String(failures))
/** Limits on entries per hour from one network address, and in total: the log cannot be cleaned up afterwards. */
const MOST = { fromAddress: 20, inAll: 300 }

interface Try {
  email: string
  address: string
  /** Id of the user with this email address; null if there is none. */
  userId: string | null
}

/**
 * Writes refused sign-ins into the audit log, never the attempted password. The log is append-only, so a
 * flood is limited: beyond the limit attempts are only counted, and logged as a number. What is logged
 * depends only on the attempt itself, so that timing does not reveal whether the user exists.
 */
export class RefusedSignIns {
  #since = 0
  #written = 0
  #untold = 0
  readonly #failures = new Map<string, number>()
  readonly #fromAddress = new Map<string, number>()
  readonly #most: number

  /** `processes`: how many serve the journal and share the total. */
  constructor(processes = 1) {
    this.#most = Math.ceil(MOST.inAll / processes)
  }

  async add(database: Database, { email, address, userId }: Try, at = Date.now()): Promise<void> {
    if (at - this.#since >= HOUR_MS) await this.sum(database, at)
    const from = this.#fromAddress.get(address) ?? 0
    // Beyond the limit nothing is stored in memory either, so a flood of made-up names uses none.
    const room = this.#written < this.#most && from < MOST.fromAddress
    const failures = (this.#failures.get(email) ?? 0) + 1
    if (room || failures > 1) this.#failures.set(email, failures)
    if (!room || !isTelling(failures)) {
      this.#untold++
      return
    }
    this.#written++
    this.#fromAddress.set(address, from + 1)
    await database.transaction((tx) =>
      writeAuditEntry(tx, null, 'session.refuse', userId ?? UNKNOWN_ACCOUNT, {
        after: { email, failuresWithinAnHour: failures },
      }),
    )
  }

  /** Logs how many attempts were only counted, and begins a new hour. */
  async sum(database: Database, at = Date.now()): Promise<void> {
    const refused = this.#untold
    this.#since = at
    this.#written = 0
    this.#untold = 0
    this.#failures.clear()
    this.#fromAddress.clear()
    if (!refused) return
    await database.transaction((tx) =>
      writeAuditEntry(tx, null, 'session.refuse-more', UNKNOWN_ACCOUNT, { after: { refused } }),
    )
  }
}
