import { type RefObject, useState } from 'react'
import type { Today } from '../../../../../contract/api/case-list.ts'
import { KeyboardHint, type KeyList } from '../../../../ui/keyboard-hint.tsx'
import { useListShortcuts } from '../../../../ui/use-shortcuts.ts'
import { StatusMarkLegend } from '../../shared/status-marks.tsx'
import { CaseTable } from './case-table.tsx'
import { NothingWaits, type TodayQuery } from './today-head.tsx'

const KEYS: KeyList = [
  [['j', 'k'], 'Next and previous case'],
  [['Enter'], 'Open the case'],
  [['a'], 'Do what is next'],
  [['/'], 'Search'],
  [['?'], 'All keys'],
]

/** The cases of a list of today; `area` holds the search as well, for its keys. */
export function Cases({
  today,
  query,
  area,
  isRest,
  listings = true,
}: {
  today: Today
  query: TodayQuery
  area: RefObject<HTMLElement | null>
  /** Nothing but cases could be to do. */
  isRest: boolean
  /** Whether the reader may open Research Listings. */
  listings?: boolean
}) {
  const { lines, limited } = today
  const [focused, setFocused] = useState<string>()
  const current = lines.find(({ articleId }) => articleId === focused) ?? lines.find(({ action }) => action !== null)
  const keys = useListShortcuts(area, '.go-case', {
    a: (row) => (row ?? area.current?.querySelector('tr.on'))?.querySelector<HTMLElement>('.btn')?.click(),
    '?': () => {
      const list = area.current?.querySelector<HTMLDetailsElement>('.keys')
      if (!list) return
      list.open = true
      list.querySelector('summary')!.focus()
    },
  })
  return (
    <div className="today">
      {!lines.some(({ group }) => group === 'act') && (query.find === '' ? isRest : !lines.length) && (
        <NothingWaits today={today} query={query} listings={listings} />
      )}
      {lines.length > 0 && (
        <CaseTable
          lines={lines}
          today={today.today}
          withEditor={today.scope === 'all'}
          current={current?.articleId}
          onFocus={setFocused}
        />
      )}
      {limited && <p className="muted">There are more cases; the others have later dates.</p>}
      {lines.length > 0 && <StatusMarkLegend />}
      <KeyboardHint list={KEYS} single="j, k, a, / and ?" keys={keys} />
    </div>
  )
}
