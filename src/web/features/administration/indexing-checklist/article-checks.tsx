import { useRevalidator } from 'react-router'
import { type ArticleReadiness, ARTICLES_LOOKED_AT } from '../../../../contract/api/indexing-checklist.ts'
import type { Check } from '../../../../contract/rules/articles/indexing-checklist/rules.ts'
import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { inDigits, longDate } from '../../../../contract/rules/text/dates.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { browserApi } from '../../../client/api.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { FilterChoice, FilterForm, useAddress } from '../../../ui/filter-form.tsx'
import { Link } from '../../../ui/link.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Empty } from '../../../ui/states.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { CheckList } from './check-list.tsx'
import { WebAddress } from '../../../ui/web-address.tsx'

const SHOW = [{ value: 'attention', label: 'Needs attention' }]

/** The published articles, and what does not hold for each. */
export function ArticleChecks({
  articles: { data, meta, limited },
}: {
  articles: Paged<ArticleReadiness> & { limited: boolean }
}) {
  const address = useAddress()
  const columns = useColumns()
  return (
    <section aria-labelledby="articles">
      <h2 id="articles">Articles</h2>
      <FilterForm label="Filter articles">
        {(present) => <FilterChoice name="show" label="Show" present={present} all="All articles" options={SHOW} />}
      </FilterForm>
      {data.length ? (
        <DataTable label="Articles" columns={columns} rows={data} />
      ) : (
        <Empty title="No articles found">
          <p>Published articles that match the filter appear here.</p>
        </Empty>
      )}
      {limited && <p className="muted small">Only the newest {inDigits(ARTICLES_LOOKED_AT)} articles are checked.</p>}
      <Pager path={`${address({})}`} meta={meta} label="Article pages" />
    </section>
  )
}

/** What is needed as a list; what is only recommended on demand. */
function Missing({ checks, of }: { checks: readonly Check[]; of: string }) {
  const [needed, advised] = [checks.filter(({ isNeeded }) => isNeeded), checks.filter(({ isNeeded }) => !isNeeded)]
  return (
    <>
      {needed.length ? <CheckList checks={needed} withAsker /> : <span className="muted">Complete</span>}
      {advised.length > 0 && (
        <details>
          <summary>
            {counted(advised.length, 'recommendation')}
            <span className="sr"> for {of}</span>
          </summary>
          <CheckList checks={advised} withAsker />
        </details>
      )}
    </>
  )
}

function useColumns(): Column<ArticleReadiness>[] {
  const { revalidate } = useRevalidator()
  const deposit = async ({ id, doi }: ArticleReadiness) => {
    try {
      const made = await browserApi.deposits.deposit({ id })
      toast.success(doi === null ? `The DOI is ${made.doi}` : 'The deposit is waiting to be sent')
      await revalidate()
    } catch (error) {
      toastFailure(error)
    }
  }
  return [
    {
      head: 'Article',
      className: 'ttl',
      cell: ({ id, title, doi, publishedAt }) => (
        <>
          <Link className="listed-title" to={paths.article(id)}>
            <TitleText title={title} />
          </Link>
          <span className="muted small block">
            {longDate(publishedAt)}
            {doi !== null && (
              <span className="doi">
                {' '}
                · <WebAddress>{doi}</WebAddress>
              </span>
            )}
          </span>
        </>
      ),
    },
    {
      head: 'What is missing',
      className: 'fact',
      cell: ({ title, checks }) => <Missing checks={checks} of={plainTitle(title)} />,
    },
    {
      head: 'Actions',
      className: 'actions',
      cell: (article) =>
        article.canDeposit && article.doi === null ? (
          <button type="button" className="btn" onClick={() => void deposit(article)}>
            Assign a DOI
            <span className="sr"> to this article</span>
          </button>
        ) : null,
    },
  ]
}
