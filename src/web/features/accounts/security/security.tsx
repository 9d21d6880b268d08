import { Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { journal } from '../../../../contract/journal.ts'
import type { OwnSession } from '../../../../contract/api/users.ts'
import { PASSWORD_HINT } from '../../../../contract/api/passwords.ts'
import type { SecondFactors } from '../../../../contract/api/second-factors.ts'
import { PasswordChange } from '../../../../contract/api/session.ts'
import { SECOND_FACTOR_REQUIRED } from '../../../../contract/rules/accounts/access.ts'
import { FEW_RECOVERY_CODES } from '../../../../contract/rules/accounts/second-factors.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { saveText } from '../../../ui/download.tsx'
import { PasswordField } from '../../../ui/field.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'
import { OneTimeCodes } from './one-time-codes.tsx'
import { type OnChanged, Passkeys } from './passkeys.tsx'
import { PasswordDialog } from '../../../ui/password-dialog.tsx'

/** How a person signs in, and where they are signed in. */
export function Security({
  factors,
  sessions,
  onChanged,
}: {
  factors: SecondFactors
  sessions: OwnSession[]
  onChanged: () => void
}) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const changed: OnChanged = (message, recoveryCodes) => {
    toast.success(message)
    setCodes(recoveryCodes)
    onChanged()
  }
  const hasOne = factors.passkeys.length > 0 || factors.oneTimeCodes !== null
  return (
    <div className="profile-page">
      {factors.required && !hasOne && <p className="notice caution">{SECOND_FACTOR_REQUIRED.message}</p>}
      <Passkeys factors={factors} onChanged={changed} />
      <OneTimeCodes factors={factors} onChanged={changed} />
      <RecoveryCodes
        factors={factors}
        onMade={(made) => {
          setCodes(made)
          onChanged()
        }}
      />
      <PasswordForm onChanged={onChanged} />
      <Sessions sessions={sessions} onChanged={onChanged} />
      {codes && <NewRecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </div>
  )
}

/** Changes the password; every other session ends. */
function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const { text, set, sending, formProps } = useForm({
    schema: PasswordChange,
    initial: { currentPassword: '', newPassword: '' },
    submit: async (passwords) => {
      await browserApi.session.password(passwords)
      set('currentPassword', '')
      set('newPassword', '')
      toast.success('Password changed. Your other sessions are signed out.')
      onChanged()
    },
    onFailure: ({ message }) => toast.error(message),
  })
  return (
    <form className="card-form" {...formProps} aria-labelledby="password-heading">
      <h2 id="password-heading">Password</h2>
      <PasswordField {...text('currentPassword')} label="Current password" autoComplete="current-password" />
      <PasswordField {...text('newPassword')} label="New password" autoComplete="new-password" hint={PASSWORD_HINT} />
      <button type="submit" className="btn" aria-disabled={sending}>
        {sending ? 'Changing...' : 'Change Password'}
      </button>
    </form>
  )
}

/** Where the person is signed in, to end one session or all others. */
function Sessions({ sessions, onChanged }: { sessions: OwnSession[]; onChanged: () => void }) {
  const [ending, setEnding] = useState(false)
  const others = sessions.filter(({ current }) => !current).length

  const end = async (work: () => Promise<{ message: string }>) => {
    if (ending) return
    setEnding(true)
    try {
      toast.success((await work()).message)
    } catch (error) {
      toastFailure(error)
    }
    setEnding(false)
    onChanged()
  }

  return (
    <section className="card-form" aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">Where you are signed in</h2>
      <p>We record when each session started, when it was last used, and the browser.</p>
      <ul className="rows" role="list">
        {sessions.map(({ id, device, current, createdAt, lastUsedAt }) => (
          <li key={id} className="spread">
            <span>
              {device ?? 'Unknown browser'}
              {current && <strong> (this session)</strong>}
              <span className="muted small block">
                since <LocalDate at={createdAt} />, last used <LocalDate at={lastUsedAt} />
              </span>
            </span>
            {!current && (
              <button
                type="button"
                className="btn text danger"
                aria-disabled={ending}
                aria-label={`Sign out ${device ?? 'an unknown browser'}`}
                onClick={() => void end(() => browserApi.session.end({ id }))}
              >
                Sign Out
              </button>
            )}
          </li>
        ))}
      </ul>
      {others === 0 ? (
        <p className="muted">You are not signed in anywhere else.</p>
      ) : (
        <button
          type="button"
          className="btn"
          aria-disabled={ending}
          onClick={() => void end(() => browserApi.session.endOthers())}
        >
          Sign Out {counted(others, 'Other Session')}
        </button>
      )}
    </section>
  )
}

/** How many recovery codes are left, and a button for new ones. */
function RecoveryCodes({ factors, onMade }: { factors: SecondFactors; onMade: (codes: string[]) => void }) {
  const [asking, setAsking] = useState(false)
  const { recoveryCodesLeft: left, passkeys, oneTimeCodes } = factors
  if (!passkeys.length && !oneTimeCodes) return null
  return (
    <section className="card-form" aria-labelledby="recovery-heading">
      <h2 id="recovery-heading">Recovery codes</h2>
      <p>In case you lose your phone or passkey: each code signs you in once, after your password.</p>
      <p className={left <= FEW_RECOVERY_CODES ? 'notice caution' : undefined}>
        {left === 0 ? 'No recovery codes are left.' : `${counted(left, 'recovery code')} left.`}
        {left <= FEW_RECOVERY_CODES && ' Please make new ones and save them.'}
      </p>
      <button type="button" className="btn" onClick={() => setAsking(true)}>
        Make New Recovery Codes
      </button>
      {asking && (
        <PasswordDialog
          title="Make New Recovery Codes"
          save="Make New Codes"
          act={async (currentPassword) => {
            const { recoveryCodes } = await browserApi.secondFactors.makeRecoveryCodes({ currentPassword })
            setAsking(false)
            onMade(recoveryCodes)
          }}
          onClose={() => setAsking(false)}
        >
          <p>Your earlier codes will no longer work.</p>
        </PasswordDialog>
      )}
    </section>
  )
}

/** New recovery codes, which are shown this one time: to copy, save or print. */
function NewRecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `Recovery codes for the ${journal().name}\nEach works once, after your password.\n\n${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success('Copied'),
      () => toast.error('Copying is not possible here. Please download or print them.'),
    )
  return (
    <Dialog title="Your recovery codes" onClose={onClose}>
      <div className="mid">
        <p>
          Save these codes where you will find them without this device. They are shown only now. Each signs you in
          once, after your password, if your phone or passkey is lost.
        </p>
        <ul className="recovery-codes" role="list">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="buttons space">
          <button type="button" className="btn" onClick={() => void copy()}>
            <Copy className="ic" aria-hidden="true" /> Copy
          </button>
          <button type="button" className="btn" onClick={() => saveText(text, 'recovery-codes.txt')}>
            <Download className="ic" aria-hidden="true" /> Download
          </button>
          <button type="button" className="btn" onClick={() => window.print()}>
            <Printer className="ic" aria-hidden="true" /> Print
          </button>
        </div>
      </div>
      <footer>
        <button type="button" className="btn solid" onClick={onClose}>
          I have saved them
        </button>
      </footer>
    </Dialog>
  )
}
