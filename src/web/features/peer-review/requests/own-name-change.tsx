import type { OwnRequest } from '../../../../contract/api/requests.ts'
import { PDF_FATE_WORDS } from '../../../../contract/rules/articles/name-changes.ts'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { TitleText } from '../../../ui/title-text.tsx'

/** What would be changed, as the person reads it before agreeing: nothing happens by opening the page. */
export function OwnNameChange({
  change: { state, newName, formerNames, words, articles },
  sending,
  onAnswer,
}: {
  change: NonNullable<OwnRequest['nameChange']>
  sending: boolean
  onAnswer: (agrees: boolean) => void
}) {
  return (
    <Section title="What would be changed">
      <p className="lead space">
        {formerNames.join(', ')} becomes <b>{newName}</b>
      </p>
      <p className="space">
        In all versions, files and records of {articles.length === 1 ? 'this article' : 'these articles'}, at once and
        without a notice. The journal keeps that it was done, not what it was. Copies that others have made are not in
        its hands; indexes take the change over in the following days.
      </p>
      <ul role="list" className="space">
        {articles.map(({ title, path, pdfs }) => (
          <li key={path}>
            <Link to={path}>
              <TitleText title={title} />
            </Link>
            {pdfs.map((fate) => (
              <p key={fate} className={fate === 'locked' ? undefined : 'muted small'}>
                {PDF_FATE_WORDS[fate]}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {words.length > 0 && (
        <details className="more">
          <summary>Abbreviated forms that are changed too</summary>
          <ul role="list">
            {words.map(({ from, to }) => (
              <li key={from}>
                {from} becomes {to}
              </li>
            ))}
          </ul>
        </details>
      )}
      {state === 'agreed' && <p role="status">You agree. An editor carries it out now.</p>}
      {state === 'refused' && <p role="status">You do not agree. Nothing is changed, and the editors know it.</p>}
      <p className="buttons">
        {state !== 'agreed' && (
          <button type="button" className="btn solid" aria-disabled={sending} onClick={() => onAnswer(true)}>
            {sending ? 'Sending...' : 'Yes, Change It'}
          </button>
        )}
        {state !== 'refused' && (
          <button type="button" className="btn" aria-disabled={sending} onClick={() => onAnswer(false)}>
            No, Do Not Change It
          </button>
        )}
      </p>
    </Section>
  )
}
