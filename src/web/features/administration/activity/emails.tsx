import type { OutgoingEmail } from '../../../../contract/api/activity.ts'
import { EMAILS } from '../../../../contract/rules/site/email-kinds.ts'
import { NEVER } from '../../../../contract/rules/site/samples.ts'
import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'
import { Chip } from '../../../ui/chip.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { useAddress } from '../../../ui/filter-form.tsx'
import { UtcTime } from '../../../ui/local-date.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Empty } from '../../../ui/states.tsx'
import { EmailAddress } from '../../../ui/web-address.tsx'

/** The journal's emails: sent and waiting ones, and the reasons of failures. */
export function Emails({
  emails: { data, meta, delivering },
}: {
  emails: Paged<OutgoingEmail> & { delivering: boolean }
}) {
  const address = useAddress()
  return (
    <>
      {!delivering && (
        <p className="notice space">
          <strong>Email is not set up</strong>
          Emails are saved here and will be sent once a mail server is set.
        </p>
      )}
      {data.length ? (
        <DataTable label="Emails" columns={emailColumns(delivering)} rows={data} />
      ) : (
        <Empty title="No emails found">
          <p>Emails to authors and administrators appear here.</p>
        </Empty>
      )}
      <Pager path={address({})} meta={meta} label="Email pages" />
    </>
  )
}

export const emailColumns = (delivering: boolean): Column<OutgoingEmail>[] => [
  {
    head: 'Email',
    className: 'ttl',
    cell: ({ subject, text }) => (
      <>
        {subject}
        <details>
          <summary>
            Text<span className="sr"> of the email: {subject}</span>
          </summary>
          <p className="email-text breakable">{text}</p>
        </details>
      </>
    ),
  },
  { head: 'Kind', className: 'fact', cell: ({ kind }) => EMAILS[kind].name },
  { head: 'To', className: 'fact', cell: ({ recipient }) => <EmailAddress>{recipient}</EmailAddress> },
  { head: 'Created', className: 'fact', cell: ({ createdAt }) => <UtcTime at={createdAt} /> },
  { head: 'Status', className: 'fact', cell: (email) => <State email={email} delivering={delivering} /> },
]

function State({ email: { sentAt, nextTryAt, lastError }, delivering }: { email: OutgoingEmail; delivering: boolean }) {
  if (sentAt)
    return (
      <>
        <Chip kind="published">Sent</Chip>
        <span className="muted small block">
          <UtcTime at={sentAt} />
        </span>
      </>
    )
  if (nextTryAt === NEVER) return <Chip kind="sample">Sample, never sent</Chip>
  return (
    <>
      {delivering ? (
        <span>
          Waiting, next try <UtcTime at={nextTryAt} />
        </span>
      ) : (
        <span>Waiting for a mail server</span>
      )}
      {lastError && <span className="email-error breakable error-ink small block">{lastError}</span>}
    </>
  )
}
