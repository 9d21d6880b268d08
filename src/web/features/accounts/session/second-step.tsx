import { useEffect, useRef, useState, type ReactNode } from 'react'
import { z } from 'zod'
import type { AuthAnswer } from '../../../../contract/api/session.ts'
import {
  CHALLENGE_SPENT,
  OneTimeCode,
  RecoveryCode,
  type SecondFactorAnswer,
  type SecondFactorNeeded,
} from '../../../../contract/api/second-factors.ts'
import { browserApi } from '../../../client/api.ts'
import { isApiError } from '../../../client/api-error.ts'
import { knowsPasskeys, askForPasskey } from '../../../client/passkeys.ts'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'
import { useForm } from '../../../ui/use-form.ts'

type SignedIn = z.output<typeof AuthAnswer>
type Way = 'passkey' | 'code' | 'recovery code'

const OTHER_WAY: Record<Way, string> = {
  passkey: 'Use a Passkey',
  code: 'Use a One-time Code',
  'recovery code': 'Use a Recovery Code',
}

const FORMS = {
  code: z.strictObject({ code: OneTimeCode }),
  recoveryCode: z.strictObject({ recoveryCode: RecoveryCode }),
}

/** The second step of signing in: a passkey, a one-time code or a recovery code, whichever the account has. */
export function SecondStep({
  asked,
  onSignedIn,
  onBeginAgain,
}: {
  asked: SecondFactorNeeded['secondFactor']
  onSignedIn: (answer: SignedIn, way: Way) => Promise<void>
  /** The time is over, or someone wants another account. */
  onBeginAgain: () => void
}) {
  const { challenge, passkey, oneTimeCodes, recoveryCodes } = asked
  const ways = [
    passkey && knowsPasskeys() && 'passkey',
    oneTimeCodes && 'code',
    recoveryCodes && 'recovery code',
  ].filter(Boolean) as Way[]
  const [way, setWay] = useState<Way | undefined>(ways[0])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const answer = async (given: Omit<z.input<typeof SecondFactorAnswer>, 'challenge'>) => {
    try {
      await onSignedIn(await browserApi.session.secondFactor({ challenge, ...given }), way!)
    } catch (error) {
      toast.error((error as Error).message)
      if (isApiError(error) && error.message === CHALLENGE_SPENT) return onBeginAgain()
      if (isApiError(error)) throw error
    }
  }

  return (
    <section aria-labelledby="second-step">
      <h2 id="second-step" ref={heading} tabIndex={-1}>
        Confirm it’s you
      </h2>
      {way === 'passkey' && <PasskeyStep answer={async () => answer({ passkey: await askForPasskey(passkey!) })} />}
      {way === 'code' && (
        <CodeStep key="code" name="code" label="One-time code" answer={(code) => answer({ code })}>
          The six digits that your authenticator app shows for this journal.
        </CodeStep>
      )}
      {way === 'recovery code' && (
        <CodeStep
          key="recovery"
          name="recoveryCode"
          label="Recovery code"
          answer={(recoveryCode) => answer({ recoveryCode })}
        >
          One of the codes that you saved when you set this up. Each works once.
        </CodeStep>
      )}
      {!way && <p className="notice">This browser cannot use your passkey. Please sign in with another device.</p>}
      <p className="other-ways wrapping">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <button key={other} type="button" className="btn text" onClick={() => setWay(other)}>
              {OTHER_WAY[other]}
            </button>
          ))}
        <button type="button" className="btn text" onClick={onBeginAgain}>
          Start Over
        </button>
      </p>
    </section>
  )
}

function PasskeyStep({ answer }: { answer: () => Promise<void> }) {
  // What the server has refused is announced already.
  const { run, busy } = useCommand(({ statusCode, message }) => statusCode === 0 && toast.error(message))
  return (
    <p className="passkey-step">
      <button type="button" className="btn solid" aria-disabled={busy} onClick={() => void run(answer)}>
        {busy ? 'Waiting for your passkey...' : 'Use Your Passkey'}
      </button>
    </p>
  )
}

function CodeStep({
  name,
  label,
  answer,
  children,
}: {
  name: keyof typeof FORMS
  label: string
  answer: (code: string) => Promise<void>
  children: ReactNode
}) {
  const form = useForm({
    schema: FORMS[name],
    initial: { [name]: '' } as Record<string, string>,
    submit: async (data) => answer((data as Record<string, string>)[name]!),
    // The toast of it goes away, the message at the field does not.
    onFailure: ({ statusCode, message, errors }) => {
      if (statusCode === 401 && !Object.keys(errors).length) form.refuse({ [name]: message })
    },
  })
  const { text, sending, formProps } = form
  return (
    <form {...formProps}>
      <Field
        {...text(name)}
        label={label}
        hint={children}
        autoComplete="one-time-code"
        inputMode={name === 'code' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button className="btn solid" type="submit" aria-disabled={sending}>
        {sending ? 'Signing in...' : 'Confirm'}
      </button>
    </form>
  )
}
