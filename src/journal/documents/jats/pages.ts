import type { Element } from '@xmldom/xmldom'
import { issueNumber } from '../../../contract/rules/articles/issue.ts'
import { isPageRange } from '../../../contract/rules/articles/page-range.ts'
import { child, rawText } from './nodes.ts'

export interface Place {
  /** Such as 'Volume 12'. */
  volume: string | null
  /** As printed, without the word: '3', '7-8', 'Suppl 1'. */
  issue: string | null
  /** A range in the contract's format, '12-27'; null if the journal prints none. */
  pages: string | null
  elocationId: string | null
}

/** Where in the journal the article appeared. */
export function readPlace(meta: Element): Place {
  const text = (name: string) => rawText(child(meta, name))
  const volume = text('volume').replace(/^vol(?:ume|\.)?\s*/i, '')
  const [first, last] = [text('fpage'), text('lpage')]
  const span = last && last !== first ? `${first}-${last}` : first
  const pages = [text('page-range').replace(/[–—]/g, '-').replace(/,\s*/g, ', '), span].find(
    (range) => range && isPageRange(range),
  )
  return {
    volume: volume ? `Volume ${volume}` : null,
    issue: issueNumber(text('issue').replace(/[–—]/g, '-')) || null,
    pages: pages ?? null,
    // Pages that are not numbers ('S12-S20') are shown like an article number.
    elocationId: text('elocation-id') || (pages === undefined && span ? span : null),
  }
}
