import { useRef } from 'react'
import {
  AWARDS_MAX,
  LINK_KIND_NAMES,
  LINK_KINDS,
  LINK_RELATIONS,
  LINKS_MAX,
} from '../../../contract/rules/articles/declared-works.ts'
import { browserApi } from '../../client/api.ts'
import { ComboboxField, type Suggestion } from '../../ui/combobox-field.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { Rows } from '../../ui/rows.tsx'
import type { TypedLink, TypedWorks } from './typed-works.ts'

const suggestedFunders = async (typed: string): Promise<Suggestion[]> => {
  const found = await browserApi.funders.suggest({ q: typed })
  return found.map(({ ror, name, country }) => ({ key: ror, text: name, note: country ?? undefined }))
}

const NO_LINK: TypedLink = { kind: '', relation: '', identifier: '', repository: '' }

interface Change {
  errors: Record<string, string>
  onChange: (changed: Partial<TypedWorks>) => void
}

/** Funders and grants one by one, and works that belong to the article. */
export function WorksFields({ awards, links, errors, onChange }: TypedWorks & Change) {
  /** The names under which funders were chosen here, by their ids. */
  const chosen = useRef(new Map<string, string>())
  return (
    <>
      <Rows
        name="awards"
        title="Funder"
        add="Add Funder"
        rows={awards}
        most={AWARDS_MAX}
        blank={{ funder: '', ror: '', number: '', doi: '' }}
        error={errors.awards}
        onChange={(changed) => onChange({ awards: changed })}
      >
        {(row, set, path) => (
          <>
            <ComboboxField
              name={`${path}.funder`}
              label="Funder"
              value={row.funder}
              error={errors[`${path}.funder`]}
              suggest={suggestedFunders}
              // The id of a funder that was chosen goes with its name.
              onChange={(funder) => set({ funder, ...(chosen.current.get(row.ror) === row.funder ? { ror: '' } : {}) })}
              onChoose={({ text, key }) => {
                chosen.current.set(key, text)
                set({ funder: text, ror: key })
              }}
            />
            <Field
              name={`${path}.number`}
              label="Grant number (optional)"
              autoComplete="off"
              value={row.number}
              error={errors[`${path}.number`]}
              onChange={(number) => set({ number })}
            />
            <Field
              name={`${path}.ror`}
              label="ROR ID of the funder (optional)"
              autoComplete="off"
              value={row.ror}
              error={errors[`${path}.ror`]}
              onChange={(ror) => set({ ror })}
            />
            <Field
              name={`${path}.doi`}
              label="DOI of the grant (optional)"
              autoComplete="off"
              value={row.doi}
              error={errors[`${path}.doi`]}
              onChange={(doi) => set({ doi })}
            />
          </>
        )}
      </Rows>
      <Rows
        name="links"
        title="Work"
        add="Add Data, Sequences, Code, a Protocol or a Preprint"
        rows={links}
        most={LINKS_MAX}
        blank={NO_LINK}
        error={errors.links}
        onChange={(changed) => onChange({ links: changed })}
      >
        {(row, set, path) => (
          <>
            <SelectField
              name={`${path}.kind`}
              label="What it is"
              placeholder="Choose a kind"
              value={row.kind}
              error={errors[`${path}.kind`]}
              options={LINK_KIND_NAMES.map((kind) => ({ value: kind, label: LINK_KINDS[kind].label }))}
              onChange={(kind) => set({ kind: kind as TypedLink['kind'] })}
            />
            <Field
              name={`${path}.identifier`}
              label="DOI, accession number or web address"
              autoComplete="off"
              value={row.identifier}
              error={errors[`${path}.identifier`]}
              onChange={(identifier) => set({ identifier })}
            />
            <Field
              name={`${path}.repository`}
              label="Repository (optional)"
              value={row.repository}
              error={errors[`${path}.repository`]}
              onChange={(repository) => set({ repository })}
            />
            {row.kind && LINK_KINDS[row.kind].isData && (
              <SelectField
                name={`${path}.relation`}
                label="For this article (optional)"
                placeholder="Not stated"
                value={row.relation}
                error={errors[`${path}.relation`]}
                options={Object.entries(LINK_RELATIONS).map(([value, label]) => ({ value, label }))}
                onChange={(relation) => set({ relation: relation as TypedLink['relation'] })}
              />
            )}
          </>
        )}
      </Rows>
    </>
  )
}
