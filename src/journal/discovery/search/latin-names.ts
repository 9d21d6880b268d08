/**
 * Genus and epithet in italics. Texts without italics are not looked at: any two words there could be a name.
 */
const IN_ITALICS = /<(?:i|em)(?: [^>]*)?>\s*([A-Z][a-z]{2,24})\s+([a-z](?:[a-z-]{1,24})[a-z])(?![A-Za-z])/g

/** Words that follow a genus in italics without being an epithet. */
const NO_EPITHET = new Set(['and', 'are', 'for', 'from', 'gen', 'has', 'nov', 'sect', 'spp', 'species', 'the', 'with'])

/** The Latin names that these HTML texts show in italics, each once. */
export function namesInItalics(htmls: readonly string[]): string[] {
  const names = new Set<string>()
  for (const html of htmls) {
    for (const [, genus, epithet] of html.matchAll(IN_ITALICS)) {
      if (!NO_EPITHET.has(epithet!)) names.add(`${genus} ${epithet}`)
    }
  }
  return [...names]
}
