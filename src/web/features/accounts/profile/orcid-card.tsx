import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { journal } from '../../../../contract/journal.ts'
import { isApiError } from '../../../client/api-error.ts'
import { isOrcid, ORCID_INVALID, orcidUrl } from '../../../../contract/rules/people/identifiers.ts'
import type { User } from '../../../../contract/api/users.ts'
import { browserApi } from '../../../client/api.ts'
import { updateUser } from '../../../client/session.ts'
import { OrcidMark } from '../../../site/orcid-mark.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'

const NOT_CONNECTED = 'Failed to connect ORCID'

/** Starts the ORCID connection and, after the redirect back, stores the authenticated iD. */
export function OrcidCard({
  user,
  setUp,
  onConnected,
}: {
  user: User
  /** Without its settings there is nothing to offer. */
  setUp: boolean
  onConnected: () => void
}) {
  const [search, setSearch] = useSearchParams()
  const { run, busy } = useCommand(() => toast.error(NOT_CONNECTED))
  const taken = useRef<string | null>(null)
  const returned = search.get('orcid')

  useEffect(() => {
    if (returned === null || taken.current === returned) return
    taken.current = returned
    setSearch({}, { replace: true })
    const connect = async () => {
      if (returned === 'error') return void toast.error(NOT_CONNECTED)
      if (!isOrcid(returned)) return void toast.error(ORCID_INVALID)
      try {
        updateUser(await browserApi.users.connectOrcid({ id: user.id, orcid: returned }))
        toast.success('ORCID connected successfully!')
        onConnected()
      } catch (error) {
        toast.error(isApiError(error) && error.statusCode === 409 ? error.message : NOT_CONNECTED)
      }
    }
    void connect()
  }, [returned, setSearch, user.id, onConnected])

  const begin = () =>
    run(async () => {
      const { url } = await browserApi.users.orcidAddress()
      if (url === null) toast.error(NOT_CONNECTED)
      else window.location.assign(url)
    })

  return (
    <section className="card-form" aria-labelledby="orcid-heading">
      <h2 id="orcid-heading">ORCID</h2>
      {user.orcidProven && user.orc_id ? (
        <p>
          Connected: <a href={orcidUrl(user.orc_id)}>{orcidUrl(user.orc_id)}</a>
          <OrcidMark orcid={user.orc_id} authenticated />
        </p>
      ) : (
        <p>
          {user.orc_id
            ? `You gave ${user.orc_id} when you signed up.${setUp ? ' Connect it so that readers know it is yours.' : ''}`
            : `An ORCID iD distinguishes you from researchers with the same name.${setUp ? ' We receive only your iD.' : ''}`}
        </p>
      )}
      {setUp ? (
        <button type="button" className="btn" aria-disabled={busy} onClick={() => void begin()}>
          {user.orcidProven ? 'Connect Again' : 'Connect ORCID'}
        </button>
      ) : (
        <p className="notice">
          The connection to ORCID is not set up in this journal, so iDs cannot be confirmed here. Questions? Write to{' '}
          <a href={`mailto:${journal().contact.supportEmail}`}>{journal().contact.supportEmail}</a>.
        </p>
      )}
    </section>
  )
}
