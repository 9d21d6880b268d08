import { SEARCH_MAX } from '../../../../contract/rules/articles/article-policy.ts'
import { FilterChoice, FilterForm, FilterText } from '../../../ui/filter-form.tsx'
import { ROLE_WORDS } from './load-users.ts'

const ROLES = Object.entries(ROLE_WORDS).map(([value, word]) => ({ value, label: `${word}s` }))

/** Filters users by words and role. */
export function UserFilters() {
  return (
    <FilterForm label="Find a user">
      {(present) => (
        <>
          <FilterText name="q" label="Name, email or username" present={present} maxLength={SEARCH_MAX} />
          <FilterChoice name="role" label="Role" present={present} all="Everyone" options={ROLES} />
        </>
      )}
    </FilterForm>
  )
}
