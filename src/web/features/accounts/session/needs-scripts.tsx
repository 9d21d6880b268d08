/** Shown only if scripts are disabled: the session is kept in local storage, not in a cookie. */
export function NeedsScripts({ what = 'Signing in' }: { what?: string }) {
  return (
    <noscript>
      <p className="notice">{what} needs JavaScript. All articles can be read without.</p>
    </noscript>
  )
}
