import { FilterForm, FilterText } from '../../../ui/filter-form.tsx'
import type { Period } from './load-usage.ts'

/** The first and the last month. */
export function UsageFilters({ period }: { period: Period | undefined }) {
  return (
    <FilterForm label="Choose months">
      {(present) => {
        const shown = new URLSearchParams({ ...period, ...Object.fromEntries(present) })
        return (
          <>
            <FilterText name="from" label="From" type="month" present={shown} />
            <FilterText name="to" label="To" type="month" present={shown} />
          </>
        )
      }}
    </FilterForm>
  )
}
