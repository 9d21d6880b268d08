import { z } from 'zod'
import { VOLUME_PAGE_MAX } from '../rules/articles/volume-pages.ts'
import { Approval } from './approval.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath } from './field-schemas.ts'

/** An article that was accepted and appears with its issue. */
export const HeldArticle = z.object({
  volume: z.object({ id: Id, title: z.string() }),
  heldAt: z.iso.datetime(),
  /** What it was held with, from which it can be held again. */
  pdf: z.object({ url: z.string(), name: z.string() }),
  fullText: z.object({ url: z.string(), name: z.string() }).nullable(),
  issue: z.string().nullable(),
  pageNum: z.string().nullable(),
})
export type HeldArticle = z.infer<typeof HeldArticle>

export const NOT_HELD = 'This article is not held for an issue any more. Reload to see where it is.'
export const HELD_CHANGED = 'This article was changed after it was held. Please look at the change and hold it again.'
export const HELD_NOT_ARCHIVED = 'This article is held for an issue. Take it out of the issue first.'
export const NO_ISSUE = 'Please choose an issue that is not published yet.'
export const ISSUE_FULL = `An issue holds at most ${VOLUME_PAGE_MAX.held} articles.`
export const ISSUE_EMPTY = 'Nothing is held for this issue, and nothing of it was published ahead.'
export const ISSUE_PUBLISHED = 'This issue was published already.'
export const ISSUE_CHANGED = 'What is held for this issue has just changed. Please look at it once more.'
export const ISSUE_MADE_FULL = `An issue holds at most ${VOLUME_PAGE_MAX.made} PDFs that the journal makes. Please upload the PDF of this article.`
/** Beside an article of the plan. */
export const MADE_WHEN_PUBLISHED =
  'Its PDF is being made again with today’s date. You can publish now, which then takes a little longer.'

/** The form of an approval, as it will be made when the issue is published. */
export const HoldForm = Approval.omit({ approvedByAdmin: true })

export const IssuePlan = z.object({
  day: z.iso.date().describe('The day that is printed, if it is published now.'),
  articles: z.array(
    z.object({
      id: Id,
      title: z.string(),
      authors: z.string(),
      pageNum: z.string().nullable(),
      doi: z.string().nullable(),
      hasFullText: z.boolean(),
      refusal: z.string().nullable().describe('Why it cannot be published.'),
      warnings: z.array(z.string()),
    }),
  ),
  ahead: z.int().describe('How many were published ahead.'),
})
export type IssuePlan = z.infer<typeof IssuePlan>

/** Issues, whose articles wait for each other. */
export const issues = {
  planned: endpoint('GET /issues/planned', {
    access: 'production',
    summary: 'The issues for which articles can be held',
    output: z.array(z.object({ id: Id, title: z.string() })),
  }),
  held: endpoint('GET /posts/{id}/hold', {
    access: 'production',
    summary: 'The issue for which an article is held; null for none',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({ held: HeldArticle.nullable() }),
  }),
  hold: endpoint('PUT /posts/{id}/hold', {
    access: 'production',
    hourly: 'publishing',
    summary:
      'Holds an accepted article for an issue, with all that its approval needs; production keeps what an editor has chosen of its review',
    input: HoldForm.extend({ id: IdInPath }),
    output: HeldArticle,
  }),
  release: endpoint('DELETE /posts/{id}/hold', {
    access: 'production',
    hourly: 'publishing',
    summary: 'Takes an article out of the issue for which it is held; it stays accepted',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({ message: z.string() }),
  }),
  publishAhead: endpoint('POST /posts/{id}/hold/publish', {
    access: 'production',
    hourly: 'publishing',
    summary: 'Publishes one held article now; it keeps its place in the issue',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({ message: z.string() }),
  }),
  plan: endpoint('GET /volumes/{id}/plan', {
    access: 'production',
    summary: 'What becomes public when an issue is published, and what of it is not ready',
    input: z.strictObject({ id: IdInPath }),
    output: IssuePlan,
  }),
  publish: endpoint('POST /volumes/{id}/publish', {
    access: 'production',
    hourly: 'typesetting',
    summary: 'Publishes an issue with the articles that are held for it: all of these, or nothing',
    input: z.strictObject({ id: IdInPath, articleIds: z.array(Id).max(VOLUME_PAGE_MAX.held) }),
    output: z.object({ message: z.string() }),
  }),
}
