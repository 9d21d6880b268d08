import { isApiError } from '../../../client/api-error.ts'

/** Why a call did not succeed, in one sentence for the editor. */
export const sentenceOf = (error: unknown): string =>
  isApiError(error) ? error.message : 'There is no connection to the journal. Please try again.'

/**
 * Stands in the dialog whose call failed: the server's sentence, and what became of the work. It stays
 * until the next answer: if it went at once, the dialog would shrink away under a double click.
 */
export function Refused({ sentence }: { sentence: string | null }) {
  return (
    <div role="alert" className="refused">
      {sentence !== null && (
        <p className="notice bad">
          <strong>{sentence}</strong>
          Nothing has been changed.
        </p>
      )}
    </div>
  )
}
