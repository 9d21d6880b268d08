import { useId, useMemo } from 'react'
import { pageFacts, pageRules } from '../../../../contract/rules/articles/indexing-checklist/page-rules.ts'
import { judged } from '../../../../contract/rules/articles/indexing-checklist/rules.ts'
import { CheckList } from '../indexing-checklist/check-list.tsx'

/** What indexes look for in a page, found or not in what its preview shows. It warns, and stops nobody. */
export function SoughtByIndexes({ page, html }: { page: string; html: string }) {
  const id = useId()
  const checks = useMemo(() => judged(pageRules(page), pageFacts(html)), [page, html])
  if (!checks.length) return null
  const found = checks.filter(({ verdict }) => verdict === 'holds').length
  return (
    <section className="sought" aria-labelledby={id}>
      <h2 id={id}>What indexes look for here</h2>
      <p className="small muted" role="status">
        {found} of {checks.length} found by their words. You can publish without them.
      </p>
      <CheckList checks={checks} withAsker />
    </section>
  )
}
