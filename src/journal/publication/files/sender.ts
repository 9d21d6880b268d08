import { type Actor, isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { SESSION_EXPIRED } from '../../../contract/rules/text/messages.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { DomainError } from '../../../platform/errors.ts'
import { releaseUpload, reserveUpload } from './reservations.ts'
import type { FileResources } from './resources.ts'

/** Room for a file that is on its way. */
export interface Room {
  /** In the transaction that writes the file's row: from then on the file itself counts. */
  take(tx: Tx, fileId: string): Promise<void>
  /** The file was refused, or never arrived. */
  giveBack(): Promise<void>
}

/** Who sends a file. */
export interface Sender {
  /** The account to which the file belongs; null for a reviewer, whose files belong to the review. */
  readonly ownerId: string | null
  /** Editors may also send the XML of an article. */
  readonly isEditor: boolean
  /** Whose uploads at the same time are counted together. */
  readonly counted: Actor
  /** Reserves room before the first byte arrives, or throws because there is none. */
  reserve(bytes: number): Promise<Room>
}

/** Somebody who is signed in. */
export const accountSender = ({ database, uploads }: FileResources, actor: Actor): Sender => ({
  ownerId: actor.userId,
  isEditor: isAdministrator(actor),
  counted: actor,
  reserve: async (bytes) => {
    const reservation = await reserveUpload(database, actor, bytes, uploads)
    return {
      take: async (tx) => {
        // The account may have been deleted while the bytes arrived: nothing of it may come back.
        const owner = await lockForUpdate(tx, 'users', actor.userId)
        if (!owner || owner.deleted_at !== null) throw new DomainError('unauthenticated', SESSION_EXPIRED)
        await releaseUpload(tx, reservation)
      },
      giveBack: () => releaseUpload(database.db, reservation),
    }
  },
})
