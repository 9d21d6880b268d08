import { Comparison } from '../../features/articles/versions/comparison.tsx'
import { VersionFailure } from '../../features/articles/versions/former-version.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import type { Route } from './+types/compare'

const load = async ({ api, params: { id = '', from = '', to = '' } }: LoadArgs) => ({
  id,
  ...(await api.versions.compare({ id, from: Number(from), to: Number(to) })),
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** What differs between two versions of an article. */
export default function Compare({ loaderData: { data, failure } }: Route.ComponentProps) {
  return failure ? <VersionFailure failure={failure} /> : <Comparison {...data} />
}
