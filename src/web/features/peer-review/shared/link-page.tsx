import type { ReactNode } from 'react'
import { AUTHOR_LINK_EXPIRED } from '../../../../contract/rules/peer-review/author-link.ts'
import type { ApiError } from '../../../client/api-error.ts'
import { browserApi } from '../../../client/api.ts'
import { Failure, TryAgain } from '../../../ui/states.tsx'
import { FreshLink, LinkFrame, Loading } from './link-frame.tsx'

/** A page behind the link of an email to someone without an account: what it opens, or a new link if it works no longer. */
export function LinkPage<T>({
  secret,
  opened: { shown, failure, load },
  failed,
  whose,
  expired = AUTHOR_LINK_EXPIRED,
  sendFresh = () => browserApi.authorship.freshLink({ secret }),
  children,
}: {
  secret: string
  /** Of `useLink`. */
  opened: { shown: T | null; failure: ApiError | null; load: () => Promise<void> }
  /** What could not be opened, as a heading. */
  failed: string
  /** Whose link it is. */
  whose?: (shown: T) => ReactNode
  /** The answer to a link that has expired, and what sends a new one. */
  expired?: string
  sendFresh?: () => Promise<{ message: string }>
  children: (shown: T) => ReactNode
}) {
  if (failure?.statusCode === 401) {
    return (
      <LinkFrame>
        <FreshLink secret={secret} hasExpired={failure.message === expired} send={sendFresh} />
      </LinkFrame>
    )
  }
  return (
    <LinkFrame whose={shown && whose?.(shown)}>
      {failure ? (
        <>
          <h1 className="rtitle">{failed}</h1>
          <Failure message={failure.message}>
            <TryAgain onClick={() => void load()} />
          </Failure>
        </>
      ) : shown ? (
        children(shown)
      ) : (
        <Loading />
      )}
    </LinkFrame>
  )
}
