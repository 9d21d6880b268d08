import { useState } from 'react'
import type { CitingArticle } from '../../../../contract/api/retracted-references.ts'
import { natureMark } from '../../../../contract/rules/articles/retracted-references.ts'
import { doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { Link } from '../../../ui/link.tsx'
import { Empty } from '../../../ui/states.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { useCommand, useSent } from '../../../ui/use-command.ts'
import { sendList } from './retraction-list.ts'

const BYTES_MAX = 500 * 1024 * 1024

/** The list of retracted articles, and where a newer one is loaded. */
export function RetractionListForm({ listed, loadedAt }: { listed: number; loadedAt: string | null }) {
  const { run, busy, failure } = useCommand()
  const [name, setName] = useState('')
  const sent = useSent()
  const load = (file: File) => {
    setName(file.name)
    return run(() => sent(sendList(file, browserApi.retractedReferences.load)))
  }
  return (
    <section aria-labelledby="list">
      <h2 id="list">The list</h2>
      <p>
        {loadedAt === null
          ? 'No list has been loaded. References to this journal’s own retracted articles are marked without one.'
          : `References are compared with ${counted(listed, 'retracted article')} of the list loaded on ${longDate(loadedAt)}.`}{' '}
        The Retraction Watch database is free: save its file retraction_watch.csv from Crossref (
        <Link to="https://gitlab.com/crossref/retraction-watch-data">gitlab.com/crossref/retraction-watch-data</Link>)
        and choose it here, once a month.
      </p>
      <DropZone
        name="list"
        label="List of retracted articles"
        types={{ csv: 'text/csv' }}
        maxBytes={BYTES_MAX}
        hint="CSV. It is read on this computer; only DOIs and dates are sent."
        error={failure?.message}
        onFiles={([file]) => void (file && load(file))}
      />
      <p role="status">{busy && `Loading ${name}…`}</p>
    </section>
  )
}

/** The published articles that cite what has been retracted. */
export const CitingArticles = ({ articles }: { articles: readonly CitingArticle[] }) => (
  <section aria-labelledby="citing">
    <h2 id="citing">Articles that cite one</h2>
    {articles.length ? (
      <ul className="plain" role="list">
        {articles.map(({ id, title, references }) => (
          <li key={id}>
            <Link to={paths.article(id)}>
              <TitleText title={title} />
            </Link>
            <ul>
              {references.map(({ position, doi, text, ...nature }) => (
                <li key={position}>
                  <strong>{natureMark(nature)}:</strong> {text} <Link to={doiUrl(doi)}>{doi}</Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    ) : (
      <Empty title="No published article cites one">
        <p>References that have been retracted are marked for readers, and listed here.</p>
      </Empty>
    )}
  </section>
)
