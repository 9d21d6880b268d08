import { EyeOff } from 'lucide-react'
import { useId } from 'react'
import {
  ipniUrl,
  type Material,
  NAME_ACTS,
  permitInWords,
  PLACE_WITHHELD,
  placeInWords,
  type Voucher,
} from '../../../contract/rules/articles/declared-material.ts'
import { Stylesheet } from '../../ui/stylesheet.tsx'
import stylesheet from '../../styles/material.css?url'

/** The plants of an article: names that it publishes, specimens, permits. */
export function ArticleMaterial({
  of: { vouchers = [], permitDetails = [], newNames = [] },
  heading: Heading,
}: {
  of: { [Part in keyof Material]?: Material[Part] | undefined }
  heading: 'h2' | 'h4'
}) {
  const id = useId()
  return (
    <>
      {newNames.length > 0 && (
        <section className="part" aria-labelledby={`${id}-names`}>
          <Heading id={`${id}-names`}>New names</Heading>
          <ul role="list">
            {newNames.map(({ name, act, ipni }, index) => (
              <li key={index} className="prose">
                {name}: {NAME_ACTS[act].toLowerCase()}
                {ipni && (
                  <>
                    {' '}
                    (<a href={ipniUrl(ipni)}>IPNI {ipni}</a>)
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {vouchers.length > 0 && (
        <section className="part" aria-labelledby={`${id}-vouchers`}>
          <Stylesheet href={stylesheet} precedence="site" />
          <Heading id={`${id}-vouchers`}>Vouchers</Heading>
          <ul className="vouchers" role="list">
            {vouchers.map((voucher, index) => (
              <VoucherLabel key={index} voucher={voucher} />
            ))}
          </ul>
        </section>
      )}
      {permitDetails.length > 0 && (
        <section className="part" aria-labelledby={`${id}-permits`}>
          <Heading id={`${id}-permits`}>Permits</Heading>
          <ul role="list">
            {permitDetails.map((permit, index) => (
              <li key={index} className="prose">
                {permitInWords(permit)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** A specimen, as the label of its sheet. */
function VoucherLabel({ voucher }: { voucher: Voucher }) {
  const { herbarium, taxon, collector, number, barcode, uri, typeStatus, sensitive } = voucher
  const place = placeInWords(voucher)
  const rest = [place, barcode && `Barcode ${barcode}`].filter(Boolean).join('. ')
  return (
    <li>
      <p className="herb">
        {herbarium}
        {typeStatus && <span className="type-status">{typeStatus}</span>}
      </p>
      <p>
        <i lang="la">{taxon}</i>
      </p>
      <p>
        {uri ? (
          <a href={uri}>
            {collector} {number}
          </a>
        ) : (
          `${collector} ${number}`
        )}
      </p>
      {rest && <p className="muted">{rest}</p>}
      {sensitive && (
        <p className="muted">
          <EyeOff className="ic" aria-hidden="true" />
          {place ? 'Readers are not shown the place: the species is protected' : PLACE_WITHHELD}
        </p>
      )}
    </li>
  )
}
