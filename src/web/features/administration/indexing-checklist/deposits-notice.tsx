/** Where deposits go, if there is anything to know about it. */
export function DepositsNotice({ prefix, host }: { prefix: string | null; host: string | null }) {
  if (prefix === null) {
    return (
      <p className="notice undelivered">
        <strong>The journal has no DOI prefix</strong>
        Articles get no DOI until one is set in journal.config.ts. Members of Crossref are given a prefix.
      </p>
    )
  }
  if (host === null) {
    return (
      <p className="notice undelivered">
        <strong>Crossref’s user name and password are not set</strong>
        Deposits are kept here. Save the file, upload it at doi.crossref.org under Submissions, Upload submissions, and
        mark it as registered when Crossref’s email confirms it.
      </p>
    )
  }
  if (/^test\./.test(host)) {
    return (
      <p className="notice undelivered">
        <strong>Deposits go to Crossref’s test system</strong>
        Nothing is registered there, and DOIs lead nowhere until CROSSREF_URL is removed from the settings.
      </p>
    )
  }
  return null
}
