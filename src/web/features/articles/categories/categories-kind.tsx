import type { CategoryWithCount } from '../../../../contract/api/categories.ts'
import { counted } from '../../../../contract/rules/text/counted.ts'
import { browserApi } from '../../../client/api.ts'
import { LocalDate } from '../../../ui/local-date.tsx'
import type { RecordsKind } from '../../../ui/records-page.tsx'
import { CategoryForm } from './category-form.tsx'

/** The categories page of the admin area: its table, form and texts. */
export const CATEGORIES: RecordsKind<CategoryWithCount> = {
  title: 'Categories',
  counted: (count) => counted(count, 'category', 'categories'),
  add: 'Add Category',
  empty: { title: 'No categories found', next: 'Get started by creating your first category' },
  failed: 'Failed to load categories',
  columns: [
    { head: 'Name', className: 'ttl', cell: ({ name }) => name },
    { head: 'Slug', className: 'fact', cell: ({ slug }) => <code>{slug}</code> },
    { head: 'Published articles', className: 'num', cell: ({ count }) => count },
    { head: 'Created', className: 'fact', cell: ({ createdAt }) => <LocalDate at={createdAt} /> },
  ],
  nameOf: ({ name }) => name,
  Form: CategoryForm,
  deletion: {
    title: 'Delete category',
    question: (name) => `Are you sure you want to delete the category "${name}"?`,
    done: 'Category deleted successfully',
  },
  load: () => browserApi.categories.list(),
  remove: ({ id }) => browserApi.categories.remove({ id }),
}
