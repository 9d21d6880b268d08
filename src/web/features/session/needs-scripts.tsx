/** Said only where scripts are off: a session is kept by the browser, not by a cookie. */
export function NeedsScripts({ what = 'Signing in' }: { what?: string }) {
  return (
    <noscript>
      <p className="notice">{what} needs JavaScript. All articles can be read without.</p>
    </noscript>
  )
}
