import { CREDIT_URL, creditInWords, creditNote } from '../../../../contract/rules/people/credit.ts'
import type { ArticleData } from './article-data.ts'

type People = Pick<ArticleData, 'contributors'>

export const hasContributions = ({ contributors }: People): boolean =>
  contributors.some(({ contributor }) => contributor.credit.length > 0)

/** What each author did, as far as it was stated, and whose word that is. */
export function Contributions({ contributors }: People) {
  const people = contributors.filter(({ contributor }) => contributor.credit.length > 0)
  if (!people.length) return null
  return (
    <section className="part" aria-labelledby="contributions">
      <h2 id="contributions">Contributions</h2>
      <ul role="list">
        {people.map(({ contributorId, contributor: { fullName, credit } }) => (
          <li key={contributorId} className="prose">
            <b>{fullName}</b> {creditInWords(credit)}.
          </li>
        ))}
      </ul>
      <p className="muted small">
        {creditNote(people.map(({ contributor }) => contributor))} The roles follow <a href={CREDIT_URL}>CRediT</a>.
      </p>
    </section>
  )
}
