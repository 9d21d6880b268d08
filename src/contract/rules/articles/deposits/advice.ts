/** What to do about Crossref's messages, by a part of their wording. The first that fits is shown. */
const ADVICE: readonly (readonly [words: RegExp, advice: string])[] = [
  [
    /less or equal to\s+previously submitted version/i,
    'Crossref already has a newer deposit of this DOI. If the record at Crossref is out of date, send it again: the new deposit gets a later timestamp.',
  ],
  [
    /added with conflict|in conflict/i,
    'Crossref has another DOI with the same metadata. Sign in at doi.crossref.org, open Metadata Admin and resolve the conflict.',
  ],
  [
    /not allowed to add records|not allowed to (?:add|update)|cant submit into handle|not have permission/i,
    'The user name may not register DOIs under this prefix. Compare doi.prefix in journal.config.ts and CROSSREF_USER with what Crossref has sent you, or ask support@crossref.org.',
  ],
  [
    /issn/i,
    'Compare the ISSN in journal.config.ts with the one that Crossref has for this journal; if Crossref’s is wrong, ask support@crossref.org.',
  ],
  [
    /title/i,
    'The name of the journal has to be the one that Crossref has. Compare the name in journal.config.ts, or ask support@crossref.org to change theirs.',
  ],
  [
    /not well-formed|does not validate|cvc-|invalid content|\[error\]/i,
    'The file is not valid for Crossref. Correct the field that the message names, or send the message and the XML to the person who runs this program.',
  ],
]

const OTHERWISE =
  'Crossref explains its messages at www.crossref.org/documentation/register-maintain-records/verify-your-registration/troubleshooting-submissions; support@crossref.org answers questions.'

/** What to do about a message of Crossref's. */
export const adviceOn = (message: string): string => ADVICE.find(([words]) => words.test(message))?.[1] ?? OTHERWISE
