import type { observing } from '../../../contract/api/observing.ts'
import { journal } from '../../../contract/journal.ts'
import { AREAS, FIELDS, shownValue } from '../../../contract/rules/settings/fields.ts'
import { valuesOf } from '../../../contract/rules/settings/values.ts'
import type { Handlers } from '../../../platform/call.ts'
import { listObserved } from './list.ts'

export const observingHandlers: Handlers<{ observing: typeof observing }>['observing'] = {
  cases: ({ database, caller }, page) => listObserved(database.db, caller, page),

  // What is in force alone: drafts are of their authors.
  settings: () => {
    const values = valuesOf(journal())
    return Promise.resolve({
      areas: AREAS.map(({ id, title }) => ({
        ...{ id, title },
        values: FIELDS.filter(({ area }) => area === id).map((field) => ({
          label: field.label,
          value: shownValue(field, values[field.key]),
        })),
      })),
    })
  },
}
