import { Fragment } from 'react'
import { linkedKeywords } from '../../../contract/rules/articles/keywords.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { Link } from '../../ui/link.tsx'

/** Keywords, separated by commas; each leads to the articles that have it. */
export function KeywordLinks({ keywords }: { keywords: string }) {
  return linkedKeywords(keywords).map(({ name, slug }, index) => (
    <Fragment key={slug ?? name}>
      {index > 0 && ', '}
      {slug === undefined ? name : <Link to={paths.keyword(slug)}>{name}</Link>}
    </Fragment>
  ))
}
