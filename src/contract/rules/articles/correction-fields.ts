import { eachStatement, STATEMENTS } from './statements.ts'

/** The fields that a correction can change, by their API names, with their labels. */
export const CORRECTION_FIELDS = {
  title: 'Title',
  excerpt: 'Key Message',
  abstract: 'Abstract',
  keywords: 'Keywords',
  ...eachStatement((statement) => STATEMENTS[statement].label),
  categoryId: 'Category',
  contributors: 'Authors',
  volumeId: 'Volume',
  issue: 'Issue',
  pageNum: 'Pages',
  imageUrl: 'Featured image',
  imageAlt: 'What the image shows',
  pdfUrl: 'Final PDF',
  fullTextUrl: 'Full text',
} as const
export type CorrectionField = keyof typeof CORRECTION_FIELDS
