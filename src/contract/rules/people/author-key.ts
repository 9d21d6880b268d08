/**
 * What the address of an author's page ends in: the ORCID iD, or else the id of the contributor, which stays the same
 * while the article is corrected. A name is not enough to tell people apart.
 */
export const authorKey = ({
  contributorId,
  orcidId,
}: {
  contributorId: string
  orcidId: string | null | undefined
}): string => orcidId ?? contributorId
