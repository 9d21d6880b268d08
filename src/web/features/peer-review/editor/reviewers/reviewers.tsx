import { ListPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import {
  ADDRESSES_MAX,
  type ImportRow,
  type Reviewer,
  TypedReviewerForm,
} from '../../../../../contract/api/reviewers.ts'
import { SEARCH_MAX } from '../../../../../contract/rules/articles/article-policy.ts'
import type { Paged } from '../../../../../contract/rules/site/page-numbers.ts'
import { counted } from '../../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../../client/api.ts'
import { DataTable } from '../../../../ui/data-table.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, TextAreaField } from '../../../../ui/field.tsx'
import { FilterChoice, FilterForm, FilterText, useAddress } from '../../../../ui/filter-form.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { Pager } from '../../../../ui/pager.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { toast, toastFailure } from '../../../../ui/toast.ts'
import { useCommand } from '../../../../ui/use-command.ts'
import { useForm } from '../../../../ui/use-form.ts'
import { EmailAddress } from '../../../../ui/web-address.tsx'
import { STATE_WORDS } from './load-reviewers.ts'
import { reviewerColumns } from './reviewer-columns.tsx'
import { ReviewerDialog } from './reviewer-dialog.tsx'

export const REVIEWERS_TITLE = 'Reviewers'
const STATES = Object.entries(STATE_WORDS).map(([value, label]) => ({ value, label }))

/** Filters reviewers by words and state. */
export function ReviewerFilters() {
  return (
    <FilterForm label="Find a reviewer">
      {(present) => (
        <>
          <FilterText name="q" label="Name, affiliation, expertise or email" present={present} maxLength={SEARCH_MAX} />
          <FilterChoice name="state" label="Status" present={present} all="Everyone" options={STATES} />
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
        Import Reviewers
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
              : 'Add people you might invite, one by one or from a list.'}
          </p>
        </Empty>
      )}
      <Pager path={address({})} meta={meta} label="Pages of reviewers" />
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

/** Adds or edits a reviewer. */
function ReviewerForm({
  reviewer,
  onSaved,
  onClose,
}: {
  reviewer: Reviewer | null
  onSaved: () => void
  onClose: () => void
}) {
  const form = useForm({
    schema: TypedReviewerForm,
    initial: {
      fullName: reviewer?.fullName ?? '',
      emails: reviewer?.emails.map(({ email }) => email).join(', ') ?? '',
      affiliation: reviewer?.affiliation ?? '',
      orcid: reviewer?.orcid ?? '',
      expertise: reviewer?.expertise ?? '',
      awayUntil: reviewer?.awayUntil ?? '',
    },
    submit: async (typed) => {
      await (reviewer
        ? browserApi.reviewers.update({ id: reviewer.id, version: reviewer.version, ...typed })
        : browserApi.reviewers.create(typed))
      toast.success(`Reviewer ${reviewer ? 'updated' : 'added'} successfully`)
      onSaved()
    },
  })
  return (
    <FormDialog
      title={reviewer ? 'Edit Reviewer' : 'Add Reviewer'}
      form={form}
      save={reviewer ? 'Save Changes' : 'Add Reviewer'}
      saving={reviewer ? 'Saving...' : 'Adding...'}
      onClose={onClose}
    >
      <Field {...form.text('fullName')} label="Full name" autoComplete="off" />
      <Field
        {...form.text('emails')}
        label="Email addresses"
        hint={`Up to ${ADDRESSES_MAX}, separated by commas. Invitations go to the first.`}
        autoComplete="off"
      />
      <Field {...form.text('affiliation')} label="Affiliation (optional)" autoComplete="off" />
      <Field {...form.text('orcid')} label="ORCID iD (optional)" autoComplete="off" />
      <Field
        {...form.text('expertise')}
        label="Expertise (optional)"
        hint="Keywords, separated by commas. They are compared with manuscripts."
        autoComplete="off"
      />
      <Field {...form.text('awayUntil')} label="Last day away (optional)" type="date" />
    </FormDialog>
  )
}

/** Adds several reviewers from pasted lines, after showing what was understood of each. */
function ImportDialog({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const [lines, setLines] = useState('')
  const [rows, setRows] = useState<ImportRow[] | null>(null)
  const [error, setError] = useState<string>()
  const { run, busy } = useCommand((failure) => {
    toastFailure(failure)
    setError(failure.errors.lines)
  })
  const ready = rows?.filter(({ problem }) => problem === null).length ?? 0

  const preview = () =>
    run(async () => {
      setError(undefined)
      setRows(await browserApi.reviewers.previewImport({ lines }))
    })
  const add = () =>
    run(async () => {
      setError(undefined)
      const { added } = await browserApi.reviewers.import({ lines })
      toast.success(`${counted(added, 'reviewer')} added`)
      onAdded()
    })

  return (
    <Dialog title="Import reviewers" onClose={onClose}>
      <div className="mid">
        <TextAreaField
          name="lines"
          label="One person per line"
          hint="Name <email>, Affiliation; expertise, expertise. Rows copied from a spreadsheet work too."
          value={lines}
          error={error}
          onChange={(typed) => {
            setLines(typed)
            setRows(null)
            setError(undefined)
          }}
        />
        <div role="status">{rows && <p>{`${ready} of ${counted(rows.length, 'line')} can be added.`}</p>}</div>
        {rows && rows.length > 0 && (
          // Scrolled with the keyboard, too.
          <ul className="import-preview rows" role="list" aria-label="Preview" tabIndex={0}>
            {rows.map(({ fullName, email, affiliation, expertise, problem }, at) => (
              <li key={at}>
                <strong>{fullName || 'No name'}</strong> {email && <EmailAddress>{email}</EmailAddress>}
                <span className="muted small block">{[affiliation, expertise].filter(Boolean).join(' · ')}</span>
                {problem && <span className="err aligned small error-ink">{problem}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        {rows ? (
          <button type="button" className="btn solid" disabled={!ready} aria-disabled={busy} onClick={() => void add()}>
            Add {counted(ready, 'reviewer')}
          </button>
        ) : (
          <button
            type="button"
            className="btn solid"
            disabled={!lines.trim()}
            aria-disabled={busy}
            onClick={() => void preview()}
          >
            Preview
          </button>
        )}
      </footer>
    </Dialog>
  )
}
