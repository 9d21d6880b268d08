import { fileIdOf } from '../../../../contract/domain/file-url.ts'
import { browserApi } from '../../../client/api.ts'
import { useAnswer } from '../../../ui/use-answer.ts'

/**
 * A short-lived address of a file that not everybody may read, for elements that carry no token. Null until
 * it is there, and when it cannot be had.
 */
export function usePrivateFile(url: string | null): string | null {
  const id = (url === null ? undefined : fileIdOf(url)) ?? ''
  const { answer, of } = useAnswer(async () => (id === '' ? null : browserApi.files.link({ id })), id)
  return of === id ? (answer?.url ?? null) : null
}
