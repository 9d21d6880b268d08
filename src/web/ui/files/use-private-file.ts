import { fileIdOf } from '../../../contract/rules/files/file-rules.ts'
import { browserApi } from '../../client/api.ts'
import { useAnswer } from '../use-answer.ts'

/**
 * A short-lived URL of a private file, for elements that cannot send a token. Null until it is loaded, and if
 * loading fails.
 */
export function usePrivateFile(url: string | null): string | null {
  const id = (url === null ? undefined : fileIdOf(url)) ?? ''
  const { answer, of } = useAnswer(async () => (id === '' ? null : browserApi.files.link({ id })), id)
  return of === id ? (answer?.url ?? null) : null
}
