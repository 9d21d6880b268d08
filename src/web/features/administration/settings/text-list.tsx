import { Link } from 'react-router'
import type { TextInList } from '../../../../contract/api/settings.ts'
import { EMAILS, type EmailKind } from '../../../../contract/rules/site/email-kinds.ts'
import type { TextKind } from '../../../../contract/rules/settings/texts.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'

type Row = TextInList & { id: string }

const KINDS: readonly { kind: TextKind; title: string; about: string }[] = [
  {
    kind: 'page',
    title: 'Pages',
    about: 'What readers and indexes read of the journal. Every change makes a version that readers can look up.',
  },
  {
    kind: 'email',
    title: 'Emails',
    about: 'Sent by the journal itself. One that you have not changed follows the program.',
  },
  {
    kind: 'letter',
    title: 'Letters',
    about: 'A decision begins with one of these, and its editor can change it before it is sent.',
  },
]

/** All texts that the journal can write itself. */
export function TextList({ texts }: { texts: TextInList[] }) {
  return KINDS.map(({ kind, title, about }) => (
    <section key={kind} aria-labelledby={`${kind}s`}>
      <h2 id={`${kind}s`}>{title}</h2>
      <p className="muted lead-in">{about}</p>
      <DataTable
        label={title}
        columns={kind === 'email' ? EMAIL_COLUMNS : COLUMNS}
        rows={texts.filter((text) => text.kind === kind).map((text) => ({ ...text, id: `${text.kind}/${text.slug}` }))}
      />
    </section>
  ))
}

const NAME: Column<Row> = {
  head: 'Text',
  className: 'ttl',
  cell: ({ kind, slug, title, broken, lacksPictures }) => (
    <>
      <Link to={paths.adminText(kind, slug)}>{title}</Link>
      {broken !== null && <span className="block small warning-ink">The default is used: {broken}</span>}
      {lacksPictures && <span className="block small warning-ink">A picture is not shown: it is on another site.</span>}
    </>
  ),
}

const STATE: Column<Row> = {
  head: 'State',
  className: 'fact',
  cell: ({ isOwn, isNewer, changedAt }) => (
    <>
      {isOwn && changedAt ? (
        <>
          Your own, <LocalDate at={changedAt} />
        </>
      ) : (
        'Default'
      )}
      {isNewer && <span className="block small">Newer default</span>}
    </>
  ),
}

const COLUMNS: Column<Row>[] = [NAME, STATE]
const EMAIL_COLUMNS: Column<Row>[] = [
  NAME,
  { head: 'To', className: 'fact', cell: ({ slug }) => EMAILS[slug as EmailKind].to },
  { head: 'Sent', className: 'fact', cell: ({ slug }) => EMAILS[slug as EmailKind].when },
  STATE,
]
