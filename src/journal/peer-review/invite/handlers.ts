import type { invitations } from '../../../contract/api/invitations.ts'
import type { Handlers } from '../../../platform/call.ts'
import { retrying } from '../../../platform/database/connect.ts'
import { REVIEWER_INDEXES } from '../reviewers/commands.ts'
import { listCandidates } from './candidates.ts'
import { invite, tryAgainIfAdded } from './invite.ts'
import { previewInvitation } from './preview.ts'
import type { InviteResources } from './resources.ts'
import { conflictsWhileTyping } from './while-typing.ts'

/** The handlers of inviting reviewers. */
export const invitationHandlers: Handlers<{ invitations: typeof invitations }, InviteResources>['invitations'] = {
  candidates: ({ database, caller, addressHashes }, input) => listCandidates(database.db, caller, addressHashes, input),

  conflicts: ({ database, caller, addressHashes }, typed) =>
    conflictsWhileTyping(database.db, caller, addressHashes, typed),

  preview: (resources, input) => previewInvitation(resources, resources.caller, input),

  invite: ({ database, caller, addressHashes }, invitation) =>
    tryAgainIfAdded(() =>
      retrying(REVIEWER_INDEXES, () => database.transaction((tx) => invite(tx, caller, addressHashes, invitation))),
    ),
}
