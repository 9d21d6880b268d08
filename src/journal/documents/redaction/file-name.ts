import { DOCUMENT_TYPES, IMAGE_TYPES } from '../../../contract/rules/files/file-rules.ts'

/** The name under which authors receive a reviewer's file: 'Reviewer K.docx'. The reviewer's own name for it is not used. */
export function anonymousFileName(label: string, mediaType: string): string {
  const [extension] = Object.entries({ ...DOCUMENT_TYPES, ...IMAGE_TYPES }).find(([, type]) => type === mediaType) ?? []
  return `Reviewer ${label}${extension ? `.${extension}` : ''}`
}
