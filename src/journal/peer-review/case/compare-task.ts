import { compareTexts, foldUnchanged, type FoldedComparison } from '../../documents/compare-texts.ts'

/** Compares pairs of texts, which are given as JSON: lists of paragraphs. */
export default (content: Buffer): FoldedComparison[] =>
  (JSON.parse(content.toString('utf8')) as [before: string[], after: string[]][]).map(([before, after]) =>
    foldUnchanged(compareTexts(before, after)),
  )
