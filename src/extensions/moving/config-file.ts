import { DUMP_LIMITS, dumpRefused } from './limits.ts'

/** What is taken from config.inc.php. Salts, and names and passwords of databases and mail servers, never are. */
const TAKEN: ReadonlySet<string> = new Set([
  ...['general.base_url', 'general.restful_urls', 'general.disable_path_info', 'general.time_zone'],
  ...['i18n.locale', 'i18n.client_charset', 'i18n.connection_charset', 'files.files_dir', 'files.public_files_dir'],
  ...['oai.repository_id', 'security.encryption'],
])
/** `base_url[journal]`: a journal at an address of its own. */
const OWN_ADDRESS = 'base_url['
const MOST_LETTERS = 1000
const MOST_SETTINGS = 500

/** The settings of an installation of OJS by section and name. */
export function readConfig(text: string): Record<string, string> {
  if (text.length > DUMP_LIMITS.configBytes)
    throw dumpRefused('The file of settings is too long to be the config.inc.php of OJS.')
  const settings: Record<string, string> = {}
  let [section, left] = ['', MOST_SETTINGS]
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line.startsWith('[') && line.endsWith(']')) section = line.slice(1, -1).trim()
    const equals = line.indexOf('=')
    if (equals < 0 || line.startsWith(';') || line.startsWith('#')) continue
    const name = line.slice(0, equals).trim()
    const isOurs = TAKEN.has(`${section}.${name}`) || (section === 'general' && isOwnAddress(name))
    if (isOurs && left-- > 0) settings[`${section}.${name}`] = valueOf(line.slice(equals + 1)).slice(0, MOST_LETTERS)
  }
  if (Object.keys(settings).length === 0) throw dumpRefused('The file of settings is not the config.inc.php of OJS.')
  return settings
}

const isOwnAddress = (name: string): boolean =>
  name.startsWith(OWN_ADDRESS) && name.endsWith(']') && name.length < MOST_LETTERS

function valueOf(written: string): string {
  const value = written.trim()
  const quote = value[0]
  if (quote !== '"' && quote !== "'") return value.split(';')[0]!.trim()
  const end = value.indexOf(quote, 1)
  return value.slice(1, end < 0 ? undefined : end)
}
