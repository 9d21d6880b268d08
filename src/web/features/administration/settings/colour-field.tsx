import { DYES, isColour, ratiosFor, shadesFor } from '../../../../contract/rules/settings/colours.ts'
import { Field } from '../../../ui/field.tsx'

/** A colour, of those with a name or any other, with what is made of it so that it can be read. */
export function ColourField({
  name,
  label,
  hint,
  error,
  value,
  onChange,
}: {
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  value: string
  onChange: (value: string) => void
}) {
  return (
    <fieldset className="field">
      <legend className="lab">{label}</legend>
      {hint && <p className="hint small muted">{hint}</p>}
      <div className="swatches">
        {DYES.map(([dye, colour]) => (
          <label key={colour} className="swatch">
            <svg viewBox="0 0 10 4" preserveAspectRatio="none" aria-hidden="true">
              <rect width="10" height="4" fill={colour} />
            </svg>
            <span>
              <input
                type="radio"
                name={`${name}.dye`}
                value={colour}
                checked={value === colour}
                onChange={() => onChange(colour)}
              />
              {dye}
            </span>
          </label>
        ))}
      </div>
      <Field
        name={name}
        label="Or a colour of your own"
        className="in short"
        error={error}
        value={value}
        onChange={(typed) => onChange(typed.trim().toLowerCase())}
      />
      {isColour(value) && <Made colour={value} />}
    </fieldset>
  )
}

/** What is made of a colour, and how well it can be read. */
function Made({ colour }: { colour: string }) {
  const { light, dark } = shadesFor(colour)
  return (
    <>
      <p className="small muted">
        Used as {light.leaf} on light and {dark.leaf} on dark
        {light.leaf === colour ? '.' : ': a little darker than you chose, so that links can be read.'}
      </p>
      <table className="contrast small">
        <thead>
          <tr>
            <th scope="col">Contrast; text needs 4.5</th>
            <th scope="col">Light</th>
            <th scope="col">Dark</th>
          </tr>
        </thead>
        <tbody>
          {ratiosFor(colour).map(([what, ...ratios]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              {ratios.map((ratio, at) => (
                <td key={at}>{(Math.floor(ratio * 10) / 10).toFixed(1)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
