import { ListPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { Reviewer } from '../../../../../contract/api/reviewers.ts'
import { SEARCH_MAX } from '../../../../../contract/rules/articles/article-listing.ts'
import type { Paged } from '../../../../../contract/rules/site/page-numbers.ts'
import { DataTable } from '../../../../ui/data-table.tsx'
import { FilterChoice, FilterForm, FilterText, useAddress } from '../../../../ui/filter-form.tsx'
import { slidingWindow } from '../../../../ui/pager-window.ts'
import { Pager } from '../../../../ui/pager.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { STATE_WORDS } from './load-reviewers.ts'
import { reviewerColumns } from './reviewer-columns.tsx'
import { ReviewerDialog } from './reviewer-dialog.tsx'
import { ReviewerForm } from './reviewer-form.tsx'

const PAGER_SIZE = 5
export const REVIEWERS_TITLE = 'Reviewers'
const STATES = Object.entries(STATE_WORDS).map(([value, label]) => ({ value, label }))

/** Filters reviewers by words and state. */
export function ReviewerFilters() {
  return (
    <FilterForm label="Find a reviewer">
      {(present) => (
        <>
          <FilterText name="q" label="Name, affiliation, expertise or email" present={present} maxLength={SEARCH_MAX} />
          <FilterChoice name="state" label="State" present={present} all="Everyone" options={STATES} />
        </>
      )}
    </FilterForm>
  )
}

/** The buttons that add reviewers. */
export function AddReviewers() {
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<'one' | 'several' | null>(null)
  const close = () => setOpen(null)
  const saved = () => {
    close()
    void revalidate()
  }
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen('several')}>
        <ListPlus className="ic" aria-hidden="true" />
        Add several
      </button>
      <button type="button" className="btn solid" onClick={() => setOpen('one')}>
        <Plus className="ic" aria-hidden="true" />
        Add Reviewer
      </button>
      {open === 'one' && <ReviewerForm reviewer={null} onSaved={saved} onClose={close} />}
      {open === 'several' && <ImportDialog onAdded={saved} onClose={close} />}
    </>
  )
}

/** The list of reviewers, and the details of one. */
export function ReviewersTable({ reviewers: { data: reviewers, meta } }: { reviewers: Paged<Reviewer> }) {
  const { revalidate } = useRevalidator()
  const address = useAddress()
  const isFiltered = new URLSearchParams(useLocation().search).size > 0
  const [open, setOpen] = useState<{ id: string; editing: boolean } | null>(null)
  const reviewer = reviewers.find(({ id }) => id === open?.id)
  const close = () => setOpen(null)

  return (
    <>
      {reviewers.length ? (
        <DataTable
          label={REVIEWERS_TITLE}
          columns={reviewerColumns(({ id }) => setOpen({ id, editing: false }))}
          rows={reviewers}
        />
      ) : (
        <Empty title={isFiltered ? 'No reviewers found' : 'No reviewers yet'}>
          <p>
            {isFiltered
              ? 'Try a different search or remove a filter.'
              : 'Add people whom you would ask to review, one by one or from a list.'}
          </p>
        </Empty>
      )}
      <Pager
        path={address({})}
        page={meta.page}
        totalPages={meta.totalPages}
        items={slidingWindow(meta.page, meta.totalPages, PAGER_SIZE)}
        label="Pages of reviewers"
      />
      {reviewer && !open?.editing && (
        <ReviewerDialog
          reviewer={reviewer}
          onEdit={() => setOpen({ id: reviewer.id, editing: true })}
          onChanged={revalidate}
          onClose={close}
        />
      )}
      {reviewer && open?.editing && (
        <ReviewerForm
          reviewer={reviewer}
          onSaved={() => {
            close()
            void revalidate()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
