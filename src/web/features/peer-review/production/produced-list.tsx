import { SEARCH_MAX } from '../../../../contract/rules/articles/article-policy.ts'
import type { ProducedLine } from '../../../../contract/api/production.ts'
import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { FilterChoice, FilterForm, FilterText, useAddress } from '../../../ui/filter-form.tsx'
import { Link } from '../../../ui/link.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Empty } from '../../../ui/states.tsx'
import { TitleText } from '../../../ui/title-text.tsx'

/** Where a proof is, in words. */
export function proofInWords({ proof, publishedAt }: Pick<ProducedLine, 'proof' | 'publishedAt'>): string {
  if (!proof) return publishedAt === null ? 'To be sent' : 'None'
  if (proof.answer === 'corrections') return 'Corrections to make'
  if (proof.answer === 'approved') return 'Approved'
  return `With the authors until ${longDate(proof.dueOn)}`
}

const COLUMNS: Column<ProducedLine & { id: string }>[] = [
  {
    head: 'Article',
    className: 'ttl',
    cell: ({ articleId, title, number, category }) => (
      <>
        <Link to={paths.deskProducedArticle(articleId)}>
          <TitleText title={title} />
        </Link>
        <span className="muted small block">
          {number} · {category}
        </span>
      </>
    ),
  },
  {
    head: 'Proof',
    className: 'fact',
    cell: (line) => (
      <>
        {proofInWords(line)}
        {line.proof && line.proof.unsettled > 0 && (
          <span className="muted small block">{counted(line.proof.unsettled, 'answer')} to settle</span>
        )}
      </>
    ),
  },
  { head: 'Full text', className: 'fact', cell: ({ hasText }) => (hasText ? 'Yes' : 'None yet') },
  {
    head: 'Published',
    className: 'fact',
    cell: ({ publishedAt, volume }) => (
      <>
        {publishedAt === null ? 'Not yet' : longDate(publishedAt)}
        {volume !== null && <span className="muted small block">{volume}</span>}
      </>
    ),
  },
]

export function ProducedFilters() {
  return (
    <FilterForm label="Filter articles">
      {(present) => (
        <>
          <FilterText name="q" label="Title, name or number" present={present} maxLength={SEARCH_MAX} />
          <FilterChoice
            name="state"
            label="State"
            present={present}
            all="All accepted"
            options={[
              { value: 'open', label: 'Not published' },
              { value: 'published', label: 'Published' },
            ]}
          />
        </>
      )}
    </FilterForm>
  )
}

/** Accepted articles with the state of their proofs. */
export function ProducedList({ articles: { data, meta } }: { articles: Paged<ProducedLine> }) {
  const address = useAddress()
  return (
    <>
      {data.length ? (
        <DataTable
          label="Accepted articles"
          columns={COLUMNS}
          rows={data.map((row) => ({ id: row.articleId, ...row }))}
        />
      ) : (
        <Empty title="No articles found">
          <p>Manuscripts appear here once they have been accepted.</p>
        </Empty>
      )}
      <Pager path={address({})} meta={meta} label="Pages of articles" />
    </>
  )
}
