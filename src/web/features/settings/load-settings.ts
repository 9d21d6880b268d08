import type { EmailKindDescription, EmailPreview } from '../../../contract/api/emails.ts'
import { EMAILS } from '../../../contract/domain/email-kinds.ts'
import { paths } from '../../../contract/domain/paths.ts'
import { browserApi } from '../../client/api.ts'

export type Settings = { kinds: EmailKindDescription[] } | { preview: EmailPreview }

/** The address of an email's preview. */
export const previewAddress = (kind: string): string => `${paths.adminSettings}?email=${kind}`

/** Parses the query: one kind of email (`?email=…`), or the list of all. */
export async function loadSettings(search: URLSearchParams): Promise<Settings> {
  const kind = search.get('email')
  return kind !== null && Object.hasOwn(EMAILS, kind)
    ? { preview: await browserApi.emails.preview({ kind }) }
    : { kinds: await browserApi.emails.kinds() }
}
