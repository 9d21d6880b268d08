import { Suspense, type ReactNode } from 'react'
import { Await, useAsyncError } from 'react-router'
import { ApiError, isApiError } from '../../contract/domain/api-error.ts'

/** What a page's loaders answer: the data itself from the server, a promise of it in the browser. */
export type Loadable<T> = T | { loading: Promise<T> }

const isLoading = <T,>(data: Loadable<T>): data is { loading: Promise<T> } =>
  typeof data === 'object' && data !== null && 'loading' in data

/**
 * Shows a page's data when it is there, its skeleton until then, its words of failure otherwise.
 * `at` names what is shown (the address), so that going on to another page shows the skeleton anew.
 */
export function Loaded<T>({
  data,
  at,
  skeleton,
  failure,
  children,
}: {
  data: Loadable<T>
  at: string
  skeleton: ReactNode
  failure: (error: ApiError) => ReactNode
  children: (value: T) => ReactNode
}) {
  if (!isLoading(data)) return children(data)
  return (
    <Suspense key={`${at} ${numberOf(data.loading)}`} fallback={skeleton}>
      <Await resolve={data.loading} errorElement={<Failed failure={failure} />}>
        {(value) => children(value as T)}
      </Await>
    </Suspense>
  )
}

const numbers = new WeakMap<Promise<unknown>, number>()
let last = 0

/** A number of each load's own: what failed is put away whole when it is tried again. */
function numberOf(loading: Promise<unknown>): number {
  if (!numbers.has(loading)) numbers.set(loading, ++last)
  return numbers.get(loading)!
}

function Failed({ failure }: { failure: (error: ApiError) => ReactNode }) {
  return failure(apiErrorOf(useAsyncError()))
}

/** Any failure as an ApiError: without a status when no answer came at all. */
export const apiErrorOf = (error: unknown): ApiError =>
  isApiError(error) ? error : new ApiError(0, error instanceof Error ? error.message : String(error))
