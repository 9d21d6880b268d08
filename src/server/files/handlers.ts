import type { files } from '../../contract/files.ts'
import { fileUrl } from '../../contract/file-url.ts'
import type { Handlers } from '../call.ts'
import { notThere, Refusal } from '../refusal.ts'
import { receiveFile } from './receive.ts'
import { findReadableFile } from './queries.ts'

export const fileHandlers: Handlers<{ files: typeof files }>['files'] = {
  upload: async ({ caller, upload, ...resources }) => {
    if (!upload) throw new Refusal('invalid', 'Please choose a file', { errors: { file: 'Please choose a file' } })
    const kept = await receiveFile(resources, caller, upload)
    return { url: fileUrl(kept), name: kept.name, bytes: kept.bytes, mediaType: kept.mediaType }
  },

  link: async ({ database, caller, fileLinks }, { id }) => {
    const file = await findReadableFile(database.db, id, caller)
    if (!file) throw notThere('File')
    return { url: `${fileUrl(file)}?key=${await fileLinks.make(file.id)}` }
  },
}
