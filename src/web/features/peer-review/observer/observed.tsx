import type { ObservedArea, ObservedCase } from '../../../../contract/api/observing.ts'
import { STAGE_NAMES } from '../../../../contract/rules/peer-review/stages.ts'
import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { useAddress } from '../../../ui/filter-form.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Section } from '../../../ui/section.tsx'
import { Empty } from '../../../ui/states.tsx'
import { TitleText } from '../../../ui/title-text.tsx'

const day = (on: string | null) => (on === null ? <span className="muted">not yet</span> : longDate(on))

const COLUMNS: Column<ObservedCase & { id: string }>[] = [
  {
    head: 'Manuscript',
    className: 'ttl',
    cell: ({ title, number, category }) => (
      <>
        <TitleText title={title} />
        <span className="muted small block">
          {number} · {category}
        </span>
      </>
    ),
  },
  { head: 'Stage', className: 'fact', cell: ({ stage }) => STAGE_NAMES[stage] },
  { head: 'Received', className: 'fact', cell: ({ receivedOn }) => longDate(receivedOn) },
  { head: 'First decision', className: 'fact', cell: ({ firstDecisionOn }) => day(firstDecisionOn) },
  { head: 'Accepted', className: 'fact', cell: ({ acceptedOn }) => day(acceptedOn) },
  { head: 'Published', className: 'fact', cell: ({ publishedOn }) => day(publishedOn) },
]

/** Stages and dates of all manuscripts. */
export function ObservedCases({ cases: { data, meta } }: { cases: Paged<ObservedCase> }) {
  const address = useAddress()
  return (
    <>
      {data.length ? (
        <DataTable label="Manuscripts" columns={COLUMNS} rows={data.map((row) => ({ id: row.number, ...row }))} />
      ) : (
        <Empty title="No manuscripts yet">
          <p>New submissions will appear here.</p>
        </Empty>
      )}
      <Pager path={address({})} meta={meta} label="Pages of manuscripts" />
    </>
  )
}

/** What the journal has chosen, in words. */
export function ObservedSettings({ areas }: { areas: readonly ObservedArea[] }) {
  return areas.map(({ id, title, values }) => (
    <Section key={id} title={title}>
      <dl className="observed">
        {values.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="lines">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  ))
}
