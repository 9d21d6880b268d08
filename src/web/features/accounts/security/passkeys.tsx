import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { CurrentPassword } from '../../../../contract/api/passwords.ts'
import {
  type Passkey,
  PasskeyName,
  PASSKEYS_IMPOSSIBLE,
  type SecondFactors,
} from '../../../../contract/api/second-factors.ts'
import { deviceInWords } from '../../../../contract/rules/accounts/users.ts'
import { browserApi } from '../../../client/api.ts'
import { knowsPasskeys, makePasskey } from '../../../client/passkeys.ts'
import { Field, PasswordField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { PasswordDialog, tellUnlessAtField } from '../../../ui/password-dialog.tsx'
import { UsedDates } from './used-dates.tsx'

/** The person's passkeys, to add and remove. */
export function Passkeys({ factors, onChanged }: { factors: SecondFactors; onChanged: OnChanged }) {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const { passkeys, passkeysPossible } = factors
  return (
    <section className="card-form" aria-labelledby="passkeys-heading">
      <h2 id="passkeys-heading">Passkeys</h2>
      <p>
        A passkey is stored on your phone, computer or security key, and unlocked with your fingerprint, face or PIN. It
        signs you in without a password, and it works only on this site.
      </p>
      {passkeys.length > 0 && (
        <ul className="rows" role="list">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="spread">
              <span>
                <KeyRound className="ic" aria-hidden="true" /> {passkey.name}
                <UsedDates {...passkey} />
              </span>
              <button
                type="button"
                className="btn text danger"
                aria-label={`Remove the passkey ${passkey.name}`}
                onClick={() => setRemoving(passkey)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {!passkeysPossible ? (
        <p className="muted">{PASSKEYS_IMPOSSIBLE} One-time codes work everywhere.</p>
      ) : !knowsPasskeys() ? (
        <p className="muted">This browser does not support passkeys.</p>
      ) : (
        <button type="button" className="btn" onClick={() => setAdding(true)}>
          Add a Passkey
        </button>
      )}
      {adding && <AddPasskey onClose={() => setAdding(false)} onChanged={onChanged} />}
      {removing && (
        <PasswordDialog
          title={`Remove the passkey ${removing.name}`}
          save="Remove"
          danger
          act={async (currentPassword) => {
            const { message } = await browserApi.secondFactors.removePasskey({ id: removing.id, currentPassword })
            setRemoving(null)
            onChanged(message, null)
          }}
          onClose={() => setRemoving(null)}
        >
          <p>It will no longer sign you in. Your other sessions will be signed out.</p>
        </PasswordDialog>
      )}
    </section>
  )
}

/** Called after a change, with the recovery codes that came with the first factor. */
export type OnChanged = (message: string, recoveryCodes: string[] | null) => void

const Form = z.strictObject({ name: PasskeyName, currentPassword: CurrentPassword })

function AddPasskey({ onClose, onChanged }: { onClose: () => void; onChanged: OnChanged }) {
  const form = useForm({
    schema: Form,
    initial: { name: deviceInWords(navigator.userAgent) ?? '', currentPassword: '' },
    submit: async ({ name, currentPassword }) => {
      const { challenge, options } = await browserApi.secondFactors.beginPasskey({ currentPassword })
      const passkey = await makePasskey(options)
      const { message, recoveryCodes } = await browserApi.secondFactors.addPasskey({ challenge, name, passkey })
      onClose()
      onChanged(message, recoveryCodes)
    },
    onFailure: tellUnlessAtField,
  })
  return (
    <FormDialog title="Add a Passkey" form={form} save="Continue" saving="Waiting for your device..." onClose={onClose}>
      <Field {...form.text('name')} label="Name" hint="To tell your passkeys apart." />
      <PasswordField {...form.text('currentPassword')} label="Current password" autoComplete="current-password" />
      <p className="muted">Your browser will then ask where to save it. Your other sessions will be signed out.</p>
    </FormDialog>
  )
}
