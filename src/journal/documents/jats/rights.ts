import type { Element } from '@xmldom/xmldom'
import { runsOf } from './inline.ts'
import { attribute, child, children, descendants, rawText } from './nodes.ts'
import { plainText } from './runs.ts'

export interface Rights {
  licenceUrl: string | null
  /** The statement as it is printed, such as '© 2018 The Authors'. */
  copyright: string | null
}

export function readRights(meta: Element): Rights {
  const permissions = child(meta, 'permissions')
  return { licenceUrl: licenceUrl(permissions), copyright: copyright(permissions) }
}

function licenceUrl(permissions: Element | undefined): string | null {
  for (const licence of [...children(permissions, 'license'), ...children(permissions, 'license_ref')]) {
    const named = [
      attribute(licence, 'href'),
      ...descendants(licence, 'license_ref').map(rawText),
      ...descendants(licence, 'ext-link', 'uri').map((link) => attribute(link, 'href')),
      ...(rawText(licence).match(/https?:\/\/[^\s"'<>]+/g) ?? []),
    ].filter((address) => /^https?:\/\/\S+$/i.test(address))
    const address = named.find((candidate) => /creativecommons\.org\/licenses\//i.test(candidate)) ?? named[0]
    if (address) return canonical(address)
    const words = /\bCC[ -](BY(?:-NC)?(?:-ND|-SA)?) (\d\.\d)\b/i.exec(rawText(licence))
    if (words) return `https://creativecommons.org/licenses/${words[1]!.toLowerCase()}/${words[2]}/`
  }
  return null
}

/** Creative Commons licences under their canonical URL; other URLs unchanged. */
function canonical(address: string): string {
  const creativeCommons =
    /creativecommons\.org\/(licenses|publicdomain)\/([a-z-]+)\/(\d\.\d)(?:\/([a-z]{2,3})(?=\/|$))?/i.exec(address)
  if (!creativeCommons) return address.replace(/(?<![).,;])[).,;]+$/, '')
  const [, kind, name, version, country] = creativeCommons
  // 'deed.en' and 'legalcode' are other pages of the same licence; a country is part of it.
  return `https://creativecommons.org/${kind}/${name}/${version}/${country ? `${country}/` : ''}`.toLowerCase()
}

function copyright(permissions: Element | undefined): string | null {
  const statements = children(permissions, 'copyright-statement').flatMap((statement) => [
    ...descendants(statement, 'copyright-statement'),
    statement,
  ])
  const best =
    statements.find((statement) => attribute(statement, 'content-type') === 'article-copyright') ?? statements[0]
  const year = rawText(child(permissions, 'copyright-year'))
  const holder = rawText(child(permissions, 'copyright-holder'))
  const text = best ? plainText(runsOf(best)) : [year, holder].filter(Boolean).join(' ')
  if (!text) return null
  const signed = /©|\(c\)|copyright/i.test(text) ? text : `© ${text}`
  return signed.replace(/©(?=\S)/, '© ')
}
