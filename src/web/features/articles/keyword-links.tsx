import { Fragment } from 'react'
import { linkedKeywords } from '../../../contract/rules/articles/keywords.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { isLatin, latinNames, withItalics } from '../../../contract/rules/text/latin-names.ts'
import { Link } from '../../ui/link.tsx'
import { TitleText } from '../../ui/title-text.tsx'

/**
 * Keywords, separated by commas; each leads to the articles that have it. Latin that the title and the abstract set in
 * italics is in italics here as well.
 */
export function KeywordLinks({ keywords, title, abstract }: { keywords: string; title: string; abstract: string }) {
  const names = latinNames(title, abstract).filter(isLatin)
  const shown = (name: string) => <TitleText title={withItalics(name, names)} />
  return linkedKeywords(keywords).map(({ name, slug }, index) => (
    <Fragment key={slug ?? name}>
      {index > 0 && ', '}
      {slug === undefined ? shown(name) : <Link to={paths.keyword(slug)}>{shown(name)}</Link>}
    </Fragment>
  ))
}
