import type { EmailKindDescription, EmailPreview } from '../../../../contract/api/activity.ts'
import type { LetterDescription } from '../../../../contract/api/decisions.ts'
import { EMAILS } from '../../../../contract/rules/site/email-kinds.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'

export type Settings =
  | { kinds: EmailKindDescription[]; letters: LetterDescription[] }
  | { preview: EmailPreview }
  | { letter: LetterDescription }

/** The address of an email's preview. */
export const previewAddress = (kind: string): string => `${paths.adminSettings}?email=${kind}`

/** The address of a letter's preview. */
export const letterAddress = (kind: string): string => `${paths.adminSettings}?letter=${kind}`

/** Parses the query: one kind of email (`?email=…`), one letter (`?letter=…`), or the lists of all. */
export async function loadSettings(search: URLSearchParams): Promise<Settings> {
  const kind = search.get('email')
  if (kind !== null && Object.hasOwn(EMAILS, kind)) return { preview: await browserApi.emails.preview({ kind }) }
  const [kinds, letters] = await Promise.all([browserApi.emails.kinds(), browserApi.decisions.letters()])
  const letter = letters.find((each) => each.kind === search.get('letter'))
  return letter ? { letter } : { kinds, letters }
}
