import { useState } from 'react'
import type { CitingArticle } from '../../../../contract/api/retracted-references.ts'
import { natureMark } from '../../../../contract/rules/articles/retracted-references.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { Empty } from '../../../ui/states.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { useCommand, useSent } from '../../../ui/use-command.ts'
import { WebAddress } from '../../../ui/web-address.tsx'
import { sendList } from './retraction-list.ts'

const BYTES_MAX = 500 * 1024 * 1024

/** The list of retracted articles, and where a newer one is loaded. */
export function RetractionListForm({
  listed,
  loadedAt,
  send,
}: {
  listed: number
  loadedAt: string | null
  send: Parameters<typeof sendList>[1]
}) {
  const { run, busy, failure } = useCommand()
  const [name, setName] = useState('')
  const sent = useSent()
  const load = (file: File) => {
    setName(file.name)
    return run(() => sent(sendList(file, send)))
  }
  return (
    <Section title="The list">
      <p className="space">
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
    </Section>
  )
}

const COLUMNS: Column<CitingArticle>[] = [
  {
    head: 'Article',
    className: 'ttl',
    cell: ({ id, title }) => (
      <Link className="listed-title" to={paths.article(id)}>
        <TitleText title={title} />
      </Link>
    ),
  },
  {
    head: 'References',
    className: 'fact',
    cell: ({ references }) => (
      <ul role="list">
        {references.map(({ position, doi, text, ...nature }) => (
          <li key={position}>
            <strong>{natureMark(nature)}:</strong> {text}{' '}
            {!text.toLowerCase().includes(doi) && <WebAddress>{doi}</WebAddress>}
          </li>
        ))}
      </ul>
    ),
  },
]

/** The published articles that cite what has been retracted. */
export const CitingArticles = ({ articles }: { articles: readonly CitingArticle[] }) =>
  articles.length ? (
    <DataTable label="Articles that cite a retracted one" columns={COLUMNS} rows={[...articles]} />
  ) : (
    <Empty title="No published article cites a retracted one">
      <p>References to retracted articles are marked for readers, and listed here.</p>
    </Empty>
  )
