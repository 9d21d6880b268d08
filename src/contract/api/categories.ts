import { z } from 'zod'
import { counted } from '../rules/text/plain-text.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, line, Slug } from './field-schemas.ts'

export const Category = z.object({ id: Id, name: z.string(), slug: z.string(), createdAt: z.iso.datetime() })

/** A category as lists show it; `count` includes public articles only. */
export const CategoryWithCount = Category.extend({ count: z.number().int() })
export type CategoryWithCount = z.infer<typeof CategoryWithCount>

export const CATEGORY_NAME_TAKEN = 'A category with this name already exists'
export const CATEGORY_SLUG_TAKEN = 'A category with this slug already exists'
export const categoryInUse = (articles: number, hidden: number): string =>
  `${counted(articles, 'article')} ${articles === 1 ? 'uses' : 'use'} this category${hidden ? ` (${hidden} not public)` : ''}. Move ${articles === 1 ? 'it' : 'them'} first.`

/** The category form. */
export const CategoryForm = z.strictObject({ name: line(200, { required: 'Name is required' }), slug: Slug })
export type CategoryForm = z.output<typeof CategoryForm>

export const categories = {
  list: endpoint('GET /categories', {
    access: 'anyone',
    summary: 'All categories with their number of published articles, those with most articles first',
    output: z.array(CategoryWithCount),
  }),
  create: endpoint('POST /categories', {
    access: 'administrators',
    created: true,
    summary: 'Creates a category',
    input: CategoryForm,
    output: Category,
  }),
  update: endpoint('PUT /categories/{id}', {
    also: ['PATCH'],
    access: 'administrators',
    summary: "Changes a category's name and slug",
    input: CategoryForm.extend({ id: IdInPath }),
    output: Category,
  }),
  remove: endpoint('DELETE /categories/{id}', {
    access: 'administrators',
    summary: 'Deletes a category that no article is in',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({ message: z.string() }),
  }),
}
