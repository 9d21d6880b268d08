const ORCID = /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/

/** True for an ORCID iD: four groups of four and a correct check character (ISO 7064 MOD 11-2). */
export function isOrcid(orcid: string): boolean {
  if (!ORCID.test(orcid)) return false
  const characters = orcid.replaceAll('-', '')
  let total = 0
  for (const digit of characters.slice(0, 15)) total = (total + Number(digit)) * 2
  const check = (12 - (total % 11)) % 11
  return characters[15] === (check === 10 ? 'X' : String(check))
}

/** The iD inside an address or text such as 'http://orcid.org/0000-0002-1825-0097', if there is a valid one. */
export function orcidIn(text: string): string | undefined {
  const found = /\d{4}-\d{4}-\d{4}-\d{3}[\dXx]/.exec(text)?.[0].toUpperCase()
  return found !== undefined && isOrcid(found) ? found : undefined
}

/** The address ORCID asks every iD to be shown as. */
export const orcidUrl = (orcid: string): string => `https://orcid.org/${orcid}`
