import type { ReactNode } from 'react'
import type { Manuscript } from '../../../../contract/api/manuscripts.ts'
import { joinNames } from '../../../../contract/rules/people/author-names.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import type { SuggestionKind } from '../../../../contract/rules/peer-review/reviewer-suggestions.ts'
import { journal } from '../../../../../journal.config.ts'
import { Facts } from '../../../ui/facts.tsx'
import { PrivateDownload } from '../../../ui/files/private-download.tsx'
import { Link } from '../../../ui/link.tsx'
import { Paragraphs } from './part.tsx'

/** Dates, versions with their files, and whom the authors suggested. */
export function ManuscriptFacts({ manuscript }: { manuscript: Manuscript }) {
  const { id, receivedOn, category, versions, suggestions } = manuscript
  const named = (kind: SuggestionKind) =>
    joinNames(suggestions.filter((one) => one.kind === kind).map(({ fullName }) => fullName))
  const rows: [string, ReactNode][] = [
    ['Received', longDate(receivedOn)],
    ['Category', category],
    ...versions.map(({ number, submittedOn, files, reply }): [string, ReactNode] => [
      `Version ${number}`,
      <div key={number}>
        {longDate(submittedOn)}
        {files.map((file) => (
          <PrivateDownload key={file.url} url={file.url} name={file.name}>
            {file.name}
          </PrivateDownload>
        ))}
        {reply && (
          <details>
            <summary>Your reply</summary>
            <Paragraphs text={reply} />
          </details>
        )}
      </div>,
    ]),
    ['You suggested', named('suggest')],
    ['Not to ask', named('oppose')],
  ]
  return (
    <aside className="ms-facts" aria-label="Manuscript">
      <h2>Manuscript</h2>
      <Facts rows={rows} />
      <p>
        <Link className="btn text" to={paths.article(id)}>
          Preview as an article
        </Link>
      </p>
      <p className="muted small">
        {suggestions.length > 0 && 'Only the editor sees your suggestions. '}
        Questions? <a href={`mailto:${journal.contact.email}`}>{journal.contact.email}</a>
      </p>
    </aside>
  )
}
