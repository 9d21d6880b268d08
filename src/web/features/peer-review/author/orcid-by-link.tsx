import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Authorship } from '../../../../contract/api/authorship.ts'
import { isOrcid, orcidUrl } from '../../../../contract/rules/people/identifiers.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { linkSecret } from '../../../client/link-secret.ts'
import { OrcidMark } from '../../../site/orcid-mark.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'
import type { ActOn } from '../shared/use-link.ts'

const KEPT = 'journal:authorship-link'
const NOT_CONNECTED = 'Failed to connect ORCID'

/** What the author proves at ORCID is printed with their name; they sign in there, and come back to this page. */
export function OrcidByLink({ you }: Pick<Authorship, 'you'>) {
  const { run, busy } = useCommand(toastFailure)
  const begin = () =>
    run(async () => {
      const { url } = await browserApi.authorship.orcidAddress({})
      if (url === null) return void toast.error(NOT_CONNECTED)
      // In this tab, until they are back: the address at ORCID must not hold the secret.
      sessionStorage.setItem(KEPT, linkSecret())
      window.location.assign(url)
    })
  return (
    <section aria-labelledby="orcid">
      <h2 id="orcid">Your ORCID iD</h2>
      {you.orcid && (
        <p>
          <a href={orcidUrl(you.orcid)}>{orcidUrl(you.orcid)}</a>{' '}
          <OrcidMark orcid={you.orcid} authenticated={you.orcidAuthenticated} />
        </p>
      )}
      {!you.orcidAuthenticated && (
        <>
          <p className="muted">
            Optional. You sign in at ORCID; we receive only your iD. Once published, the article can appear on your
            record by itself.
          </p>
          <button type="button" className="btn" aria-disabled={busy} onClick={() => void begin()}>
            Connect ORCID
          </button>
        </>
      )}
    </section>
  )
}

/** Back from ORCID, the secret of the link returns to the fragment. True until it has. */
export function useReturnFromOrcid(): boolean {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const returned = search.get('orcid')
  const taken = useRef<string | null>(null)
  useEffect(() => {
    if (returned === null || taken.current === returned) return
    taken.current = returned
    const hash = sessionStorage.getItem(KEPT) ?? ''
    sessionStorage.removeItem(KEPT)
    void navigate({ pathname: paths.authorship, search: '', hash }, { replace: true, state: { orcid: returned } })
  }, [returned, navigate])
  return returned !== null
}

/** Sends the iD with which the author has come back, once the page has opened. */
export function useProvenOrcid(isOpen: boolean, act: ActOn<Authorship>): void {
  const { state } = useLocation() as { state: { orcid?: string } | null }
  const navigate = useNavigate()
  const taken = useRef(false)
  const orcid = state?.orcid
  useEffect(() => {
    if (!isOpen || orcid === undefined || taken.current) return
    taken.current = true
    const connect = async () => {
      if (!isOrcid(orcid)) toast.error(NOT_CONNECTED)
      else if (!(await act(() => browserApi.authorship.connectOrcid({ orcid })))) toast.success('ORCID connected')
      // So that a reload does not send it again.
      await navigate({ hash: window.location.hash }, { replace: true, state: null })
    }
    void connect()
  }, [isOpen, orcid, act, navigate])
}
