import { useRef } from 'react'
import { CategoryForm as CategoryRules, type CategoryWithCount } from '../../../../contract/api/categories.ts'
import { slugOf } from '../../../../contract/api/slug.ts'
import { browserApi } from '../../../client/api.ts'
import { toastFailure } from '../../../ui/call-failure.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'

/** Adds or edits a category. The slug follows the name until it is edited. */
export function CategoryForm({
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
    initial: { name: record?.name ?? '', slug: record?.slug ?? '' },
    submit: async (category) => {
      try {
        await (record
          ? browserApi.categories.update({ id: record.id, ...category })
          : browserApi.categories.create(category))
      } catch (error) {
        throw toastFailure(error)
      }
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
    </FormDialog>
  )
}
