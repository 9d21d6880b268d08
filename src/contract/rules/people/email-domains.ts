/**
 * Providers of email for everybody: sharing one of them says nothing about two people. Extend the list when an
 * editor sees a warning that means nothing.
 */
const PUBLIC_PROVIDERS = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com rocketmail.com aol.com
  icloud.com me.com mac.com proton.me protonmail.com pm.me tutanota.com tuta.io fastmail.com hey.com zoho.com
  zohomail.com mail.com email.com gmx.com gmx.net gmx.de gmx.at gmx.ch web.de t-online.de freenet.de posteo.de
  mailbox.org orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it alice.it
  wp.pl o2.pl onet.pl interia.pl seznam.cz email.cz centrum.cz azet.sk citromail.hu freemail.hu abv.bg
  mail.ru bk.ru list.ru inbox.ru yandex.ru yandex.com rambler.ru ukr.net i.ua
  qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com 139.com 189.cn aliyun.com tom.com
  naver.com hanmail.net daum.net nate.com rediffmail.com
  uol.com.br bol.com.br terra.com.br ig.com.br comcast.net verizon.net att.net sbcglobal.net btinternet.com
  sky.com virginmedia.com ntlworld.com telia.com bigpond.com xtra.co.nz shaw.ca rogers.com mynet.com
  hotmail.co.uk yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.com.br yahoo.fr yahoo.de yahoo.it yahoo.es
  hotmail.fr hotmail.de hotmail.it hotmail.es live.co.uk live.fr outlook.fr outlook.de duck.com`.split(/\s+/),
)

/** Second levels below which a country's institutions register: 'bzu.edu.pk', 'ox.ac.uk', 'usp.gob.mx'. */
const SHARED_LEVELS = new Set(
  'ac academia co com csic edu gob gouv gov gv go id info mil ne net nic or org res sch uni univ'.split(' '),
)

/** The part of an email address after the last '@', in lower case; null if there is none. */
export function domainOf(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain =
    at < 0
      ? ''
      : email
          .slice(at + 1)
          .trim()
          .toLowerCase()
  return domain.includes('.') ? domain : null
}

/** The domain that an institution has registered: 'botany.bzu.edu.pk' and 'bzu.edu.pk' are both 'bzu.edu.pk'. */
export function registeredDomain(domain: string): string {
  const labels = domain.split('.').slice(-3)
  const [country, level] = [labels.at(-1)!, labels.at(-2) ?? '']
  return labels.slice(country.length === 2 && SHARED_LEVELS.has(level) ? -3 : -2).join('.')
}

/** The registered domain of an institution's email address; null for a provider that anybody may use. */
export function institutionalDomain(email: string): string | null {
  const domain = domainOf(email)
  if (domain === null) return null
  const registered = registeredDomain(domain)
  return PUBLIC_PROVIDERS.has(registered) || PUBLIC_PROVIDERS.has(domain) ? null : registered
}
