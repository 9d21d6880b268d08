import { useId } from 'react'
import {
  type ArticleLink,
  type Award,
  awardInWords,
  identifierOf,
  LINK_KINDS,
  LINK_RELATIONS,
} from '../../../contract/rules/articles/declared-works.ts'
import { type Supplement, supplementFacts } from '../../../contract/rules/articles/supplements.ts'
import { doiUrl } from '../../../contract/rules/articles/doi.ts'

interface Works {
  awards: readonly Award[]
  links: readonly ArticleLink[]
  supplements: readonly Supplement[]
}

/** Who paid for an article, and the works and files that belong to it. */
export function ArticleWorks({
  of: { awards, links, supplements },
  heading: Heading,
}: {
  of: Works
  heading: 'h2' | 'h4'
}) {
  const id = useId()
  return (
    <>
      {awards.length > 0 && (
        <section className="part" aria-labelledby={`${id}-awards`}>
          <Heading id={`${id}-awards`}>Funders and grants</Heading>
          <ul role="list">
            {awards.map((award, index) => (
              <li key={index} className="prose">
                {award.doi ? <a href={doiUrl(award.doi)}>{awardInWords(award)}</a> : awardInWords(award)}
                {award.ror && (
                  <a className="ror" href={award.ror}>
                    {' '}
                    ROR<span className="sr"> record of {award.funder}</span>
                  </a>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {supplements.length > 0 && (
        <section className="part" aria-labelledby={`${id}-supplements`}>
          <Heading id={`${id}-supplements`}>Supplements</Heading>
          <ol role="list">
            {supplements.map((supplement, index) => (
              <li key={supplement.url} className="prose">
                <a href={supplement.url} download>
                  Supplement {index + 1}
                </a>
                : {supplement.title} <span className="muted small">{supplementFacts(supplement)}</span>
                {supplement.doi && (
                  <>
                    {' '}
                    <a href={doiUrl(supplement.doi)}>{doiUrl(supplement.doi)}</a>
                  </>
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
      {links.length > 0 && (
        <section className="part" aria-labelledby={`${id}-works`}>
          <Heading id={`${id}-works`}>Data and other works</Heading>
          <ul role="list">
            {links.map((link, index) => (
              <li key={index} className="prose">
                {[LINK_KINDS[link.kind].label, link.relation && LINK_RELATIONS[link.relation].toLowerCase()]
                  .filter(Boolean)
                  .join(', ')}
                : {link.repository && `${link.repository}, `}
                <Place link={link} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Place({ link }: { link: ArticleLink }) {
  const href = link.doi ? doiUrl(link.doi) : link.url
  return href ? <a href={href}>{link.doi ? href : identifierOf(link)}</a> : identifierOf(link)
}
