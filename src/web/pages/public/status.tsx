import { StatusPage } from '../../features/articles/versions/status-page.tsx'
import { VersionFailure } from '../../features/articles/versions/former-version.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import type { Route } from './+types/status'

const load = async ({ api, params: { id = '' } }: LoadArgs) => ({ id, ...(await api.versions.list({ id })) })

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The files of an article's versions with their hashes. */
export default function Status({ loaderData: { data, failure } }: Route.ComponentProps) {
  return failure ? <VersionFailure failure={failure} /> : <StatusPage {...data} />
}
