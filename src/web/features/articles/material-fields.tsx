import {
  NAME_ACT_NAMES,
  NAME_ACTS,
  NEW_NAMES_MAX,
  PERMIT_KIND_NAMES,
  PERMIT_KINDS,
  PERMITS_MAX,
  TYPE_STATUSES,
  VOUCHERS_MAX,
} from '../../../contract/rules/articles/declared-material.ts'
import { CheckField, Field, SelectField } from '../../ui/field.tsx'
import {
  NO_NAME,
  NO_PERMIT,
  NO_VOUCHER,
  type TypedMaterial,
  type TypedName,
  type TypedPermit,
  type TypedVoucher,
} from './typed-material.ts'
import { Rows } from '../../ui/rows.tsx'

/** The plants of an article: vouchers, permits and the names that it publishes, one by one. */
export function MaterialFields({
  vouchers,
  permitDetails,
  newNames,
  errors,
  onChange,
}: TypedMaterial & { errors: Record<string, string>; onChange: (changed: Partial<TypedMaterial>) => void }) {
  /** The props of a text field of a row. */
  const text =
    <R extends object>(row: R, set: (changed: Partial<R>) => void, path: string) =>
    (field: keyof R & string, label: string) => ({
      ...{ name: `${path}.${field}`, label, autoComplete: 'off', value: String(row[field]) },
      error: errors[`${path}.${field}`],
      onChange: (value: string) => set({ [field]: value } as unknown as Partial<R>),
    })
  return (
    <>
      <h3 className="part">Plants</h3>
      <Rows
        name="vouchers"
        title="Voucher"
        add="Add Voucher"
        rows={vouchers}
        most={VOUCHERS_MAX}
        blank={NO_VOUCHER}
        error={errors.vouchers}
        onChange={(changed) => onChange({ vouchers: changed })}
      >
        {(row, set, path) => {
          const field = text<TypedVoucher>(row, set, path)
          return (
            <>
              <Field {...field('taxon', 'Plant')} hint="Its Latin name, without italics." />
              <Field {...field('collector', 'Collector')} />
              <Field {...field('number', 'Collector’s number')} hint="Write s.n. if there is none." />
              <Field
                {...field('herbarium', 'Herbarium')}
                hint="Its code in Index Herbariorum, such as K."
                autoCapitalize="characters"
              />
              <Field {...field('barcode', 'Barcode (optional)')} />
              <Field {...field('uri', 'Address of its record (optional)')} inputMode="url" />
              <Field {...field('country', row.sensitive ? 'Country (optional)' : 'Country')} />
              <Field {...field('locality', 'Place (optional)')} />
              <SelectField
                {...field('typeStatus', 'Type (optional)')}
                placeholder="Not a type"
                options={TYPE_STATUSES.map((status) => ({ value: status, label: status }))}
              />
              <CheckField
                name={`${path}.sensitive`}
                checked={row.sensitive}
                error={errors[`${path}.sensitive`]}
                onChange={(sensitive) => set({ sensitive })}
              >
                This plant is protected: do not show readers where it grows
              </CheckField>
            </>
          )
        }}
      </Rows>
      <Rows
        name="permitDetails"
        title="Permit"
        add="Add Permit"
        rows={permitDetails}
        most={PERMITS_MAX}
        blank={NO_PERMIT}
        error={errors.permitDetails}
        onChange={(changed) => onChange({ permitDetails: changed })}
      >
        {(row, set, path) => {
          const field = text<TypedPermit>(row, set, path)
          return (
            <>
              <SelectField
                {...field('kind', 'Kind')}
                placeholder="Choose a kind"
                options={PERMIT_KIND_NAMES.map((kind) => ({ value: kind, label: PERMIT_KINDS[kind].label }))}
              />
              <Field {...field('number', 'Number of the permit')} />
              <Field {...field('authority', 'Authority')} />
              <Field {...field('country', 'Country')} />
              <Field {...field('on', 'Date')} type="date" />
            </>
          )
        }}
      </Rows>
      <Rows
        name="newNames"
        title="New name"
        add="Add New Plant Name"
        hint="If new names are published, the PDF is fixed for good on publication, as the Code of nomenclature asks."
        rows={newNames}
        most={NEW_NAMES_MAX}
        blank={NO_NAME}
        error={errors.newNames}
        onChange={(changed) => onChange({ newNames: changed })}
      >
        {(row, set, path) => {
          const field = text<TypedName>(row, set, path)
          return (
            <>
              <Field {...field('name', 'Name, with rank and authors')} />
              <SelectField
                {...field('act', 'What is published')}
                placeholder="Choose"
                options={NAME_ACT_NAMES.map((act) => ({ value: act, label: NAME_ACTS[act] }))}
              />
              <Field {...field('ipni', 'IPNI number (optional)')} />
            </>
          )
        }}
      </Rows>
    </>
  )
}
