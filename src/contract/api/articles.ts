import { z } from 'zod'
import { ApprovalOfArticle, ArchiveChange } from './approval.ts'
import { ARTICLE_SORTS, ARTICLE_STATUSES, MATCHES_MAX, SEARCH_MAX } from '../rules/articles/article-policy.ts'
import { CREDIT_ROLES, SAID_BY } from '../rules/people/credit.ts'
import { CONTRIBUTOR_ROLES, PUBLIC_CONTRIBUTOR_ROLES } from '../rules/people/people.ts'
import { ANSWERS, eachStatement, STATEMENT_NAMES } from '../rules/articles/statements.ts'
import { STANDINGS } from '../rules/articles/notices.ts'
import { CASE_STAGES } from '../rules/peer-review/stages.ts'
import { endpoint } from './endpoint.ts'
import { ArticleLink, Award, Supplement } from './declared-works.ts'
import { MaterialAnswer } from './declared-material.ts'
import { FileFindings } from './files.ts'
import { paged, paging } from './paging.ts'
import { PAGE_SIZE } from '../rules/site/page-numbers.ts'
import { RemovalReason } from './errors.ts'
import { PublishedNotice } from './published-notice.ts'
import { CorrectionOfArticle, Submission, Suggestion } from './submission.ts'
import { Affiliation, ContributorForm } from './contributors.ts'
import { absentWhenBlank, choice, Id, IdInPath, line } from './field-schemas.ts'

const Timestamp = z.iso.datetime()

const PublicContributor = z.object({
  role: z.enum(PUBLIC_CONTRIBUTOR_ROLES),
  createdAt: Timestamp,
  contributorId: Id,
  contributor: z.object({
    fullName: z.string().describe('As printed, with the family name before or after the given names.'),
    familyName: z.string().nullable().describe('Also a single name; null for a group.'),
    givenNames: z.string().nullable(),
    isGroup: z.boolean().describe('True for a group, which has a full name only.'),
    /** Printed on the paper for the corresponding author only. */
    email: z.string().optional(),
    affiliation: z.string().describe('All affiliations as one text, with semicolons between them.'),
    affiliations: z.array(Affiliation),
    orcidId: z.string().nullable(),
    /** False for an iD that was typed in and not authenticated with ORCID. */
    orcidAuthenticated: z.boolean(),
    credit: z.array(z.enum(CREDIT_ROLES)).describe('What they did, by the roles of CRediT; empty: nothing was stated.'),
    creditSaidBy: z.enum(SAID_BY).nullable().describe('Whose word that is; null: nobody’s, or as printed elsewhere.'),
    createdAt: Timestamp,
  }),
})

const MARKUP = 'Text in which `<i>`, `<sub>` and `<sup>` are markup and `&`, `<` and `>` are written as HTML entities.'

