import type { ApiError } from '../../../client/api-error.ts'

/** The reason why a call failed, in one sentence for the editor. */
export const sentenceOf = ({ statusCode, message }: ApiError): string =>
  statusCode > 0 ? message : 'There is no connection to the journal. Please try again.'

/**
 * The error in the dialog whose call failed. It stays until the next answer: if it disappeared at once, the
 * dialog would shrink under a double click.
 */
export function Refused({ failure }: { failure: ApiError | null }) {
  return (
    <div role="alert" className="refused">
      {failure && (
        <p className="notice bad">
          <strong>{sentenceOf(failure)}</strong>
          Nothing has been changed.
        </p>
      )}
    </div>
  )
}
