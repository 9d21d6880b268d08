import type { PublishedReviews, ReviewText } from '../../../../contract/api/published-reviews.ts'
import { doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { withItalics } from '../../../../contract/rules/text/latin-names.ts'
import { paragraphsOf } from '../../../../contract/rules/text/plain-text.ts'
import notices from '../../../styles/notices.css?url'
import stylesheet from '../../../styles/reviews.css?url'
import { ReportAnswers } from '../../../ui/report-answers.tsx'
import { type Signature, Signatures } from '../../../ui/signatures.tsx'
import { Stylesheet } from '../../../ui/stylesheet.tsx'
import { TitleText } from '../../../ui/title-text.tsx'

/** A text that is published has an id and perhaps a DOI; one that may be has neither. */
type Shown = ReviewText & { id?: string; doi?: string | null }
type Round = Omit<PublishedReviews['rounds'][number], 'texts'> & { texts: readonly Shown[] }

export const roundId = (number: number): string => `round-${number}`

/** The texts of a review, round by round: on its public page, and before that for the editor who publishes them. */
export function ReviewRounds({ rounds, latinNames }: { rounds: readonly Round[]; latinNames: readonly string[] }) {
  return (
    <>
      <Stylesheet href={notices} precedence="site" />
      <Stylesheet href={stylesheet} precedence="site" />
      {rounds.map(({ number, decidedOn, texts }) => (
        <section key={number} aria-labelledby={roundId(number)}>
          <h2 id={roundId(number)}>
            Round {number} <span className="count-n muted">decided {longDate(decidedOn)}</span>
          </h2>
          {texts.map((text, index) => (
            <Text key={text.id ?? index} text={text} latinNames={latinNames} />
          ))}
        </section>
      ))}
    </>
  )
}

function Text({ text, latinNames }: { text: Shown; latinNames: readonly string[] }) {
  const { id, doi, kind, title, answers } = text
  return (
    <article className={kind === 'reply' ? 'rv reply' : 'rv'} id={id} aria-label={title}>
      <header>
        <h3>{title}</h3>
        {doi && (
          <p className="rv-doi">
            <a href={doiUrl(doi)}>{doiUrl(doi).replace(/^https:\/\//, '')}</a>
          </p>
        )}
      </header>
      {paragraphsOf(text.text).map((lines, index) => (
        <p key={index} className="lines breakable">
          <TitleText title={withItalics(lines.join('\n'), latinNames)} />
        </p>
      ))}
      <ReportAnswers answers={answers} className="more" />
      <Signatures all={[signatureOf(text)]} />
    </article>
  )
}

function signatureOf({ kind, label, signedBy }: Shown): Signature {
  if (kind === 'report') {
    return signedBy
      ? { name: signedBy.name, state: 'yes', words: signedBy.affiliation ?? 'reviewer' }
      : { name: `Reviewer ${label}`, state: 'unsigned', words: 'not signed' }
  }
  if (kind === 'decision') return { name: signedBy?.name ?? 'The editor', state: 'yes', words: 'editor' }
  return { name: signedBy?.name ?? 'The authors', state: 'yes', words: 'for the authors' }
}
