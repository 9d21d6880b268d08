import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PublicArticle } from '../../../contract/articles.ts'
import { longDate } from '../../../contract/dates.ts'
import { licenceName } from '../../../contract/licence.ts'
import { printedPages } from '../../../contract/page-range.ts'
import { paths } from '../../../contract/paths.ts'
import { DoiLink } from '../../ui/doi-link.tsx'
import { Facts } from '../../ui/facts.tsx'

/** The facts of an article: its place in the journal, its dates, DOI and licence. */
export function ArticleDetails({ article }: { article: PublicArticle }) {
  const {
    category,
    volume,
    issue,
    pageNum,
    elocationId,
    receivedAt,
    acceptedAt,
    publishedAt,
    correctedAt,
    createdAt,
    doi,
    licenceUrl,
    copyright,
    source,
  } = article
  const rows: [string, ReactNode][] = [
    ['Category', <Link to={paths.category(category.id)}>{category.name}</Link>],
    ['Volume', volume && <Link to={paths.volume(volume.id)}>{volume.name}</Link>],
    ['Issue', issue && printedPages(issue)],
    ['Pages', pageNum && printedPages(pageNum)],
    ['Article', !pageNum && elocationId],
    ['First in', source && source.journal],
    ['Received', longDate(receivedAt ?? createdAt)],
    ['Accepted', longDate(acceptedAt)],
    ['Published', longDate(publishedAt)],
    ['Updated', longDate(correctedAt)],
    ['DOI', doi && <DoiLink doi={doi} />],
    ['Licence', <a href={licenceUrl}>{licenceName(licenceUrl)}</a>],
    ['Copyright', copyright],
  ]
  return <Facts rows={rows} />
}
