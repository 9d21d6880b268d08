import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Slug } from './slug.ts'
import { Id, IdInPath, line } from './text.ts'

export const Category = z.object({ id: Id, name: z.string(), slug: z.string(), createdAt: z.iso.datetime() })

/** A category as lists show it: `count` counts public articles only. */
export const CategoryWithCount = Category.extend({ count: z.number().int() })
export type CategoryWithCount = z.infer<typeof CategoryWithCount>

/** Specification section 5, 'Admin forms'. */
export const CategoryForm = z.strictObject({ name: line(200, { required: 'Name is required' }), slug: Slug })

export const categories = {
  list: endpoint({
    method: 'GET',
    path: '/categories',
    access: 'anyone',
    summary: 'All categories with their number of published articles, newest first',
    input: z.strictObject({}),
    output: z.array(CategoryWithCount),
  }),
  create: endpoint({
    method: 'POST',
    path: '/categories',
    access: 'administrators',
    created: true,
    summary: 'Creates a category',
    input: CategoryForm,
    output: Category,
  }),
  update: endpoint({
    method: 'PUT',
    also: ['PATCH'],
    path: '/categories/{id}',
    access: 'administrators',
    summary: "Changes a category's name and slug",
    input: CategoryForm.extend({ id: IdInPath }),
    output: Category,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/categories/{id}',
    access: 'administrators',
    summary: 'Deletes a category that no article is in',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({ message: z.string() }),
  }),
}
