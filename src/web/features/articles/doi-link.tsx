import { doiUrl } from '../../../contract/rules/articles/doi.ts'
import { WebAddress } from '../../ui/web-address.tsx'

/** A DOI as a URL, as Crossref recommends. */
export function DoiLink({ doi }: { doi: string }) {
  const address = doiUrl(doi)
  return (
    <a href={address}>
      <WebAddress>{address}</WebAddress>
    </a>
  )
}
