import { type Statement, STATEMENT_NAMES, STATEMENTS } from '../../../contract/rules/articles/statements.ts'
import { TextAreaField } from '../../ui/field.tsx'

/** A field for each statement of an article. */
export function StatementFields({
  values,
  errors,
  onChange,
}: {
  values: Record<Statement, string>
  errors: Record<string, string>
  onChange: (statement: Statement, value: string) => void
}) {
  return STATEMENT_NAMES.map((name) => (
    <TextAreaField
      key={name}
      name={name}
      label={`${STATEMENTS[name].label} (optional)`}
      hint={STATEMENTS[name].hint}
      value={values[name]}
      error={errors[name]}
      onChange={(value) => onChange(name, value)}
    />
  ))
}
