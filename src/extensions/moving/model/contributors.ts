import { isMistypedOrcid, orcidIn, rorIn } from '../../../contract/rules/people/identifiers.ts'
import type { Context } from './context.ts'
import type { OldContributor } from './objects.ts'
import type { Ledger } from './reckoning.ts'
import { filledIn, idIn, inOrder, type Row } from './rows.ts'
import { inMainLanguage, Settings } from './settings.ts'

/** The authors of a publication in their order; names as in its language, else as in the first that has one. */
export function contributorsOf(publication: Row, language: string, context: Context, ledger: Ledger): OldContributor[] {
  const { source, groups } = context
  const correspondingId = idIn(publication, 'primary_contact_id')
  const rows = source.where('authors', 'publication_id', idIn(publication, 'publication_id') ?? '')
  return inOrder(ledger.take('authors', rows), 'author_id').map((row) => {
    const id = idIn(row, 'author_id') ?? ''
    const settings = new Settings('author_settings', source.where('author_settings', 'author_id', id), ledger, context)
    const name = (setting: string) => inMainLanguage(settings.byLanguage(setting, oneSpace), language) ?? ''
    const orcid = settings.plain('orcid')
    if (orcid && isMistypedOrcid(orcid)) ledger.note('ORCID not valid', 'authors', row, orcid)
    const group = groups.get(idIn(row, 'user_group_id') ?? '')?.name ?? 'author'
    if (group !== 'author') ledger.note('not an author', 'authors', row, group)
    const family = name('familyName')
    if (!family) ledger.note('no family name', 'authors', row, name('givenName'))
    const found: OldContributor = {
      id,
      given: name('givenName'),
      family,
      preferred: name('preferredPublicName') || null,
      email: filledIn(row, 'email'),
      orcid: (orcid && orcidIn(orcid)) || null,
      affiliations: [...inSettings(settings), ...inTable(id, language, context, ledger)],
      country: settings.plain('country'),
      isCorresponding: id === correspondingId,
      group,
    }
    settings.finish()
    return found
  })
}

const oneSpace = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Until 3.4 there is one setting, a line for each; with an id of ROR only by a plugin, which knows one. */
function inSettings(settings: Settings): OldContributor['affiliations'] {
  const lines = Object.entries(settings.byLanguage('affiliation')).map(([language, text]) => ({
    ...{
      language,
      names: text
        .split(/[\r\n]+/)
        .map(oneSpace)
        .filter(Boolean),
    },
  }))
  const ror = rorIn(settings.plain('rorId') ?? '') ?? null
  const count = Math.max(ror === null ? 0 : 1, ...lines.map(({ names }) => names.length))
  return Array.from({ length: count }, (_, index) => ({
    name: Object.fromEntries(
      lines.filter(({ names }) => index in names).map(({ language, names }) => [language, names[index]!]),
    ),
    ror: count === 1 ? ror : null,
  }))
}

/** From 3.5 on there are as many as the author has. */
function inTable(
  authorId: string,
  mainLanguage: string,
  { source, languageOf }: Context,
  ledger: Ledger,
): OldContributor['affiliations'] {
  const rows = ledger.take('author_affiliations', source.where('author_affiliations', 'author_id', authorId))
  return inOrder(rows, 'author_affiliation_id', 'author_affiliation_id').flatMap((row) => {
    const id = idIn(row, 'author_affiliation_id') ?? ''
    const names = source.where('author_affiliation_settings', 'author_affiliation_id', id)
    const settings = new Settings('author_affiliation_settings', names, ledger, { languageOf, mainLanguage })
    const name = settings.byLanguage('name')
    settings.finish()
    const ror = rorIn(filledIn(row, 'ror') ?? '') ?? null
    return Object.keys(name).length || ror ? [{ name, ror }] : []
  })
}
