import type { InvitationCandidate } from '../../../../../contract/api/invitations.ts'

/** How a candidate is named to the server: as a reviewer, as somebody suggested, or as a new person. */
export const named = ({ reviewerId, suggestionId, emails, ...typed }: InvitationCandidate) => {
  const { fullName, email, affiliation, orcid } = typed
  if (reviewerId !== null && (email === null || emails.includes(email))) return { reviewerId }
  return suggestionId !== null ? { suggestionId } : { person: { fullName, email: email ?? '', affiliation, orcid } }
}

/** A chosen person: the warnings that are shown beside the name have been read. */
export const inviteeOf = (person: InvitationCandidate, reason = '') => ({
  ...named(person),
  despite: person.warnings.length > 0,
  waive: person.warnings.length > 0 ? reason : null,
})
