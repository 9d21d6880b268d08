import type { files } from '../../../contract/api/files.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import type { Handlers } from '../../../platform/call.ts'
import { invalid, notFound, refuse } from '../../../platform/errors.ts'
import { canReadFindings, filePolicy } from './policy.ts'
import { findFile } from './queries.ts'
import { NO_FILE, receiveFile } from './receive.ts'
import type { FileResources } from './resources.ts'
import { accountSender } from './reservations.ts'

export const fileHandlers: Handlers<{ files: typeof files }, FileResources>['files'] = {
  upload: async ({ caller, upload, ...resources }) => {
    if (!upload) throw invalid('file', NO_FILE)
    const { findings, ...kept } = await receiveFile(resources, accountSender(resources, caller), upload)
    const { name, bytes, mediaType } = kept
    const shown = findings && canReadFindings(caller) ? { findings } : {}
    return { url: fileUrl(kept), name, bytes, mediaType, ...shown }
  },

  link: async ({ database, caller, fileLinks }, { id }) => {
    const found = await findFile(database.db, id, caller)
    if (!found) throw notFound('File')
    refuse(filePolicy.refusal(caller, 'link', found.record))
    const { file } = found
    return { url: `${fileUrl(file)}?key=${await fileLinks.make(file.id)}` }
  },
}
