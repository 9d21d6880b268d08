import { orcidUrl } from '../../contract/rules/people/identifiers.ts'

/** The ORCID iD icon with a link to the iD; an unauthenticated iD is drawn in outline and labelled as such. */
export function OrcidMark({ orcid, authenticated }: { orcid: string; authenticated: boolean }) {
  return (
    <a
      className="orcid"
      href={orcidUrl(orcid)}
      aria-label={`ORCID iD ${orcid}${authenticated ? '' : ' (not verified with ORCID)'}`}
      title={authenticated ? orcidUrl(orcid) : `${orcidUrl(orcid)} (not verified with ORCID)`}
    >
      <svg viewBox="0 0 18 18" aria-hidden="true" className={authenticated ? 'proven' : 'unproven'}>
        <circle cx="9" cy="9" r="8.4" />
        <path d="M5 6.8v6M5 4.7v.1" />
        <path d="M7.6 6.8h2.3a3 3 0 0 1 0 6H7.6z" />
      </svg>
    </a>
  )
}