/** An article in its public form. */
export const PublicArticle = z.object({
  id: Id,
  type: z.string().describe('A word of JATS: `research-article`; of a notice `correction`, `retraction` and the like.'),
  standing: z.enum(STANDINGS).describe('What published notices have made of it.'),
  notices: z.array(PublishedNotice).optional().describe('Those about it, newest first; absent in lists.'),
  asNotice: PublishedNotice.nullable().optional().describe('What it is a notice about; absent in lists.'),
  title: z
    .string()
    .describe(
      `${MARKUP} \`titleText\` is the same as plain text. In the public form that of a retracted article begins with 'RETRACTED: '.`,
    ),
  titleText: z.string().describe('The title as plain text, without markup.'),
  slug: z.string(),
  keywords: z.string().describe('Plain text, separated by commas.'),
  excerpt: z
    .string()
    .describe(
      'The key message: plain text, in which `<i>`, `<sub>` and `<sup>` mark italics, subscripts and superscripts.',
    ),
  abstract: z
    .string()
    .describe('HTML of a few harmless tags. Empty in lists, unless there is no excerpt and it has to stand for one.'),
  ...eachStatement(() => z.string().nullable().describe('Plain text; null: the article states nothing.')),
  awards: z.array(Award).describe('Funders and grants, as far as they were stated one by one.'),
  links: z.array(ArticleLink).describe('Works that belong to it: a preprint, data, sequences, code, protocols.'),
  vouchers: MaterialAnswer.vouchers.optional().describe('Specimens that it rests on; absent in lists.'),
  permitDetails: MaterialAnswer.permitDetails
    .optional()
    .describe('Permits one by one; `permits` is what it says of them. Absent in lists.'),
  newNames: MaterialAnswer.newNames.optional().describe('Names of plants that it publishes; absent in lists.'),
  namesLocked: z.boolean().describe('True once it has published new names: from then on its PDF is never another.'),
  notAsked: z
    .array(z.enum(STATEMENT_NAMES))
    .describe('Statements without an answer that the journal did not ask for when the article was submitted.'),
  supplements: z.array(Supplement).describe('Files that belong to it.'),
  category: z.object({ id: Id, name: z.string() }),
  categoryId: Id,
  imageUrl: z.string().nullable(),
  /** Alternative text of the featured image. */
  imageAlt: z.string().nullable(),
  imageSize: z
    .object({ width: z.int(), height: z.int() })
    .nullable()
    .describe('Of the featured image in pixels; null until its smaller copies have been made.'),
  pdfUrl: z.string().nullable(),
  pdfIsTypeset: z
    .boolean()
    .optional()
    .describe('True for a PDF that the journal has typeset from the text of an article published elsewhere.'),
  pageNum: z.string().nullable(),
  /** The article number, in journals without page numbers. */
  elocationId: z.string().nullable(),
  volume: z.object({ id: Id, title: z.string(), name: z.string() }).nullable(),
  volumeId: Id.nullable(),
  /** The issue within the volume, without the word: '3', '7-8', 'Suppl 1'. */
  issue: z.string().nullable(),
  contributors: z.array(PublicContributor),
  author: z.object({ fullName: z.string() }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  publishedAt: Timestamp.nullable(),
  /** When the published content was last corrected; null if never. */
  correctedAt: Timestamp.nullable(),
  versionNumber: z.int().describe('Of its public versions, from 1; 0 before it is published.'),
  published: z.boolean(),
  approvedByAdmin: z.boolean(),
  isArchive: z.boolean(),
  doi: z.string().nullable(),
  /** Dates (YYYY-MM-DD) of the article's history. */
  receivedAt: z.string().nullable(),
  revisedAt: z.string().nullable(),
  acceptedAt: z.string().nullable(),
  peerReview: z
    .object({
      isReviewed: z.boolean(),
      exceptionReason: z.string().nullable().describe('Why fewer independent reports than promised were enough.'),
      guestEditor: z.string().nullable().describe('Who decided in place of the journal’s editors.'),
    })
    .nullable()
    .describe('Null until publication, and for articles that were not reviewed here.'),
  reviewsPublished: z.int().optional().describe('How many reports of its review are public; absent in lists.'),
  licenceUrl: z.string(),
  copyright: z.string().nullable(),
  /** Where the article was first published, if not in this journal. */
  source: z.object({ journal: z.string(), publisher: z.string().nullable() }).nullable(),
  /** Sample content that shows how the journal looks. */
  isSample: z.boolean(),
})
export type PublicArticle = z.infer<typeof PublicArticle>
export type PublicContributor = z.infer<typeof PublicContributor>

/** An article as its submitter and administrators see it, with every field. */
export const Article = PublicArticle.extend({
  contributors: z.array(
    PublicContributor.extend({
      role: z.enum(CONTRIBUTOR_ROLES),
      contributor: PublicContributor.shape.contributor.extend({
        email: z.string(),
        profileUrl: z.string().nullable(),
        competingInterests: z
          .string()
          .nullable()
          .describe('What they have said by link of their own; empty for none, null without an answer.'),
      }),
    }),
  ),
  author: z.object({
    fullName: z.string(),
    email: z.string().optional(),
    username: z.string().optional(),
    location: z.string().nullable().optional(),
    orc_id: z.string().nullable().optional(),
    lastLogin: Timestamp.nullable().optional(),
  }),
  supplements: z.array(Supplement.extend({ name: z.string().describe('As it was uploaded.') })),
  files: z.array(z.object({ url: z.string(), name: z.string(), findings: FileFindings })),
  /** The file with the article's text, for administrators; null without one. */
  fullTextUrl: z.string().nullable(),
  /** Of the final PDF. */
  pdfFindings: FileFindings,
  submittedInterests: z
    .string()
    .nullable()
    .describe('Competing interests as the article states them for all, without what its authors have said themselves.'),
  comments: z.string().nullable(),
  reviewerSuggestions: z
    .array(Suggestion)
    .describe(
      'Whom the authors suggest and oppose as reviewers: submitters see what they have sent, administrators all.',
    ),
  statementAnswers: z
    .array(z.object({ statement: z.enum(STATEMENT_NAMES), answer: z.enum(ANSWERS), at: Timestamp }))
    .describe('Which statements people have answered, with `none` or with a text; those never asked have no answer.'),
  /** The submitter; null for an imported article. */
  submitterId: Id.nullable(),
  stage: z
    .enum(CASE_STAGES)
    .nullable()
    .describe('Where the manuscript is in peer review; null for articles that never entered it.'),
  manuscriptNumber: z.string().nullable().describe('Its number in peer review, `2026-041`.'),
  /** Incremented by every change of content; a correction names the version that it is based on. */
  version: z.number().int(),
})
export type Article = z.infer<typeof Article>

const publicPage = paged(PublicArticle)

export const articles = {
  published: endpoint('GET /posts/published', {
    access: 'anyone',
    summary: 'Published articles, newest first',
    input: z.strictObject({
      ...paging(PAGE_SIZE.published),
      only: choice(['research']).describe('`research`: without notices, and without what was retracted or removed.'),
    }),
    output: publicPage,
  }),
  details: endpoint('GET /posts/details/{id}', {
    access: 'sign-in optional',
    gone: true,
    summary: 'One article: public ones for everybody, others for their submitter and administrators',
    input: z.strictObject({ id: IdInPath }),
    // The fuller shape comes first: a handler that returns only public fields matches the second.
    output: z.union([Article, PublicArticle]),
  }),
  inCategory: endpoint('GET /posts/category/{id}/published', {
    access: 'anyone',
    summary: 'Published articles of a category, newest first',
    input: z.strictObject({ id: IdInPath, ...paging(PAGE_SIZE.category) }),
    output: publicPage,
  }),
  inVolume: endpoint('GET /posts/volume/{id}', {
    access: 'anyone',
    summary: 'Published articles of a volume, by their first page; those without pages follow, newest first',
    input: z.strictObject({ id: IdInPath, ...paging(PAGE_SIZE.volume) }),
    output: publicPage,
  }),
  mine: endpoint('GET /posts/my-posts', {
    access: 'signed in',
    summary: 'The articles that the caller submitted, newest first',
    input: z.strictObject(paging(PAGE_SIZE.myArticles)),
    output: paged(Article),
  }),
  submit: endpoint('POST /posts', {
    access: 'signed in',
    created: true,
    text: 'rich',
    hourly: 'submissions',
    summary: 'Submits a manuscript; the same files sent again are the same article',
    input: Submission,
    output: Article,
  }),
  remove: endpoint('DELETE /posts/delete/{id}', {
    access: 'signed in',
    hourly: 'deletions',
    summary: 'Deletes an article: its submitter while it is unpublished, administrators any',
    input: z.strictObject({
      id: IdInPath,
      /**
       * The reason for a deletion, shown at the address of an article that was public and sent to its
       * submitter.
       */
      reason: absentWhenBlank(RemovalReason.optional()),
    }),
    output: z.object({ message: z.string() }),
  }),
  all: endpoint('GET /posts/all', {
    access: 'administrators',
    summary: 'All articles in every state, newest first unless asked otherwise',
    input: z.strictObject({
      ...paging(PAGE_SIZE.admin),
      status: choice(ARTICLE_STATUSES),
      stage: choice(CASE_STAGES),
      categoryId: absentWhenBlank(Id.optional()),
      /** Beginnings of words in the title or in a person's name, in any case and with or without accents. */
      q: absentWhenBlank(line(SEARCH_MAX).optional()),
      sort: choice(ARTICLE_SORTS),
    }),
    output: paged(Article).extend({
      /** Number of articles of each status that match the other filters. */
      counts: z.object(
        Object.fromEntries(ARTICLE_STATUSES.map((status) => [status, z.number().int()])) as Record<
          (typeof ARTICLE_STATUSES)[number],
          z.ZodNumber
        >,
      ),
      held: z
        .array(z.object({ articleId: Id, issue: z.string() }))
        .describe('Those on this page that are held for an issue.'),
      limited: z
        .boolean()
        .describe(
          `True if more than ${MATCHES_MAX} articles match the search: those that were added last are listed and counted.`,
        ),
    }),
  }),
  approve: endpoint('PUT /posts/{id}/approve', {
    access: 'administrators',
    form: true,
    hourly: 'publishing',
    summary: 'Publishes an article with its final PDF, volume and pages',
    input: ApprovalOfArticle,
    output: Article,
  }),
  correct: endpoint('PUT /posts/{id}', {
    also: ['PATCH'],
    access: 'administrators',
    gone: true,
    text: 'rich',
    hourly: 'publishing',
    summary: 'Corrects an article in any state: what is named is changed, at the same address',
    input: CorrectionOfArticle,
    output: Article,
  }),
  archive: endpoint('PUT /posts/{id}/archive', {
    access: 'administrators',
    hourly: 'publishing',
    summary: 'Hides an article from the public, or brings it back at the same address',
    input: ArchiveChange,
    output: Article,
  }),
  addContributor: endpoint('POST /posts/{id}/contributors', {
    access: 'administrators',
    created: true,
    text: 'long',
    summary: 'Adds an author to an article',
    input: ContributorForm.safeExtend({ id: IdInPath }),
    output: Article,
  }),
  changeContributor: endpoint('PUT /posts/{id}/contributors/{contributorId}', {
    also: ['PATCH'],
    access: 'administrators',
    text: 'long',
    summary: 'Changes an author of an article',
    input: ContributorForm.safeExtend({ id: IdInPath, contributorId: IdInPath }),
    output: Article,
  }),
  removeContributor: endpoint('DELETE /posts/{id}/contributors/{contributorId}', {
    access: 'administrators',
    summary: 'Removes an author from an article, but not the last one',
    input: z.strictObject({ id: IdInPath, contributorId: IdInPath }),
    output: Article,
  }),
}
