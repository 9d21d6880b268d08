import { FilterForm, FilterText } from '../../ui/filter-form.tsx'

/** The first and the last month. */
export function UsageFilters() {
  return (
    <FilterForm label="Choose months">
      {(present) => (
        <>
          <FilterText name="from" label="From" type="month" present={present} />
          <FilterText name="to" label="To" type="month" present={present} />
        </>
      )}
    </FilterForm>
  )
}
