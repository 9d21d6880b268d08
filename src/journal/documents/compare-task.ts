import { compareTexts, foldUnchanged, type FoldedComparison, WORD_WORK } from './compare-texts.ts'

/** Compares pairs of texts, which are given as JSON: lists of paragraphs. All pairs together have the work of one. */
export default (content: Buffer): FoldedComparison[] => {
  const budget = { work: WORD_WORK }
  return (JSON.parse(content.toString('utf8')) as [before: string[], after: string[]][]).map(([before, after]) =>
    foldUnchanged(compareTexts(before, after, budget)),
  )
}
