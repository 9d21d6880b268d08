import { useRef } from 'react'
import { CategoryForm as CategoryRules, type CategoryWithCount } from '../../../../contract/api/categories.ts'
import { slugOf } from '../../../../contract/api/field-schemas.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { CheckField, Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { csvDay } from '../../../ui/list-csv.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'
import type { RecordsKind } from '../../../ui/records-page.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'
import { MergeButton } from './merge-button.tsx'

/** The categories page of the admin area: its table, form and texts. */
export const CATEGORIES: RecordsKind<CategoryWithCount> = {
  title: 'Categories',
  counted: (count) =>
    counted(count, 'category', 'categories') + (count > 1 ? ', in the order in which readers see them' : ''),
  add: 'Add Category',
  empty: { title: 'No categories found', next: 'Authors cannot submit without one. Please add the first category.' },
  failed: 'Failed to load categories',
  columns: [
    { head: 'Name', className: 'ttl', cell: (category) => <NameCell {...category} /> },
    { head: 'Slug', className: 'fact', cell: ({ slug }) => <code>{slug}</code> },
    { head: 'Published articles', className: 'num', cell: ({ count }) => count },
    { head: 'Created', className: 'fact', cell: ({ createdAt }) => <LocalDate at={createdAt} /> },
  ],
  nameOf: ({ name }) => name,
  csv: {
    name: 'categories',
    columns: [
      ['Name', ({ name }) => name],
      ['Description', ({ description }) => description],
      ['Closed to new manuscripts', ({ closed }) => (closed ? 'Yes' : 'No')],
      ['Slug', ({ slug }) => slug],
      ['Published articles', ({ count }) => String(count)],
      ['Created', ({ createdAt }) => csvDay(createdAt)],
    ],
  },
  Form: CategoryForm,
  deletion: {
    title: 'Delete category',
    question: (name) => `Are you sure you want to delete the category "${name}"?`,
    done: 'Category deleted successfully',
  },
  load: () => browserApi.categories.list(),
  remove: ({ id }) => browserApi.categories.remove({ id }),
  place: ({ id }, place) => browserApi.categories.place({ id, place }),
  More: MergeButton,
}

const NameCell = ({ name, description, closed, formerIds }: CategoryWithCount) => {
  const former = formerIds.length
  const notes = [
    description || 'No description yet',
    closed && 'Closed to new manuscripts',
    former > 0 && `${counted(former, 'old address', 'old addresses')} ${former === 1 ? 'leads' : 'lead'} here`,
  ]
  return (
    <>
      {name}
      <span className="why">{notes.filter(Boolean).join(' · ')}</span>
    </>
  )
}

/** Adds or edits a category. The slug follows the name until it is edited. */
function CategoryForm({
  record,
  onSaved,
  onClose,
}: {
  record: CategoryWithCount | null
  onSaved: () => void
  onClose: () => void
}) {
  const form = useForm({
    schema: CategoryRules,
    initial: {
      name: record?.name ?? '',
      slug: record?.slug ?? '',
      description: record?.description ?? '',
      closed: record?.closed ?? false,
    },
    submit: async (category) => {
      await (record
        ? browserApi.categories.update({ id: record.id, ...category })
        : browserApi.categories.create(category))
      toast.success(`Category ${record ? 'updated' : 'created'} successfully`)
      onSaved()
    },
  })
  const ownSlug = useRef(false)
  const nameTyped = (name: string) => {
    form.set('name', name)
    if (!ownSlug.current) form.set('slug', slugOf(name))
  }
  const slugTyped = (slug: string) => {
    // A slug that was cleared follows the name again.
    ownSlug.current = slug !== ''
    form.set('slug', slug)
  }
  return (
    <FormDialog
      title={record ? 'Edit Category' : 'Add New Category'}
      form={form}
      save={record ? 'Update Category' : 'Create Category'}
      saving={record ? 'Updating...' : 'Creating...'}
      onClose={onClose}
    >
      <Field {...form.text('name')} label="Category Name *" autoComplete="off" onChange={nameTyped} />
      <Field
        {...form.text('slug')}
        label="URL Slug *"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Created from the name. You can change it: lowercase letters, numbers, and hyphens."
        onChange={slugTyped}
      />
      <Field
        {...form.text('description')}
        label="Description"
        autoComplete="off"
        hint="One sentence for readers, such as what belongs here."
      />
      {record && (
        <CheckField
          name="closed"
          checked={form.values.closed}
          error={form.errors.closed}
          onChange={(closed) => form.set('closed', closed)}
        >
          Closed to new manuscripts. Its page and articles stay.
        </CheckField>
      )}
    </FormDialog>
  )
}
