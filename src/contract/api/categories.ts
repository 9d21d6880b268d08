import { z } from 'zod'
import { counted } from '../rules/text/plain-text.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, INTEGER_MAX, line, Slug } from './field-schemas.ts'

export const Category = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  createdAt: z.iso.datetime(),
  /** One sentence for readers; '' if there is none. */
  description: z.string(),
  /** Not offered for new manuscripts. */
  closed: z.boolean(),
})

/** A category as lists show it; `count` includes public articles only. */
export const CategoryWithCount = Category.extend({
  count: z.number().int(),
  /** Categories that were merged into it: what names them means this one. */
  formerIds: z.array(Id),
})
export type CategoryWithCount = z.infer<typeof CategoryWithCount>

export const CATEGORY_NAME_TAKEN = 'A category with this name already exists'
export const CATEGORY_SLUG_TAKEN = 'A category with this slug already exists'
export const slugOfMerged = (name: string): string =>
  `This slug belonged to "${name}", which was merged. Please choose another one.`
export const categoryInUse = (articles: number, hidden: number): string =>
  `${counted(articles, 'article')} ${articles === 1 ? 'uses' : 'use'} this category${hidden ? ` (${hidden} not public)` : ''}. Move ${articles === 1 ? 'it' : 'them'} first.`
export const LED_TO = 'Old addresses lead to this category. Merge it into another one instead of deleting it.'
export const categoryClosed = (name: string): string =>
  `${name} is closed to new manuscripts. Please choose another category.`

/** The category form. What is not sent stays as it is. */
export const CategoryForm = z.strictObject({
  name: line(200, { required: 'Name is required' }),
  slug: Slug,
  description: line(300).optional(),
  closed: z.boolean('Please choose whether the category is closed').optional(),
})
export type CategoryForm = z.output<typeof CategoryForm>

/** What a merge moved. */
export const CategoryMerge = z.object({ mergedInto: z.string(), articles: z.number().int() })
export type CategoryMerge = z.infer<typeof CategoryMerge>

/** What merging a category moves. */
export const MergePlan = z.object({
  published: z.number().int(),
  /** Articles that are not public: under way, declined or archived. */
  manuscripts: z.number().int(),
  /** Submissions that authors have begun. */
  drafts: z.number().int(),
  /** Old addresses that lead to it, beside its own. */
  addresses: z.number().int(),
})
export type MergePlan = z.infer<typeof MergePlan>

/** A merge that can still be undone. */
export const UndoableMerge = z.object({
  id: Id,
  name: z.string(),
  into: z.object({ id: Id, name: z.string() }),
  until: z.iso.datetime(),
})
export type UndoableMerge = z.infer<typeof UndoableMerge>

const Said = z.object({ message: z.string() })

export const categories = {
  list: endpoint('GET /categories', {
    access: 'anyone',
    summary:
      'All categories with their number of published articles, in the order of the editors; until they have made one, those with most articles first',
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
    summary: "Changes a category's name, slug and description, and whether it takes new manuscripts",
    input: CategoryForm.extend({ id: IdInPath }),
    output: Category,
  }),
  remove: endpoint('DELETE /categories/{id}', {
    access: 'administrators',
    summary: 'Deletes a category that no article is in',
    input: z.strictObject({ id: IdInPath }),
    output: Said,
  }),
  place: endpoint('PUT /categories/{id}/place', {
    access: 'administrators',
    summary: 'Moves a category to a place among the others; 1 is the first',
    input: z.strictObject({
      id: IdInPath,
      place: z.int('Place must be a whole number').positive('The first place is 1').max(INTEGER_MAX),
    }),
    output: Said,
  }),
  mergePlan: endpoint('GET /categories/{id}/merge', {
    access: 'administrators',
    summary: 'What merging this category into another would move',
    input: z.strictObject({ id: IdInPath }),
    output: MergePlan,
  }),
  merge: endpoint('POST /categories/{id}/merge', {
    access: 'administrators',
    summary: 'Moves all of a category to another one, to which its address then leads',
    input: z.strictObject({ id: IdInPath, into: Id }),
    output: Said,
  }),
  undoableMerges: endpoint('GET /categories/merges', {
    access: 'administrators',
    summary: 'Merges of the last ten minutes, newest first',
    output: z.array(UndoableMerge),
  }),
  undoMerge: endpoint('POST /categories/{id}/merge/undo', {
    access: 'administrators',
    summary:
      'Brings back a category that was merged less than ten minutes ago, with what came from it and has not been moved since',
    input: z.strictObject({ id: IdInPath }),
    output: Said,
  }),
}
