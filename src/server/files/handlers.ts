import type { files } from '../../contract/api/files.ts'
import { fileUrl } from '../../contract/domain/file-url.ts'
import type { Handlers } from '../call.ts'
import { invalid, notFound } from '../domain-error.ts'
import { NO_FILE, receiveFile } from './receive.ts'
import { findReadableFile } from './queries.ts'

export const fileHandlers: Handlers<{ files: typeof files }>['files'] = {
  upload: async ({ caller, upload, ...resources }) => {
    if (!upload) throw invalid('file', NO_FILE)
    const { findings, ...kept } = await receiveFile(resources, caller, upload)
    const { name, bytes, mediaType } = kept
    // Findings are for those who judge files, not for those who try what is found.
    return { url: fileUrl(kept), name, bytes, mediaType, ...(findings && caller.role === 'admin' ? { findings } : {}) }
  },

  link: async ({ database, caller, fileLinks }, { id }) => {
    const file = await findReadableFile(database.db, id, caller)
    if (!file) throw notFound('File')
    return { url: `${fileUrl(file)}?key=${await fileLinks.make(file.id)}` }
  },
}
