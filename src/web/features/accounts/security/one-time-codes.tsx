import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { CHALLENGE_SPENT, OneTimeCode, type SecondFactors } from '../../../../contract/api/second-factors.ts'
import { browserApi } from '../../../client/api.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { PasswordDialog, tellUnlessAtField } from '../../../ui/password-dialog.tsx'
import type { OnChanged } from './passkeys.tsx'
import { UsedDates } from './used-dates.tsx'

interface Begun {
  challenge: string
  secret: string
  uri: string
}

/** One-time codes from an app: whether they are set up, and how. */
export function OneTimeCodes({ factors, onChanged }: { factors: SecondFactors; onChanged: OnChanged }) {
  const [asking, setAsking] = useState<'set up' | 'remove' | null>(null)
  const [begun, setBegun] = useState<Begun | null>(null)
  const { oneTimeCodes } = factors
  return (
    <section className="card-form" aria-labelledby="codes-heading">
      <h2 id="codes-heading">One-time codes</h2>
      <p>
        An authenticator app on your phone shows a new code every 30 seconds. You enter one after your password when you
        sign in.
      </p>
      {oneTimeCodes ? (
        <>
          <p>
            One-time codes are set up.
            <UsedDates {...oneTimeCodes} />
          </p>
          <div className="buttons">
            <button type="button" className="btn" onClick={() => setAsking('set up')}>
              Set Up Again on Another Phone
            </button>
            <button type="button" className="btn text danger" onClick={() => setAsking('remove')}>
              Remove One-time Codes
            </button>
          </div>
        </>
      ) : (
        <button type="button" className="btn" onClick={() => setAsking('set up')}>
          Set Up One-time Codes
        </button>
      )}
      {asking === 'set up' && (
        <PasswordDialog
          title="Set Up One-time Codes"
          save="Continue"
          act={async (currentPassword) => {
            setBegun(await browserApi.secondFactors.beginCodes({ currentPassword }))
            setAsking(null)
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'remove' && (
        <PasswordDialog
          title="Remove One-time Codes"
          save="Remove"
          danger
          act={async (currentPassword) => {
            const { message } = await browserApi.secondFactors.removeCodes({ currentPassword })
            setAsking(null)
            onChanged(message, null)
          }}
          onClose={() => setAsking(null)}
        >
          <p>The codes of your app will no longer sign you in. Your other sessions will be signed out.</p>
        </PasswordDialog>
      )}
      {begun && <ConfirmCodes begun={begun} onClose={() => setBegun(null)} onChanged={onChanged} />}
    </section>
  )
}

const Form = z.strictObject({ code: OneTimeCode })
const QrCode = lazy(() => import('./qr-code.tsx'))

function ConfirmCodes({ begun, onClose, onChanged }: { begun: Begun; onClose: () => void; onChanged: OnChanged }) {
  const { challenge, secret, uri } = begun
  const form = useForm({
    schema: Form,
    initial: { code: '' },
    submit: async ({ code }) => {
      const { message, recoveryCodes } = await browserApi.secondFactors.confirmCodes({ challenge, code })
      onClose()
      onChanged(message, recoveryCodes)
    },
    onFailure: (failure) => {
      tellUnlessAtField(failure)
      if (failure.message === CHALLENGE_SPENT) onClose()
    },
  })
  return (
    <FormDialog title="Set Up One-time Codes" form={form} save="Confirm" saving="Confirming..." onClose={onClose}>
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <Suspense fallback={<div className="qr" />}>
        <QrCode text={uri} />
      </Suspense>
      <p className="secret-key breakable space">
        Key: <code>{secret.match(/.{1,4}/g)!.join(' ')}</code>
      </p>
      <Field
        {...form.text('code')}
        label="One-time code"
        hint="The six digits that the app shows now. Until you confirm one, nothing changes."
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
      />
    </FormDialog>
  )
}
