import {
  CREDIT,
  CREDIT_PARTS,
  CREDIT_ROLES,
  creditInOrder,
  creditInWords,
  type CreditRole,
} from '../../../contract/rules/people/credit.ts'

interface Fields {
  credit: readonly CreditRole[]
  onChange: (credit: CreditRole[]) => void
}

/** What an author did: folded, because an article may do without. */
export function CreditFields(fields: Fields) {
  const { credit } = fields
  return (
    <details>
      <summary className="folds">What they did (optional){credit.length > 0 && `: ${creditInWords(credit)}`}</summary>
      <CreditRoles {...fields} />
    </details>
  )
}

/** The roles in plain words beside the terms of CRediT. `suggested`: those that another has named for the reader. */
export function CreditRoles({ credit, onChange, suggested = [] }: Fields & { suggested?: readonly CreditRole[] }) {
  return (
    <div className="credit">
      {Object.entries(CREDIT_PARTS).map(([part, heading]) => (
        <fieldset key={part}>
          <legend className="lab">{heading}</legend>
          {CREDIT_ROLES.filter((role) => CREDIT[role].part === part).map((role) => (
            <label key={role} className="check">
              <input
                type="checkbox"
                checked={credit.includes(role)}
                onChange={({ target: { checked } }) =>
                  onChange(checked ? creditInOrder([...credit, role]) : credit.filter((one) => one !== role))
                }
              />
              <span>
                {CREDIT[role].words}{' '}
                <span className="muted small">
                  {CREDIT[role].term}
                  {suggested.includes(role) && ', suggested'}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
