import { doiUrl } from '../../contract/doi.ts'
import { WebAddress } from './web-address.tsx'

/** A DOI as Crossref asks to show it: as its address. */
export function DoiLink({ doi }: { doi: string }) {
  const address = doiUrl(doi)
  return (
    <a href={address}>
      <WebAddress>{address}</WebAddress>
    </a>
  )
}
