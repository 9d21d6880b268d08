import type { Manuscript } from '../../../../contract/api/manuscripts.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import type { Api } from '../../../../contract/api/api.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { Link } from '../../../ui/link.tsx'
import { TitleText } from '../../../ui/title-text.tsx'

/** The manuscripts that wait for their author, each with its date and the one thing to do. */
export function NeedsYou({ manuscripts }: { manuscripts: Awaited<ReturnType<Api['manuscripts']['needsYou']>> }) {
  if (!manuscripts.length) return null
  return (
    <section className="needs-you" aria-labelledby="needs-you">
      <h2 id="needs-you">Needs you</h2>
      <ul role="list">
        {manuscripts.map(({ id, title, stage, status }) => (
          <li key={id} className="notice now">
            <div>
              <p>
                <strong>
                  <TitleText title={title} />
                </strong>
              </p>
              <p>
                <Sentence {...status} />. {status.note}
              </p>
              <div className="buttons">
                <Link className="btn solid" to={paths.manuscript(id)}>
                  {stage === 'proof' ? 'Check the Proof' : 'Send the Revision'}
                  <span className="sr">: {plainTitle(title)}</span>
                </Link>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The date of the sentence stays on one line and is marked up as a date. */
export function Sentence({ sentence, date }: Manuscript['status']) {
  const words = longDate(date)
  const at = words ? sentence.lastIndexOf(words) : -1
  if (date === null || at < 0) return sentence
  return (
    <>
      {sentence.slice(0, at)}
      <time dateTime={date} className="keep">
        {words}
      </time>
      {sentence.slice(at + words.length)}
    </>
  )
}
