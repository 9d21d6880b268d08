import { compareTexts, foldUnchanged, type FoldedComparison } from '../../documents/compare-texts.ts'

/** Compares two texts, which are given as JSON: lists of paragraphs. */
export default (content: Buffer): FoldedComparison => {
  const [before = [], after = []] = JSON.parse(content.toString('utf8')) as string[][]
  return foldUnchanged(compareTexts(before, after))
}
