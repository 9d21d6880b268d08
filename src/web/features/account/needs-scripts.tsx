/** Said only where scripts are off: a session is kept by the browser, not by a cookie. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className="notice">Signing in needs JavaScript. All articles can be read without.</p>
    </noscript>
  )
}
